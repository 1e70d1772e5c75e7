package io.argus.jmh;

import org.apache.hadoop.hbase.io.hfile.BenchmarkBlocks;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/** HBase's own blocks and keys as its file reader makes them. */
final class Blocks {
  /** Payload of a block; small, so that measuring is about the cache and not about memory. */
  static final int BYTES = 1024;

  private static final int BLOCKS_PER_FILE = 1_000;
  private static final int FILES = 4_096;
  private static final String[] FILE_NAMES = new String[FILES];

  static {
    for (int i = 0; i < FILES; i++) {
      FILE_NAMES[i] = String.format("%032x", 0x9e3779b97f4a7c15L * (i + 1));
    }
  }

  private Blocks() {}

  /** Returns a data block on the heap, as read from a file. */
  static Cacheable block() {
    return BenchmarkBlocks.onHeap(BYTES);
  }

  /** Returns the file of the n-th block. */
  static String file(long n) {
    return FILE_NAMES[(int) (n / BLOCKS_PER_FILE % FILES)];
  }

  /** Returns the key of the n-th block; files come round again after some million blocks. */
  static BlockCacheKey key(long n) {
    return new BlockCacheKey(file(n), n * 65_536);
  }
}
