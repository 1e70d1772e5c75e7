package io.argus.traces.policy;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * SIEVE (Zhang et al., NSDI '24, algorithm 1): one queue in the order of insertion. A hand walks
 * from the oldest to the youngest block. It clears the marks of blocks that were hit, where they
 * stand, and stops at a block without a mark, which goes.
 */
final class Sieve implements Candidate {
  private final int capacityBlocks;

  /** Blocks by the number of their insertion. */
  private final TreeMap<Integer, Integer> queue = new TreeMap<>();

  private final BitSet cached = new BitSet();
  private final BitSet marked = new BitSet();
  private int insertions;
  private int hand;

  Sieve(int capacityBlocks) {
    this.capacityBlocks = capacityBlocks;
  }

  @Override
  public boolean access(int block) {
    if (cached.get(block)) {
      marked.set(block);
      return true;
    }
    if (queue.size() == capacityBlocks) {
      evict();
    }
    cached.set(block);
    queue.put(insertions++, block);
    return false;
  }

  private void evict() {
    while (true) {
      Map.Entry<Integer, Integer> next = queue.ceilingEntry(hand);
      Map.Entry<Integer, Integer> found = next == null ? queue.firstEntry() : next;
      hand = found.getKey() + 1;
      if (!marked.get(found.getValue())) {
        queue.remove(found.getKey());
        cached.clear(found.getValue());
        return;
      }
      marked.clear(found.getValue());
    }
  }
}
