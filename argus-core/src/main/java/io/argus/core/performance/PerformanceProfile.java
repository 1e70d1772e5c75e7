package io.argus.core.performance;

import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the performance catalogue: a type of workload, its performance function, and where
 * and how the function was measured.
 *
 * <p>The function gives operations per second of the cluster it was measured on. On a cluster with
 * other capacities only its shape counts (see {@link #measuredOn}).
 *
 * <p>Its fields are the members of its JSON ({@link CatalogueFormat}), except for the function.
 *
 * <p>Immutable once built; safe for use by any thread.
 */
public final class PerformanceProfile {
  /** Capacities that differ by a smaller fraction count as the same. */
  private static final double SAME_CAPACITY = 0.1;

  private static final int MAX_NAME = 128;

  private String name;
  private double keyRepeatRatio = Double.NaN;
  private WorkloadMix mix;
  private long cacheCapacityBytes;
  private double hdfsCapacityBytesPerSecond;
  private @Nullable Double crossValidatedError;
  private @Nullable SortedMap<String, Double> fitErrors;
  private @Nullable List<Cliff> cliffs;
  private transient GridFunction function;

  /** For the builder and for JSON, which set the fields. */
  @SuppressWarnings("NullAway.Init")
  private PerformanceProfile() {}

  public static Builder builder(String name) {
    return new Builder(name);
  }

  public String name() {
    return name;
  }

  /** Keys accessed more than once / distinct keys accessed among the last 8192 accesses, 0..1. */
  public double keyRepeatRatio() {
    return keyRepeatRatio;
  }

  public WorkloadMix mix() {
    return mix;
  }

  /** Block cache of all region servers of the cluster it was measured on. */
  public long cacheCapacityBytes() {
    return cacheCapacityBytes;
  }

  /** What HDFS sustained on all region servers of the cluster it was measured on. */
  public double hdfsCapacityBytesPerSecond() {
    return hdfsCapacityBytesPerSecond;
  }

  public GridFunction function() {
    return function;
  }

  /**
   * Mean error of the predictions for points that were left out of the fit, as a fraction of the
   * isolated throughput.
   */
  public OptionalDouble crossValidatedError() {
    return crossValidatedError == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(crossValidatedError);
  }

  /** That error by kind of fit; the profile holds the function of the best kind. */
  public SortedMap<String, Double> fitErrors() {
    return fitErrors == null
        ? Collections.emptySortedMap()
        : Collections.unmodifiableSortedMap(fitErrors);
  }

  /** In the order of their shares. */
  public List<Cliff> cliffs() {
    return cliffs == null ? Collections.emptyList() : Collections.unmodifiableList(cliffs);
  }

  /**
   * Whether it was measured on a cluster of these capacities (within 10 %), so that its operations
   * per second hold there, not only its shape.
   */
  public boolean measuredOn(double cacheBytes, double hdfsBytesPerSecond) {
    return alike((double) cacheCapacityBytes, cacheBytes)
        && alike(hdfsCapacityBytesPerSecond, hdfsBytesPerSecond);
  }

  private static boolean alike(double recorded, double here) {
    return Math.abs(recorded - here) <= SAME_CAPACITY * recorded;
  }

  /**
   * Distance of an observed workload: the root of the squared differences of key repeat ratio and
   * mix, each of which lies within 0..1.
   */
  public double distance(double observedKeyRepeatRatio, WorkloadMix observedMix) {
    return Math.hypot(keyRepeatRatio - observedKeyRepeatRatio, mix.distance(observedMix));
  }

  /**
   * Returns this profile with its function, after all checks.
   *
   * @throws IllegalArgumentException naming the part that is missing or not legal
   */
  PerformanceProfile checked(GridFunction measured) {
    requireMember(mix, "mix");
    WorkloadMix.of(mix.reads(), mix.writes(), mix.scans());
    requireMember(name, "name");
    boolean bearable = name.length() <= MAX_NAME && Shortened.of(name).equals(name);
    require(
        bearable && !name.trim().isEmpty(),
        "name",
        Shortened.of(name),
        "1 to " + MAX_NAME + " characters that can be printed");
    require(
        keyRepeatRatio >= 0 && keyRepeatRatio <= 1,
        "key repeat ratio",
        keyRepeatRatio,
        "within 0..1");
    require(cacheCapacityBytes > 0, "cache capacity", cacheCapacityBytes, "above 0 bytes");
    require(
        hdfsCapacityBytesPerSecond > 0 && hdfsCapacityBytesPerSecond < Double.MAX_VALUE,
        "HDFS capacity",
        hdfsCapacityBytesPerSecond,
        "above 0 bytes per second");
    double crossValidated = crossValidatedError().orElse(0);
    require(crossValidated >= 0, "cross-validated error", crossValidated, "not negative");
    for (Double error : fitErrors().values()) {
      requireMember(error, "fitErrors");
      require(error >= 0, "cross-validated error", error, "not negative");
    }
    for (Cliff cliff : cliffs()) {
      requireMember(cliff, "cliffs");
      Cliff.of(cliff.lowShare(), cliff.highShare(), cliff.lost());
    }
    function = measured.checked();
    double isolated = function.isolatedThroughput();
    require(isolated > 0, "isolated throughput", isolated, "above 0 per second");
    return this;
  }

  private static void requireMember(@Nullable Object value, String member) {
    if (value == null) {
      throw new IllegalArgumentException("it lacks '" + member + "'");
    }
  }

  private void require(boolean legal, String part, Object value, String right) {
    if (!legal) {
      throw new IllegalArgumentException(
          part
              + " of performance profile '"
              + Shortened.of(name)
              + "' is "
              + value
              + ": must be "
              + right);
    }
  }

  /** Collects the parts of one profile. Not safe for use by several threads. */
  public static final class Builder {
    private final PerformanceProfile profile = new PerformanceProfile();
    private final SortedMap<String, Double> fitErrors = new TreeMap<>();
    private final List<Cliff> cliffs = new ArrayList<>();

    private Builder(String name) {
      profile.name = name;
    }

    public Builder workload(double keyRepeatRatio, WorkloadMix mix) {
      profile.keyRepeatRatio = keyRepeatRatio;
      profile.mix = mix;
      return this;
    }

    public Builder cluster(long cacheBytes, double hdfsBytesPerSecond) {
      profile.cacheCapacityBytes = cacheBytes;
      profile.hdfsCapacityBytesPerSecond = hdfsBytesPerSecond;
      return this;
    }

    public Builder crossValidatedError(double fraction) {
      profile.crossValidatedError = fraction;
      return this;
    }

    public Builder fitError(String fit, double fraction) {
      fitErrors.put(fit, fraction);
      return this;
    }

    public Builder cliffs(Collection<Cliff> found) {
      cliffs.addAll(found);
      return this;
    }

    /**
     * Returns the profile; to be called once.
     *
     * @throws IllegalArgumentException naming the part that is missing or not legal
     */
    public PerformanceProfile build(GridFunction function) {
      profile.fitErrors = fitErrors.isEmpty() ? null : fitErrors;
      profile.cliffs = cliffs.isEmpty() ? null : cliffs;
      return profile.checked(function);
    }
  }
}
