package io.argus.traces.policy;

import io.argus.traces.access.Trace;
import java.util.BitSet;

/**
 * A cache that holds the most popular blocks from beginning to end. It is the optimum of caches
 * that do not know the future, if accesses are independent of each other and popularities do not
 * change.
 */
final class StaticOptimum implements Policy {
  @Override
  public BitSet hits(Trace trace, int cacheBlocks) {
    BitSet cached = new BitSet(trace.blocks());
    for (int block : trace.mostPopular(cacheBlocks)) {
      cached.set(block);
    }
    BitSet hits = new BitSet(trace.length());
    for (int i = 0; i < trace.length(); i++) {
      hits.set(i, cached.get(trace.block(i)));
    }
    return hits;
  }
}
