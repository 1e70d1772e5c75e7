package io.argus.core.metrics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one sort of subject, such as a tenant of a region server. Where there are several
 * subjects, a tag tells them apart.
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
   * @param tag what the subjects are told apart by
   */
  public static <T> MetricGroup<T> tagged(
      String name, String tag, String description, List<Metric<T>> metrics) {
    return new MetricGroup<>(name, tag, description, metrics);
  }

  /** Returns the figures of the subject of a group without tag. */
  public MetricRecord record(T subject) {
    return record("", subject);
  }

  /**
   * Returns the figures of one subject; those that are no number are left out.
   *
   * @param tagValue the subject's name
   */
  public MetricRecord record(String tagValue, T subject) {
    List<MetricRecord.Sample> samples = new ArrayList<>();
    for (Metric<T> metric : metrics) {
      double figure = metric.of(subject);
      if (!Double.isNaN(figure) && !Double.isInfinite(figure)) {
        samples.add(new MetricRecord.Sample(metric, figure));
      }
    }
    return new MetricRecord(name, tag, tagValue, description, samples);
  }

  /** In camel case, beginning with Argus. */
  public String name() {
    return name;
  }

  /** Null where there is one subject per server. */
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
   * The name by which HBase's {@code /prometheus} shows a metric of this group: group and metric in
   * lower case, an underscore before each word.
   */
  public String prometheusName(Metric<T> metric) {
    return (name + metric.name())
        .replaceAll("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
        .toLowerCase(Locale.ROOT);
  }
}
