package org.apache.hadoop.hbase.io.hfile;

import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * Makes HBase's blocks as its file reader does. The constructor is only visible in this package.
 */
public final class BenchmarkBlocks {
  private BenchmarkBlocks() {}

  /** Returns a data block on the heap. */
  public static Cacheable onHeap(int bytes) {
    int payload = bytes - HConstants.HFILEBLOCK_HEADER_SIZE;
    return new ExclusiveMemHFileBlock(
        BlockType.DATA,
        payload,
        payload,
        -1,
        ByteBuff.wrap(ByteBuffer.allocate(bytes)),
        true,
        0,
        -1,
        bytes,
        new HFileContextBuilder().build(),
        ByteBuffAllocator.HEAP);
  }
}
