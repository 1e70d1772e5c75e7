package io.argus.core.usage;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The 99th percentiles of the time that a tenant's requests take in a server, from their arrival to
 * their end, in nanoseconds; 0 where there was no request. A multi that writes counts as a write.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ResponseTimes {
  public static final ResponseTimes NONE = new ResponseTimes(new EnumMap<>(Group.class));

  /** What is measured apart. */
  public enum Group {
    GET,
    SCAN,
    WRITE,
    ALL;

    /** The group of a kind of request; {@link #ALL} if it has none of its own. */
    public static Group of(@Nullable RequestKind kind) {
      if (kind == RequestKind.GET) {
        return GET;
      }
      if (kind == RequestKind.SCAN) {
        return SCAN;
      }
      return kind == RequestKind.WRITE || kind == RequestKind.MULTI ? WRITE : ALL;
    }
  }

  private final Map<Group, Double> p99Nanos;

  private ResponseTimes(Map<Group, Double> p99Nanos) {
    this.p99Nanos = p99Nanos;
  }

  public static ResponseTimes of(
      double getNanos, double scanNanos, double writeNanos, double allNanos) {
    Map<Group, Double> p99Nanos = new EnumMap<>(Group.class);
    p99Nanos.put(Group.GET, getNanos);
    p99Nanos.put(Group.SCAN, scanNanos);
    p99Nanos.put(Group.WRITE, writeNanos);
    p99Nanos.put(Group.ALL, allNanos);
    return new ResponseTimes(p99Nanos);
  }

  public double p99Nanos(Group group) {
    return p99Nanos.getOrDefault(group, 0.0);
  }

  /** Whether it can be used; one that was read from JSON may lack its members. */
  boolean isComplete() {
    return p99Nanos != null && !p99Nanos.containsKey(null) && !p99Nanos.containsValue(null);
  }

  /** Returns the greater of both percentiles of each group. */
  public ResponseTimes worst(ResponseTimes other) {
    Map<Group, Double> worst = new EnumMap<>(Group.class);
    for (Group group : Group.values()) {
      worst.put(group, Math.max(p99Nanos(group), other.p99Nanos(group)));
    }
    return new ResponseTimes(worst);
  }

  /** A weighted mean over windows, of each group over those with a request. */
  public static final class Mean {
    private final Map<Group, Double> sums = new EnumMap<>(Group.class);
    private final Map<Group, Double> weights = new EnumMap<>(Group.class);

    public void add(ResponseTimes times, double weight) {
      for (Group group : Group.values()) {
        double nanos = times.p99Nanos(group);
        if (nanos > 0) {
          sums.merge(group, weight * nanos, Double::sum);
          weights.merge(group, weight, Double::sum);
        }
      }
    }

    public ResponseTimes mean() {
      Map<Group, Double> means = new EnumMap<>(Group.class);
      sums.forEach((group, sum) -> means.put(group, sum / weights.getOrDefault(group, 1.0)));
      return means.isEmpty() ? NONE : new ResponseTimes(means);
    }
  }
}
