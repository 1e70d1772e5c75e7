package io.argus.rivals;

import java.util.Arrays;

/**
 * Measures the key repeat ratio of a tenant (section 5.3.2 of the dissertation): of the distinct
 * keys in a window, the part accessed more than once.
 *
 * <p>The paper's period is {@value #WINDOW} accesses, as in the profiles: over a fixed time, the
 * ratio would grow with the throughput.
 *
 * <p>Safe for use by any thread.
 */
final class KeyRepeats {
  static final int WINDOW = 8192;

  private final int[] hashes = new int[WINDOW];
  private int count;
  private double lastRatio = Double.NaN;

  synchronized void accessed(int hash) {
    hashes[count++] = hash;
    if (count == WINDOW) {
      lastRatio = ratio(hashes, count);
      count = 0;
    }
  }

  /** The ratio of the last full window, 0..1; while there is none, of what was accessed. */
  synchronized double ratio() {
    return Double.isNaN(lastRatio) ? ratio(hashes, count) : lastRatio;
  }

  synchronized void forget() {
    count = 0;
    lastRatio = Double.NaN;
  }

  private static double ratio(int[] hashes, int count) {
    int[] sorted = Arrays.copyOf(hashes, count);
    Arrays.sort(sorted);
    int distinct = 0;
    int repeated = 0;
    for (int i = 0; i < count; ) {
      int first = i;
      while (i < count && sorted[i] == sorted[first]) {
        i++;
      }
      distinct++;
      repeated += i - first > 1 ? 1 : 0;
    }
    return distinct == 0 ? 0 : (double) repeated / distinct;
  }
}
