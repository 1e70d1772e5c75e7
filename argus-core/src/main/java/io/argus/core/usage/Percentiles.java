package io.argus.core.usage;

/**
 * Three percentiles of a duration, in nanoseconds; all 0 where nothing was recorded.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Percentiles {
  /** Of a window in which nothing happened. */
  public static final Percentiles NONE = new Percentiles(0, 0, 0);

  private final long p50Nanos;
  private final long p95Nanos;
  private final long p99Nanos;

  public Percentiles(long p50Nanos, long p95Nanos, long p99Nanos) {
    this.p50Nanos = p50Nanos;
    this.p95Nanos = p95Nanos;
    this.p99Nanos = p99Nanos;
  }

  public long p50Nanos() {
    return p50Nanos;
  }

  public long p95Nanos() {
    return p95Nanos;
  }

  public long p99Nanos() {
    return p99Nanos;
  }
}
