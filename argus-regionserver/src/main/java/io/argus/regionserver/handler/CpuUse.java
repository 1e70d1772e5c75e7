package io.argus.regionserver.handler;

import java.util.concurrent.atomic.LongAdder;

/**
 * CPU time that one tenant's requests and compactions have used so far, as far as it was measured.
 *
 * <p>Safe for use by any thread.
 */
final class CpuUse {
  /** Beyond it, too little was measured in handlers. */
  private static final double MAX_RATIO = 10;

  private final LongAdder requestNanos = new LongAdder();
  private final LongAdder backgroundNanos = new LongAdder();

  /** What the whole process uses for a tenant's requests / what they use in handlers. */
  private volatile double ofHandlers = 1;

  /** Adds time of requests, extrapolated from a sample. */
  void addRequests(long nanos) {
    if (nanos > 0) {
      requestNanos.add(nanos);
    }
  }

  /** Adds time of compactions. */
  void addBackground(long nanos) {
    if (nanos > 0) {
      backgroundNanos.add(nanos);
    }
  }

  /**
   * Notes what requests use outside of handlers, such as by the network's threads and the
   * collector.
   *
   * @param newRatio what the whole process uses for them / what they use in handlers
   */
  void ratio(double newRatio) {
    ofHandlers = Math.max(1, Math.min(MAX_RATIO, newRatio));
  }

  /** Returns time in a handler, ns, with what belongs to it outside. */
  long withOutside(long handlerNanos) {
    return (long) (ofHandlers * handlerNanos);
  }

  long requestNanos() {
    return requestNanos.sum();
  }

  long backgroundNanos() {
    return backgroundNanos.sum();
  }
}
