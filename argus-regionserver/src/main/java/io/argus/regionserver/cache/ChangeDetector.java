package io.argus.regionserver.cache;

/**
 * Notices that other blocks are popular now than those cached.
 *
 * <p>It counts the misses of each block, during as many accesses as blocks are cached. While the
 * most popular blocks are cached, hardly any other block is missed {@value #REPEATS} times in that
 * time: not in a scan, nor in a loop, nor with uniform access. After a hot set has moved, many are.
 *
 * <p>Not safe for use by several threads.
 */
final class ChangeDetector {
  /** What a miss tells. */
  enum Finding {
    NOTHING_YET,
    /** A window has ended without a sign of change. */
    STEADY,
    CHANGED
  }

  static final int REPEATS = 4;

  /** Least part of the misses that must be repeated ones. */
  static final double CHANGED_PART = 0.006;

  private static final int MIN_REPEATED = 3;
  private static final int MIN_WINDOW_PART = 4;
  private static final int COUNTERS_PER_BLOCK = 4;
  private static final int MIN_TO_SHRINK = 1024;

  private final FrequencySketch recent = new FrequencySketch();
  private long windowStart;
  private int misses;
  private int repeated;

  /** Whether the last window found a change: the next one shows its consequences. */
  private boolean settling;

  /**
   * Counts a miss.
   *
   * @param accesses number of accesses so far, hits and misses
   * @param blocks number of blocks cached
   */
  Finding missed(long mixedHash, long accesses, int blocks) {
    if (recent.heapBytes() < (long) COUNTERS_PER_BLOCK * blocks) {
      startWindow(accesses, blocks);
    }
    int before = recent.count(mixedHash);
    recent.raise(mixedHash, before + 1);
    misses++;
    repeated += before + 1 >= REPEATS ? 1 : 0;
    long length = accesses - windowStart;
    boolean changed =
        !settling
            && length >= blocks / MIN_WINDOW_PART
            && repeated >= MIN_REPEATED
            && repeated > misses * CHANGED_PART;
    if (!changed && length < blocks) {
      return Finding.NOTHING_YET;
    }
    boolean steady = repeated <= misses * CHANGED_PART;
    startWindow(accesses, blocks);
    settling = changed;
    return changed ? Finding.CHANGED : steady ? Finding.STEADY : Finding.NOTHING_YET;
  }

  private void startWindow(long accesses, int blocks) {
    windowStart = accesses;
    misses = 0;
    repeated = 0;
    long bytes = (long) COUNTERS_PER_BLOCK * blocks;
    if (recent.heapBytes() < bytes || recent.heapBytes() > Math.max(MIN_TO_SHRINK, 8 * bytes)) {
      recent.restart(bytes);
    } else {
      recent.clear();
    }
  }
}
