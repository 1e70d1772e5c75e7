package io.argus.regionserver.cpu;

import java.util.function.LongSupplier;

/**
 * Measures the CPU time of a sample of the requests of one thread, and extrapolates it to all of
 * them.
 *
 * <p>Idea: to read a thread's CPU clock is a system call. So a request is measured with a
 * probability in proportion to the time that it is expected to take, and counts that many times
 * more: the sum is right on average, and the cost is at most two reads for each {@value
 * #INTERVAL_NANOS} ns of expected handler time. Requests that are expected to take longer are all
 * measured. A request that turns out to be long is measured exactly from its first pause on. The
 * choice is systematic sampling: a request is measured when the sum of expected times passes a
 * multiple of the interval.
 *
 * <p>For what one request has used, the expected time stands in where it is not measured.
 *
 * <p>Allocates nothing. Used by one thread.
 */
public final class RequestMeter {
  static final long INTERVAL_NANOS = 1_000_000;

  /** At most so many requests are extrapolated from one, so that a rare long one weighs less. */
  private static final int MAX_WEIGHT = 32;

  /** Of a request that is not measured now. */
  private static final double NONE = 0;

  private final LongSupplier threadClock;

  /** Sum of the expected times since the last request that was measured. */
  private long sinceMeasuredNanos;

  /** How many requests the current one stands for; {@link #NONE} if it is not measured. */
  private double weight;

  private long startNanos;

  /** CPU time of the current request that was measured. */
  private long measuredNanos;

  /** The rest of it. */
  private long expectedNanos;

  /**
   * @param threadClock CPU time of the calling thread, ns; below 0 if it is not known
   * @param phaseNanos where in its first interval the sampling begins, so that threads differ
   */
  public RequestMeter(LongSupplier threadClock, long phaseNanos) {
    this.threadClock = threadClock;
    sinceMeasuredNanos = Math.floorMod(phaseNanos, INTERVAL_NANOS);
  }

  /**
   * Begins a request.
   *
   * @param nanos CPU time that it is expected to use
   */
  public void begin(long nanos) {
    long size = Math.max(INTERVAL_NANOS / MAX_WEIGHT, Math.min(INTERVAL_NANOS, nanos));
    measuredNanos = 0;
    expectedNanos = nanos;
    sinceMeasuredNanos += size;
    if (sinceMeasuredNanos < INTERVAL_NANOS) {
      weight = NONE;
      return;
    }
    sinceMeasuredNanos -= INTERVAL_NANOS;
    weight = (double) INTERVAL_NANOS / size;
    expectedNanos = 0;
    startNanos = threadClock.getAsLong();
  }

  /**
   * Notes that the request is long: from now on it is measured for certain.
   *
   * @param handlerNanos that it has used so far; stands in for what was not measured
   * @return what it adds to the CPU time of all requests, ns
   */
  public long longer(long handlerNanos) {
    long before = weight == NONE ? 0 : sinceStart();
    if (weight == NONE) {
      expectedNanos = handlerNanos;
      startNanos = threadClock.getAsLong();
    }
    weight = 1;
    return before;
  }

  /**
   * Ends the request.
   *
   * @return what it adds to the CPU time of all requests, ns
   */
  public long end() {
    long nanos = weight == NONE ? 0 : sinceStart();
    weight = NONE;
    return nanos;
  }

  /** Whether nothing of the current request, or the last one, was measured. */
  public boolean isEstimate() {
    return expectedNanos > 0 && measuredNanos == 0;
  }

  /**
   * Returns the CPU time of the current request up to its last {@link #longer}, or of the last one;
   * handler time where the virtual machine does not say.
   *
   * @param handlerNanos that it has used, which is never less
   */
  public long usedNanos(long handlerNanos) {
    return startNanos < 0 ? handlerNanos : Math.min(handlerNanos, expectedNanos + measuredNanos);
  }

  private long sinceStart() {
    long now = threadClock.getAsLong();
    long nanos = startNanos < 0 ? 0 : Math.max(0, now - startNanos);
    startNanos = now;
    measuredNanos += nanos;
    return (long) (weight * nanos);
  }
}
