package io.argus.core.usage;

/**
 * The 99th percentiles of the time that a tenant's requests take in a server, from their arrival to
 * their end, in nanoseconds; 0 where there was no request. A multi that writes counts as a write.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ResponseTimes {
  public static final ResponseTimes NONE = new ResponseTimes(0, 0, 0, 0);

  /** What is measured apart. */
  public enum Group {
    GET,
    SCAN,
    WRITE,
    ALL;

    /** The group of a kind of request; {@link #ALL} if it has none of its own. */
    public static Group of(RequestKind kind) {
      switch (kind) {
        case GET:
          return GET;
        case SCAN:
          return SCAN;
        case WRITE:
        case MULTI:
          return WRITE;
        default:
          return ALL;
      }
    }
  }

  private final double getNanos;
  private final double scanNanos;
  private final double writeNanos;
  private final double allNanos;

  private ResponseTimes(double getNanos, double scanNanos, double writeNanos, double allNanos) {
    this.getNanos = getNanos;
    this.scanNanos = scanNanos;
    this.writeNanos = writeNanos;
    this.allNanos = allNanos;
  }

  public static ResponseTimes of(
      double getNanos, double scanNanos, double writeNanos, double allNanos) {
    return getNanos == 0 && scanNanos == 0 && writeNanos == 0 && allNanos == 0
        ? NONE
        : new ResponseTimes(getNanos, scanNanos, writeNanos, allNanos);
  }

  public double p99Nanos(Group group) {
    switch (group) {
      case GET:
        return getNanos;
      case SCAN:
        return scanNanos;
      case WRITE:
        return writeNanos;
      default:
        return allNanos;
    }
  }

  /** Returns the greater of both percentiles of each group. */
  public ResponseTimes worst(ResponseTimes other) {
    return of(
        Math.max(getNanos, other.getNanos),
        Math.max(scanNanos, other.scanNanos),
        Math.max(writeNanos, other.writeNanos),
        Math.max(allNanos, other.allNanos));
  }

  /**
   * A weighted mean over windows, of each group over those with a request. Not safe for use by
   * several threads.
   */
  public static final class Mean {
    private final Weighted get = new Weighted();
    private final Weighted scan = new Weighted();
    private final Weighted write = new Weighted();
    private final Weighted all = new Weighted();

    private static final class Weighted {
      private double sum;
      private double weight;

      void add(double nanos, double ofWeight) {
        sum += ofWeight * nanos;
        weight += nanos > 0 ? ofWeight : 0;
      }

      double mean() {
        return weight > 0 ? sum / weight : 0;
      }
    }

    public void add(ResponseTimes times, double weight) {
      get.add(times.getNanos, weight);
      scan.add(times.scanNanos, weight);
      write.add(times.writeNanos, weight);
      all.add(times.allNanos, weight);
    }

    public ResponseTimes mean() {
      return of(get.mean(), scan.mean(), write.mean(), all.mean());
    }
  }
}
