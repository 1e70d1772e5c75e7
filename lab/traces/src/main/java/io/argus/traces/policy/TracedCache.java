package io.argus.traces.policy;

import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;

/** A real cache under a trace. For use by one thread. */
interface TracedCache extends AutoCloseable {
  /** Looks a block up and, after a miss, puts it. Returns whether it was a hit. */
  boolean access(BlockCacheKey block);

  /** Heap bytes of the blocks, with keys and entries. */
  long usedBytes();

  @Override
  void close();
}
