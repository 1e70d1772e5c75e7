package io.argus.jmh;

import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BenchmarkBlocks;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/**
 * HBase's own blocks and keys, as its file reader makes them: 100 blocks per file, the files
 * assigned to the tenants round robin. Safe for use by any thread.
 */
final class Blocks {
  /** Size of a block; small, so that the benchmark measures the cache and not memory copies. */
  static final int BYTES = 1024;

  /** Size of a block's place in a BucketCache, whose sizes are multiples of 256. */
  static final int PLACE_BYTES = BYTES + 256;

  private static final int BLOCKS_PER_FILE = 100;
  private static final int FILES = 4_096;

  private final Path[] files = new Path[FILES];

  Blocks(int tenants) {
    for (int i = 0; i < FILES; i++) {
      String name = String.format(Locale.ROOT, "%032x", 0x9e3779b97f4a7c15L * (i + 1));
      String namespace = tenant(i % tenants);
      files[i] = new Path("/hbase/data/" + namespace + "/table/" + name + "/family/" + name);
    }
  }

  /** Returns the name of the n-th tenant, which is a namespace. */
  static String tenant(int n) {
    return "tenant" + n;
  }

  /** Returns a data block on the heap, as read from a file. */
  static Cacheable block() {
    return BenchmarkBlocks.onHeap(BYTES);
  }

  /** Returns a new key of the n-th block; files repeat with other blocks. */
  BlockCacheKey key(long n) {
    Path file = files[(int) (n / BLOCKS_PER_FILE % FILES)];
    return new BlockCacheKey(file, n * 65_536, true, BlockType.DATA);
  }
}
