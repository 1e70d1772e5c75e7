package org.apache.hadoop.hbase.io.hfile;

import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * Makes HBase's blocks as its file reader does. The constructor is only visible in this package.
 */
public final class HFileBlocks {
  private HFileBlocks() {}

  /** Returns a data block on the heap whose content is that number again and again. */
  public static HFileBlock of(int bytes, int content) {
    return of(bytes, content, BlockType.DATA);
  }

  /** Returns a block of a type on the heap whose content is that number again and again. */
  public static HFileBlock of(int bytes, int content, BlockType type) {
    return of(bytes, content, type, new HFileContextBuilder().build());
  }

  /** Returns a data block that names its file. */
  public static HFileBlock ofFile(int bytes, String file) {
    return of(bytes, 0, BlockType.DATA, new HFileContextBuilder().withHFileName(file).build());
  }

  private static HFileBlock of(int bytes, int content, BlockType type, HFileContext context) {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    while (buffer.remaining() >= Integer.BYTES) {
      buffer.putInt(content);
    }
    buffer.clear();
    int payload = bytes - HConstants.HFILEBLOCK_HEADER_SIZE;
    return new ExclusiveMemHFileBlock(
        type,
        payload,
        payload,
        -1,
        ByteBuff.wrap(buffer),
        true,
        0,
        -1,
        bytes,
        context,
        ByteBuffAllocator.HEAP);
  }

  /** Returns the number that a block consists of; -1 if it does not consist of one. */
  public static int content(Cacheable block) {
    ByteBuff buffer = ((HFileBlock) block).getBufferWithoutHeader();
    int first = buffer.getInt(3);
    for (int i = 3; i + 2 * Integer.BYTES <= buffer.remaining(); i += Integer.BYTES) {
      if (buffer.getInt(i) != first) {
        return -1;
      }
    }
    return first;
  }
}
