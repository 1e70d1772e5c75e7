package io.argus.regionserver.cpu;

import java.util.concurrent.atomic.LongAdder;

/**
 * CPU time that one tenant's requests and compactions have used so far, as far as it was measured.
 *
 * <p>Safe for use by any thread.
 */
public final class CpuUse {
  private final LongAdder requestNanos = new LongAdder();
  private final LongAdder backgroundNanos = new LongAdder();

  /** Adds time of requests, extrapolated from a sample. */
  public void addRequests(long nanos) {
    if (nanos > 0) {
      requestNanos.add(nanos);
    }
  }

  /** Adds time of compactions. */
  public void addBackground(long nanos) {
    if (nanos > 0) {
      backgroundNanos.add(nanos);
    }
  }

  public long requestNanos() {
    return requestNanos.sum();
  }

  public long backgroundNanos() {
    return backgroundNanos.sum();
  }
}
