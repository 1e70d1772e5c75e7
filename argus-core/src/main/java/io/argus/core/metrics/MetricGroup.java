package io.argus.core.metrics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one kind of subject, such as a tenant of a region server. A tag names the subject
 * if there are several.
 *
 * <p>Immutable; safe for use by any thread.
 *
 * @param <T> the subject
 */
public final class MetricGroup<T> {
  private final String name;
  private final @Nullable String tag;
  private final String description;
  private final List<Metric<T>> metrics;

  private MetricGroup(
      String name, @Nullable String tag, String description, List<Metric<T>> metrics) {
    this.name = name;
    this.tag = tag;
    this.description = description;
    this.metrics = Collections.unmodifiableList(new ArrayList<>(metrics));
  }

  /** Returns a group of metrics of one subject per server. */
  public static <T> MetricGroup<T> single(
      String name, String description, List<Metric<T>> metrics) {
    return new MetricGroup<>(name, null, description, metrics);
  }

  /**
   * Returns a group of metrics of several subjects.
   *
   * @param tag name of the tag whose value is the name of the subject
   */
  public static <T> MetricGroup<T> tagged(
      String name, String tag, String description, List<Metric<T>> metrics) {
    return new MetricGroup<>(name, tag, description, metrics);
  }

  /** Returns the figures of the only subject of a group without tag. */
  public MetricRecord record(T subject) {
    return record("", subject);
  }

  /**
   * Returns the figures of one subject; those that are not finite are left out.
   *
   * @param tagValue name of the subject
   */
  public MetricRecord record(String tagValue, T subject) {
    List<MetricRecord.Sample> samples = new ArrayList<>();
    for (Metric<T> metric : metrics) {
      double figure = metric.of(subject);
      if (!Double.isNaN(figure) && !Double.isInfinite(figure)) {
        samples.add(new MetricRecord.Sample(metric, figure));
      }
    }
    return new MetricRecord(this, tagValue, samples);
  }

  /** In camel case, beginning with Argus. */
  public String name() {
    return name;
  }

  /** Null if there is one subject per server. */
  public @Nullable String tag() {
    return tag;
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
}
