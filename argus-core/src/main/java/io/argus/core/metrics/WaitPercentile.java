package io.argus.core.metrics;

import java.util.Arrays;

/**
 * A percentile of a tenant's waits, as a subject of metrics. Tags name the tenant and which one, as
 * Prometheus does with a {@code quantile}.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class WaitPercentile {
  private static final double NANOS = 1e9;

  private final double queueNanos;
  private final double hdfsNanos;

  /**
   * @param queueNanos wait for a handler
   * @param hdfsNanos wait for I/O admission, of the requests that had to wait; NaN if not known
   */
  public WaitPercentile(double queueNanos, double hdfsNanos) {
    this.queueNanos = queueNanos;
    this.hdfsNanos = hdfsNanos;
  }

  /** Returns the metrics of such percentiles, with the tags tenant and quantile, such as 0.99. */
  public static MetricGroup<WaitPercentile> group(String name, String description) {
    return MetricGroup.tagged(
        name,
        description,
        Arrays.asList(
            Metric.gauge("QueueWaitSeconds", "Wait for a handler.", w -> w.queueNanos / NANOS),
            Metric.gauge(
                "HdfsWaitSeconds",
                "Wait for I/O admission, of the requests that had to wait.",
                w -> w.hdfsNanos / NANOS)),
        "tenant",
        "quantile");
  }
}
