package io.argus.regionserver.cache;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * How fast accesses may be followed for miss curves: {@value #MAX_PER_SECOND} steps a second over
 * all tenants, about one percent of a core. A step is an access, or a block that enters one of the
 * miniature caches. Each tenant may take its equal part of the steps.
 *
 * <p>Safe for use by any thread.
 */
final class SamplingPace {
  static final int MAX_PER_SECOND = 24_000;

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

  /** Returns the least nanoseconds in which a tenant may take so many steps. */
  long leastNanos(long steps) {
    return steps * tenants.getAsInt() * NANOS_PER_SECOND / MAX_PER_SECOND;
  }
}
