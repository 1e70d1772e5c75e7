package io.argus.regionserver.cache.eviction;

import org.jspecify.annotations.Nullable;

/**
 * SIEVE (Zhang et al., NSDI '24, algorithm 1): one queue in the order of insertion. A hand walks
 * from the oldest to the youngest node. It clears the marks of nodes that were hit, where they
 * stand, and stops at a node without a mark, which goes. It never stops at the youngest of several,
 * because there the new node comes in after the eviction.
 */
final class SievePolicy implements EvictionPolicy {
  private final EvictionQueue queue = new EvictionQueue();
  private @Nullable EvictionNode hand;
  private long newcomerBytes;

  @Override
  public void add(EvictionNode node, long accesses) {
    queue.addYoungest(node);
    newcomerBytes += node.heapBytes();
  }

  @Override
  public void hit(EvictionNode node) {
    node.mark();
  }

  @Override
  public @Nullable EvictionNode next() {
    EvictionNode candidate = hand == null ? queue.oldest() : orOldest(hand);
    for (int step = 0; step < MOST_STEPS; step++) {
      if (candidate == null || candidate.frequency == 0) {
        break;
      }
      candidate.frequency = 0;
      settle(candidate);
      EvictionNode younger = queue.after(candidate);
      candidate = younger == null ? candidate : orOldest(younger);
    }
    hand = candidate;
    return candidate;
  }

  private @Nullable EvictionNode orOldest(EvictionNode node) {
    return queue.after(node) == null ? queue.oldest() : node;
  }

  private void settle(EvictionNode node) {
    if (!node.settled) {
      node.settled = true;
      newcomerBytes -= node.heapBytes();
    }
  }

  @Override
  public void remove(EvictionNode node, boolean evicted) {
    if (hand == node) {
      hand = queue.after(node);
    }
    EvictionQueue.remove(node);
    newcomerBytes -= node.settled ? 0 : node.heapBytes();
  }

  @Override
  public long newcomerBytes() {
    return newcomerBytes;
  }
}
