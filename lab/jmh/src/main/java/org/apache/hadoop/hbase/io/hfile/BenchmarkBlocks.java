package org.apache.hadoop.hbase.io.hfile;

import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * Makes HBase's blocks as its file reader does. The constructor is only visible in this package.
 */
public final class BenchmarkBlocks {
  /** The blocks of a file share one. */
  private static final HFileContext CONTEXT = new HFileContextBuilder().build();

  private BenchmarkBlocks() {}

  /** Returns a data block on the heap. */
  public static Cacheable onHeap(int bytes) {
    return of(ByteBuffer.allocate(bytes));
  }

  /** Returns a data block that shares its bytes, header included, with others. */
  public static Cacheable of(ByteBuffer buffer) {
    int bytes = buffer.capacity();
    int payload = bytes - HConstants.HFILEBLOCK_HEADER_SIZE;
    return new ExclusiveMemHFileBlock(
        BlockType.DATA,
        payload,
        payload,
        -1,
        ByteBuff.wrap(buffer),
        true,
        0,
        -1,
        bytes,
        CONTEXT,
        ByteBuffAllocator.HEAP);
  }
}
