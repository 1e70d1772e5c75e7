package io.argus.traces.policy;

import io.argus.traces.access.Trace;
import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeSet;

/**
 * The optimum of a cache that knows the future: it holds the blocks whose next accesses come first.
 * No cache of that size has more hits.
 *
 * <p>L. A. Belady, "A study of replacement algorithms for a virtual-storage computer", IBM Systems
 * Journal 5 (2), 1966: algorithm MIN; here the cache may also refuse a block.
 */
final class Belady implements Policy {
  @Override
  public BitSet hits(Trace trace, int cacheBlocks) {
    int[] next = nextAccesses(trace);
    BitSet hits = new BitSet(trace.length());
    // Each cached block is there as the index of its next access.
    TreeSet<Integer> cached = new TreeSet<>();
    for (int i = 0; i < next.length; i++) {
      hits.set(i, cached.remove(i));
      cached.add(next[i]);
      if (cached.size() > cacheBlocks) {
        cached.pollLast();
      }
    }
    return hits;
  }

  /** For each access the next one of the same block, or a number of its own behind the trace. */
  private static int[] nextAccesses(Trace trace) {
    int[] next = new int[trace.length()];
    int[] following = new int[trace.blocks()];
    Arrays.setAll(following, block -> trace.length() + block);
    for (int i = trace.length() - 1; i >= 0; i--) {
      next[i] = following[trace.block(i)];
      following[trace.block(i)] = i;
    }
    return next;
  }
}
