package io.argus.core.metrics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
  private final List<String> tagValues;
  private final List<Sample> samples;

  MetricRecord(MetricGroup<?> group, List<String> tagValues, List<Sample> samples) {
    this.group = group;
    this.tagValues = Collections.unmodifiableList(tagValues);
    this.samples = Collections.unmodifiableList(new ArrayList<>(samples));
  }

  public String name() {
    return group.name();
  }

  /** Names of its tags; empty if there is one subject per server. */
  public List<String> tags() {
    return group.tags();
  }

  /** One for each tag, in their order. */
  public List<String> tagValues() {
    return tagValues;
  }

  public String description() {
    return group.description();
  }

  public List<Sample> samples() {
    return samples;
  }

  /** The part of an MBean name that identifies the subject. */
  public String key() {
    return key(tagValues.size());
  }

  /** The {@link #key} of the subject that it is about: of a bucket, the one with the histogram. */
  public String sourceKey() {
    return key(group.isBuckets() ? tagValues.size() - 1 : tagValues.size());
  }

  private String key(int tagCount) {
    StringBuilder key = new StringBuilder(name());
    for (int i = 0; i < tagCount; i++) {
      key.append(',').append(tags().get(i)).append('=').append(tagValues.get(i));
    }
    return key.toString();
  }
}
