package io.argus.rivals;

/**
 * Estimates the HDFS bytes of the next request as the mean of the last ten, as both schedulers of
 * the dissertation do (section 5.2.2 B).
 *
 * <p>Used by one thread at a time.
 */
final class MeanBytes {
  private static final int WINDOW = 10;

  private final double[] last = new double[WINDOW];
  private int count;

  void add(double bytes) {
    last[count++ % WINDOW] = bytes;
  }

  /** The mean, 0 before the first request has ended. */
  double estimate() {
    int filled = Math.min(count, WINDOW);
    double sum = 0;
    for (int i = 0; i < filled; i++) {
      sum += last[i];
    }
    return filled == 0 ? 0 : sum / filled;
  }
}
