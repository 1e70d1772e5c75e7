package io.argus.traces.policy;

import java.util.ArrayDeque;
import java.util.BitSet;

/**
 * HBase's LRU of single-access and multi-access blocks, with a second chance instead of a clock
 * reading per hit.
 *
 * <p>A quarter of the cache belongs to single-access blocks. The queue that exceeds its part gives
 * up its oldest block. If that block was hit in the meantime, it stays at the young end of the
 * multi-access queue.
 */
final class SecondChance implements Candidate {
  private static final int SINGLE_PART = 4;

  private final int capacityBlocks;
  private final ArrayDeque<Integer> single = new ArrayDeque<>();
  private final ArrayDeque<Integer> multi = new ArrayDeque<>();
  private final BitSet cached = new BitSet();
  private final BitSet marked = new BitSet();

  SecondChance(int capacityBlocks) {
    this.capacityBlocks = capacityBlocks;
  }

  @Override
  public boolean access(int block) {
    if (cached.get(block)) {
      marked.set(block);
      return true;
    }
    if (single.size() + multi.size() == capacityBlocks) {
      evict();
    }
    cached.set(block);
    single.add(block);
    return false;
  }

  private void evict() {
    while (true) {
      boolean fromSingle = single.size() > capacityBlocks / SINGLE_PART || multi.isEmpty();
      int oldest = fromSingle ? single.remove() : multi.remove();
      if (!marked.get(oldest)) {
        cached.clear(oldest);
        return;
      }
      marked.clear(oldest);
      multi.add(oldest);
    }
  }
}
