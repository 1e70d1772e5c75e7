package io.argus.load.slowdisk;

import static io.argus.load.basics.Argument.require;

/**
 * A disk that serves one read after the other at a fixed rate.
 *
 * <p>It serves reads in the order in which they reserve, without bursts. Thread-safe.
 */
final class ReadLimit {
  /** Guarded by this. */
  private long nanosPerRead;

  /** When the last reserved read is done. Guarded by this. */
  private long busyUntilNanos;

  ReadLimit(int readsPerSecond, long nowNanos) {
    this.busyUntilNanos = nowNanos;
    rate(readsPerSecond);
  }

  /** Changes the rate for reads that reserve from now on. */
  synchronized void rate(int readsPerSecond) {
    require(readsPerSecond >= 1, "readsPerSecond", readsPerSecond, "at least 1");
    nanosPerRead = 1_000_000_000L / readsPerSecond;
  }

  /** Reserves that many reads and returns the time at which the last of them is done. */
  synchronized long reserve(int reads, long nowNanos) {
    long start = busyUntilNanos - nowNanos > 0 ? busyUntilNanos : nowNanos;
    busyUntilNanos = start + reads * nanosPerRead;
    return busyUntilNanos;
  }
}
