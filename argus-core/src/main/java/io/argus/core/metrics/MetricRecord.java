package io.argus.core.metrics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one subject at one moment, such as those of a tenant.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class MetricRecord {
  /** One figure. */
  public static final class Sample {
    private final Metric<?> metric;
    private final double value;

    Sample(Metric<?> metric, double value) {
      this.metric = metric;
      this.value = value;
    }

    public Metric<?> metric() {
      return metric;
    }

    public double value() {
      return value;
    }
  }

  private final String name;
  private final @Nullable String tag;
  private final String tagValue;
  private final String description;
  private final List<Sample> samples;

  MetricRecord(
      String name,
      @Nullable String tag,
      String tagValue,
      String description,
      List<Sample> samples) {
    this.name = name;
    this.tag = tag;
    this.tagValue = tagValue;
    this.description = description;
    this.samples = Collections.unmodifiableList(new ArrayList<>(samples));
  }

  /** Name of the group. */
  public String name() {
    return name;
  }

  /** Null where there is one subject per server. */
  public @Nullable String tag() {
    return tag;
  }

  public String tagValue() {
    return tagValue;
  }

  public String description() {
    return description;
  }

  public List<Sample> samples() {
    return samples;
  }

  /** The same for each record of a subject, another for each other subject: for JMX. */
  public String key() {
    return tag == null ? name : name + "," + tag + "=" + tagValue;
  }
}
