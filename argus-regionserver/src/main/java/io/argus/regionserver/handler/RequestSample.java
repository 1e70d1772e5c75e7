package io.argus.regionserver.handler;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.TimeUnit;

/**
 * Which of a tenant's short requests are measured while the host runs them, so that it costs little
 * however many there are: all of up to {@value #PER_SECOND} a second; of more, each with the
 * probability 1/2, 1/4 and so on that leaves about as many. One that is measured stands for the
 * others: sums are right on average.
 *
 * <p>Safe for use by any thread.
 */
final class RequestSample {
  static final int PER_SECOND = 250;
  private static final int MAX_WEIGHT = 128;
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** For how long a tenant counts as one that sends requests. */
  private static final long ACTIVE_NANOS = 3 * WINDOW_NANOS;

  private volatile int weight = 1;

  @GuardedBy("this")
  private long windowNanos;

  @GuardedBy("this")
  private int measured;

  @GuardedBy("this")
  private boolean active;

  @GuardedBy("this")
  private long lastNanos;

  /**
   * Returns for how many requests the next one stands, itself included; 0 if it is not measured.
   *
   * @param random any number with the same probability
   * @param atLeast power of two: of that many, one at most is measured
   */
  int next(int random, int atLeast) {
    int current = Math.max(weight, atLeast);
    return (random & (current - 1)) == 0 ? current : 0;
  }

  /** Notes that a request is measured. */
  synchronized void measured(long nowNanos) {
    active = true;
    lastNanos = nowNanos;
    if (measured == 0) {
      windowNanos = nowNanos;
    }
    measured++;
    long elapsed = nowNanos - windowNanos;
    if (elapsed >= WINDOW_NANOS || (measured >= 2 * PER_SECOND && elapsed > 0)) {
      double perSecond = (double) measured * weight * WINDOW_NANOS / elapsed;
      int wanted = (int) Math.min(MAX_WEIGHT, Math.max(1, perSecond / PER_SECOND));
      weight = Integer.highestOneBit(wanted);
      measured = 0;
    }
  }

  /** For how many requests one stands now; 0 if there were none for a while. */
  synchronized int weight(long nowNanos) {
    active &= nowNanos - lastNanos < ACTIVE_NANOS;
    return active ? weight : 0;
  }
}
