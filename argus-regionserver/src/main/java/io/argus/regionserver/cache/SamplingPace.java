package io.argus.regionserver.cache;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * How fast accesses may be followed for miss curves: {@value #MOST_PER_SECOND} a second over all
 * tenants, a few percent of one processor. Each tenant may follow its equal part of that.
 *
 * <p>Safe for use by any thread.
 */
final class SamplingPace {
  static final int MOST_PER_SECOND = 32_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final LongSupplier nanoClock;
  private final IntSupplier tenants;

  SamplingPace(LongSupplier nanoClock, IntSupplier tenants) {
    this.nanoClock = nanoClock;
    this.tenants = tenants;
  }

  long nanoTime() {
    return nanoClock.getAsLong();
  }

  /** Returns the least nanoseconds in which a tenant may follow so many accesses. */
  long leastNanos(long accesses) {
    return accesses * tenants.getAsInt() * NANOS_PER_SECOND / MOST_PER_SECOND;
  }
}
