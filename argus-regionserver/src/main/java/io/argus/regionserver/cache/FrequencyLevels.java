package io.argus.regionserver.cache;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Nodes by their frequency: a queue for each level. A hit does not move a node; it moves when it
 * comes up for eviction with a frequency above its level. So the node found is the least frequently
 * used one.
 *
 * <p>Constant time, amortised over hits. Not safe for use by several threads.
 */
final class FrequencyLevels {
  private final EvictionQueue[] levels;
  private final ToIntFunction<EvictionNode> frequency;

  /** No node is below. */
  private int lowest;

  /**
   * @param frequency from 0 to below the number of levels; falls only when {@link #age} is called
   */
  FrequencyLevels(int levels, ToIntFunction<EvictionNode> frequency) {
    this.levels = new EvictionQueue[levels];
    this.frequency = frequency;
    for (int level = 0; level < levels; level++) {
      this.levels[level] = new EvictionQueue();
    }
  }

  /**
   * @param last whether it goes after the nodes of the same frequency, or before them
   */
  void add(EvictionNode node, boolean last) {
    int level = frequency.applyAsInt(node);
    if (last) {
      levels[level].addYoungest(node);
    } else {
      levels[level].addOldest(node);
    }
    lowest = Math.min(lowest, level);
  }

  /** Returns the least frequently used node, null if there is none. */
  @Nullable EvictionNode least() {
    for (int step = 0; ; ) {
      EvictionNode candidate = levels[lowest].oldest();
      if (candidate == null) {
        if (lowest == levels.length - 1) {
          return null;
        }
        lowest++;
      } else if (frequency.applyAsInt(candidate) <= lowest || step == EvictionOrder.MAX_STEPS) {
        return candidate;
      } else {
        EvictionQueue.remove(candidate);
        add(candidate, true);
        step++;
      }
    }
  }

  /** Follows frequencies that have been halved so many times. */
  void age(int halvings) {
    for (int level = 1; level < levels.length; level++) {
      levels[level >> halvings].takeAll(levels[level]);
    }
    lowest = 0;
  }
}
