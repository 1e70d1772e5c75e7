package io.argus.bench.soak;

/**
 * Something that a soak samples, and the growth that does not matter.
 *
 * <p>Immutable.
 */
public enum Quantity {
  HEAP("heap after a collection", "MB", 10, 0),
  DIRECT("direct memory", "MB", 5, 0),
  THREADS("live threads", "", 5, 0),
  FILES("open files", "", 20, 0),
  ZNODES("nodes in ZooKeeper", "", 10, 0),
  REPORTS("usage reports", "KB", 2, 0),
  STATUS("status document", "KB", 5, 0),
  P50("latency, p50", "ms", 0, 0.1),
  P99("latency, p99", "ms", 0, 0.2);

  private final String label;
  private final String unit;
  private final double ignored;
  private final double ignoredPart;

  Quantity(String label, String unit, double ignored, double ignoredPart) {
    this.label = label;
    this.unit = unit;
    this.ignored = ignored;
    this.ignoredPart = ignoredPart;
  }

  public String label() {
    return label;
  }

  /** Empty for a number of things. */
  public String unit() {
    return unit;
  }

  /** The growth per hour that does not matter, of something with that mean. */
  double ignoredPerHour(double mean) {
    return ignored + ignoredPart * mean;
  }
}
