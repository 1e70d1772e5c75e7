package io.argus.traces.policy;

import io.argus.traces.access.Trace;
import java.util.BitSet;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;

/**
 * The policy of a real cache, which it replays the trace on.
 *
 * @param maker makes an empty cache of that many bytes
 */
record RealCache(LongFunction<TracedCache> maker) implements Policy {
  private static final String FILE = "5e9d1c7a40b24b0c9f6f0d4c8a1b3e27";

  @Override
  public BitSet hits(Trace trace, int cacheBlocks) {
    BlockCacheKey[] keys = new BlockCacheKey[trace.blocks()];
    for (int block = 0; block < keys.length; block++) {
      keys[block] = key(block);
    }
    long capacityBytes = (long) cacheBlocks * EmptyBlock.BYTES;
    BitSet hits = new BitSet(trace.length());
    try (TracedCache cache = maker.apply(capacityBytes)) {
      for (int i = 0; i < trace.length(); i++) {
        hits.set(i, cache.access(keys[trace.block(i)]));
      }
      if (cache.usedBytes() > capacityBytes) {
        throw new IllegalStateException(
            cache + " uses " + cache.usedBytes() + " bytes of " + capacityBytes);
      }
    }
    return hits;
  }

  static BlockCacheKey key(int block) {
    return new BlockCacheKey(FILE, (long) block * EmptyBlock.BYTES);
  }
}
