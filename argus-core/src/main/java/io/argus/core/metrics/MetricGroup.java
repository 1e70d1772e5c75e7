package io.argus.core.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The metrics of one kind of subject, such as a tenant of a region server. Tags name the subject if
 * there are several.
 *
 * <p>Immutable; safe for use by any thread.
 *
 * @param <T> the subject
 */
public final class MetricGroup<T> {
  /** Which release of Argus a server has: its subject and its tag. */
  public static final MetricGroup<String> BUILD =
      tagged(
          "ArgusBuild",
          "The release of Argus on this region server or active master",
          Collections.singletonList(Metric.gauge("Info", "Always 1.", version -> 1)),
          "version");

  private final String name;
  private final List<String> tags;
  private final boolean buckets;
  private final String description;
  private final List<Metric<T>> metrics;

  private MetricGroup(
      String name,
      List<String> tags,
      boolean buckets,
      String description,
      List<Metric<T>> metrics) {
    this.name = name;
    this.tags = tags;
    this.buckets = buckets;
    this.description = description;
    this.metrics = Collections.unmodifiableList(new ArrayList<>(metrics));
  }

  /** Returns a group of metrics of one subject per server. */
  public static <T> MetricGroup<T> single(
      String name, String description, List<Metric<T>> metrics) {
    return new MetricGroup<>(name, Collections.emptyList(), false, description, metrics);
  }

  /**
   * Returns a group of metrics of several subjects.
   *
   * @param tags names of the tags whose values together name the subject
   */
  public static <T> MetricGroup<T> tagged(
      String name, String description, List<Metric<T>> metrics, String... tags) {
    return new MetricGroup<>(
        name,
        Collections.unmodifiableList(Arrays.asList(tags.clone())),
        false,
        description,
        metrics);
  }

  /**
   * Returns a group of the cumulative buckets of histograms, as Prometheus has them.
   *
   * @param bucket one whose name ends in Bucket
   * @param subject name of the tag that tells the histograms apart; the other tag, {@code le}, is
   *     the upper bound of a bucket
   */
  public static <T> MetricGroup<T> buckets(
      String name, String description, Metric<T> bucket, String subject) {
    return new MetricGroup<>(
        name,
        Collections.unmodifiableList(Arrays.asList(subject, "le")),
        true,
        description,
        Collections.singletonList(bucket));
  }

  /**
   * Returns the figures of one subject; those that are not finite are left out.
   *
   * @param tagValues one for each tag, in their order
   */
  public MetricRecord record(T subject, String... tagValues) {
    if (tagValues.length != tags.size()) {
      throw new IllegalArgumentException(
          tagValues.length + " values for the tags " + tags + " of " + name);
    }
    List<MetricRecord.Sample> samples = new ArrayList<>();
    for (Metric<T> metric : metrics) {
      double figure = metric.of(subject);
      if (!Double.isNaN(figure) && !Double.isInfinite(figure)) {
        samples.add(new MetricRecord.Sample(metric, figure));
      }
    }
    return new MetricRecord(this, Arrays.asList(tagValues.clone()), samples);
  }

  /** In camel case, beginning with Argus. */
  public String name() {
    return name;
  }

  /** Empty if there is one subject per server. */
  public List<String> tags() {
    return tags;
  }

  /** Whether its records are the buckets of histograms. */
  public boolean isBuckets() {
    return buckets;
  }

  public String description() {
    return description;
  }

  public List<Metric<T>> metrics() {
    return metrics;
  }

  /**
   * The name of a metric of this group in HBase's {@code /prometheus}: group and metric in lower
   * case, an underscore before each word.
   */
  public String prometheusName(Metric<T> metric) {
    return (name + metric.name())
        .replaceAll("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
        .toLowerCase(Locale.ROOT);
  }

  /**
   * A percentile of a tenant's waits, as a subject of metrics. Tags name the tenant and which one,
   * as Prometheus does with a {@code quantile}.
   *
   * <p>Immutable; safe for use by any thread.
   */
  public static final class WaitPercentile {
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
      return tagged(
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
}
