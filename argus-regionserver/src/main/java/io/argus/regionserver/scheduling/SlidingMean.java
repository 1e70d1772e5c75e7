package io.argus.regionserver.scheduling;

/**
 * The mean of the last n values, the estimate of a request's cost (BytesEstimation in Algorithm 3).
 *
 * <p>Not safe for use by several threads.
 */
public final class SlidingMean {
  /** Finished requests whose mean cost is the estimate for the next one. */
  public static final int REQUESTS = 10;

  private final long[] values;
  private int count;
  private int oldest;
  private long sum;
  private long mean;
  private boolean stale;

  public SlidingMean(int window) {
    values = new long[window];
  }

  public void add(long value) {
    if (count == values.length) {
      sum -= values[oldest];
      values[oldest] = value;
      oldest = oldest + 1 == values.length ? 0 : oldest + 1;
    } else {
      values[count++] = value;
    }
    sum += value;
    stale = true;
  }

  /** Mean of the window, or the given value while it is empty. */
  public long mean(long whileEmpty) {
    if (count == 0) {
      return whileEmpty;
    }
    if (stale) {
      mean = sum / count;
      stale = false;
    }
    return mean;
  }

  public int count() {
    return count;
  }
}
