package io.argus.regionserver.scheduling;

/**
 * How long a tenant has had a request waiting, for a handler slot or for HDFS.
 *
 * <p>Safe for use by any thread.
 */
public final class BacklogClock {
  private int places;
  private long sinceNanos;
  private long totalNanos;

  /** A request waits at one more place. */
  public synchronized void enter(long nowNanos) {
    if (places++ == 0) {
      sinceNanos = nowNanos;
    }
  }

  /** No request waits at one of the places any more. */
  public synchronized void leave(long nowNanos) {
    if (--places == 0) {
      totalNanos += Math.max(0, nowNanos - sinceNanos);
    }
  }

  public synchronized long totalNanos(long nowNanos) {
    return totalNanos + (places > 0 ? Math.max(0, nowNanos - sinceNanos) : 0);
  }
}
