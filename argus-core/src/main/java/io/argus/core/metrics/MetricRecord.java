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

  private final MetricGroup<?> group;
  private final String tagValue;
  private final List<Sample> samples;

  MetricRecord(MetricGroup<?> group, String tagValue, List<Sample> samples) {
    this.group = group;
    this.tagValue = tagValue;
    this.samples = Collections.unmodifiableList(new ArrayList<>(samples));
  }

  public String name() {
    return group.name();
  }

  /** Null if there is one subject per server. */
  public @Nullable String tag() {
    return group.tag();
  }

  public String tagValue() {
    return tagValue;
  }

  public String description() {
    return group.description();
  }

  public List<Sample> samples() {
    return samples;
  }

  /** The part of an MBean name that identifies the subject. */
  public String key() {
    return tag() == null ? name() : name() + "," + tag() + "=" + tagValue;
  }
}
