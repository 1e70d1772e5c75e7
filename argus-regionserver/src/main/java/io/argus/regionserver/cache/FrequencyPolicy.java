package io.argus.regionserver.cache;

import org.jspecify.annotations.Nullable;

/**
 * Evicts the least frequently used block, by counts over a long period that starts anew when the
 * popular blocks change.
 *
 * <p>Idea: TinyLFU (Einziger et al., ACM ToS 2017): a newcomer has to be more popular than the
 * block it displaces, and a sketch remembers how often blocks were asked for that are not cached. A
 * small window, a hundredth of the bytes, gives newcomers time (W-TinyLFU, section 4). What
 * differs:
 *
 * <ul>
 *   <li>Cached blocks have counts of their own, exact, which a hit raises without a lock. Only a
 *       put touches the sketch.
 *   <li>Counts are halved every {@value #MAX_PERIOD} x (blocks cached) accesses instead of 10.
 *       Blocks near the limit of what fits are asked for about once in 3 such units; fewer accesses
 *       do not tell them apart.
 *   <li>A {@link ChangeDetector} makes up for the slowness. When it finds a change, the counts
 *       start anew, the period is short, and the newer one of two blocks with the same count stays.
 *       While nothing more is found, the period grows back.
 * </ul>
 *
 * <p>There is no window to adapt (as in Einziger et al., Middleware '18): access that favours new
 * blocks shows as change.
 *
 * <p>It is never told a capacity. It sees what is cached, and the caller asks for a victim when
 * there is too much. Not safe for use by several threads, except {@link #hit}.
 */
final class FrequencyPolicy {
  static final int MAX_PERIOD = 40;

  /** Highest count plus 1. */
  static final int LEVELS = 64;

  private static final double MIN_PERIOD = 2;
  private static final double PERIOD_AFTER_CHANGE = 10;
  private static final double PERIOD_GROWTH = 1.02;
  private static final double NEARLY_LONGEST = 0.9 * MAX_PERIOD;
  private static final int HALVINGS_TO_FORGET = 6;
  private static final int WINDOW_PART = 100;

  // Bytes of the sketch per block cached; more than the least if many others are asked for.
  private static final long MIN_SKETCH = 4;
  private static final long MAX_SKETCH = 64;
  private static final int MIN_TO_SHRINK = 1024;
  private static final double HIGH_LOAD = 0.3;

  private final EvictionQueue window = new EvictionQueue();
  private final FrequencyLevels main = new FrequencyLevels(LEVELS, this::count);
  private final FrequencySketch past = new FrequencySketch();
  private final ChangeDetector change = new ChangeDetector();
  private long windowBytes;
  private long bytes;
  private int blocks;

  /** Number of halvings so far. A hit may read an old one: it writes count and epoch together. */
  private int epoch;

  private long agedAt;
  private double period = MAX_PERIOD;
  private boolean changing;

  /**
   * Takes in the node of a block that was read after a miss.
   *
   * @param accesses number of accesses to blocks of this policy so far: hits and nodes added here
   */
  void add(EvictionNode node, long accesses) {
    long mixed = MixedHash.of(node.hash());
    adapt(change.missed(mixed, accesses, blocks));
    if (accesses - agedAt >= period * blocks) {
      agedAt = accesses;
      age(1);
    }
    past.grow(MIN_SKETCH * blocks);
    take(node, past.count(mixed) + 1);
  }

  /**
   * Takes in the node of a block that nobody has asked for, such as one just written: as popular as
   * after one access, but no access.
   */
  void fill(EvictionNode node) {
    past.grow(MIN_SKETCH * blocks);
    take(node, Math.max(1, past.count(MixedHash.of(node.hash()))));
  }

  private void take(EvictionNode node, int count) {
    setCount(node, count);
    window.addYoungest(node);
    windowBytes += node.heapBytes();
    bytes += node.heapBytes();
    blocks++;
    settleOldest(node);
  }

  /** Two nodes at most: after a large one, the window exceeds its part for a while. */
  private void settleOldest(EvictionNode newest) {
    for (int k = 0; k < 2; k++) {
      EvictionNode oldest = window.oldest();
      if (oldest == null || oldest == newest || windowBytes <= bytes / WINDOW_PART) {
        return;
      }
      EvictionQueue.remove(oldest);
      windowBytes -= oldest.heapBytes();
      oldest.settled = true;
      main.add(oldest, changing);
    }
  }

  private void adapt(ChangeDetector.Finding finding) {
    if (finding != ChangeDetector.Finding.NOTHING_YET) {
      fitSketch();
    }
    if (finding == ChangeDetector.Finding.CHANGED) {
      if (!changing) {
        age(HALVINGS_TO_FORGET);
      }
      changing = true;
      period = Math.max(MIN_PERIOD, Math.min(PERIOD_AFTER_CHANGE, period / 2));
    } else if (finding == ChangeDetector.Finding.STEADY && changing) {
      period *= PERIOD_GROWTH;
      if (period > NEARLY_LONGEST) {
        period = MAX_PERIOD;
        changing = false;
      }
    }
  }

  private void age(int halvings) {
    epoch += halvings;
    past.age(halvings);
    main.age(halvings);
  }

  private void fitSketch() {
    if (past.heapBytes() > MIN_TO_SHRINK && past.heapBytes() > 4 * MAX_SKETCH * blocks) {
      past.restart(MIN_SKETCH * blocks);
    } else if (past.load() > HIGH_LOAD && past.heapBytes() < MAX_SKETCH * blocks) {
      past.grow(2L * past.heapBytes());
    }
  }

  /** Notes a hit. Takes no lock and allocates nothing. For use by any thread. */
  void hit(EvictionNode node) {
    int count = count(node);
    if (count < LEVELS - 1) {
      setCount(node, count + 1);
    }
  }

  private int count(EvictionNode node) {
    int written = node.frequency;
    int halvings = (epoch - (written >> 8)) & 0xff;
    return halvings > HALVINGS_TO_FORGET ? 0 : (written & 0xff) >> halvings;
  }

  private void setCount(EvictionNode node, int count) {
    node.frequency = (short) (epoch << 8 | Math.min(LEVELS - 1, count));
  }

  /** Returns the node to evict next, which stays until it is removed; null if there is none. */
  @Nullable EvictionNode next() {
    EvictionNode least = main.least();
    return least == null ? window.oldest() : least;
  }

  /**
   * Takes a node out.
   *
   * @param evicted whether it made room for others, so that its count is remembered
   */
  void remove(EvictionNode node, boolean evicted) {
    EvictionQueue.remove(node);
    bytes -= node.heapBytes();
    blocks--;
    if (!node.settled) {
      windowBytes -= node.heapBytes();
    }
    if (evicted) {
      past.raise(MixedHash.of(node.hash()), count(node));
    }
  }

  /** Returns the bytes of nodes that have yet to show that they are asked for again. */
  long newcomerBytes() {
    return windowBytes;
  }

  /** Returns how often a node was hit lately, 1 at least. */
  int worth(EvictionNode node) {
    return 1 + count(node);
  }
}
