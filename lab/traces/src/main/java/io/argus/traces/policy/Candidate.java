package io.argus.traces.policy;

import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * A cache of blocks of one size with a replacement policy that Argus does not use. It needs no
 * space for keys and entries, so it holds up to 0.5 % more blocks than the real caches.
 *
 * <p>For use by one thread.
 */
interface Candidate {
  /**
   * Looks a block up and, after a miss, takes it in. Then another one goes if the cache is full.
   * Returns whether it was a hit.
   */
  boolean access(int block);

  /**
   * Returns the policy of a candidate.
   *
   * @param maker makes an empty cache for that many blocks
   */
  static Policy policy(IntFunction<Candidate> maker) {
    return (trace, cacheBlocks) -> {
      Candidate cache = maker.apply(cacheBlocks);
      BitSet hits = new BitSet(trace.length());
      for (int i = 0; i < trace.length(); i++) {
        hits.set(i, cache.access(trace.block(i)));
      }
      return hits;
    };
  }
}
