package io.argus.regionserver.scheduler;

/**
 * How long a tenant has had a request waiting, be it for a handler or for HDFS.
 *
 * <p>Safe for use by any thread.
 */
final class BacklogClock {
  private int places;
  private long sinceNanos;
  private long totalNanos;

  /** A request waits at one more place. */
  synchronized void enter(long nowNanos) {
    if (places++ == 0) {
      sinceNanos = nowNanos;
    }
  }

  /** No request waits at one of the places any more. */
  synchronized void leave(long nowNanos) {
    if (--places == 0) {
      totalNanos += Math.max(0, nowNanos - sinceNanos);
    }
  }

  synchronized long totalNanos(long nowNanos) {
    return totalNanos + (places > 0 ? Math.max(0, nowNanos - sinceNanos) : 0);
  }
}
