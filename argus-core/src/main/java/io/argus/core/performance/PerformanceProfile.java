package io.argus.core.performance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An entry of the performance catalogue: a type of workload, its performance function, and where
 * and how the function was measured.
 *
 * <p>The function gives operations per second of the cluster it was measured on. On a cluster with
 * other capacities only its shape counts (see {@link #measuredOn}).
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PerformanceProfile {
  /** Capacities that differ by a smaller fraction count as the same. */
  private static final double SAME_CAPACITY = 0.1;

  private final String name;
  private final double keyRepeatRatio;
  private final WorkloadMix mix;
  private final Provenance provenance;
  private final long cacheCapacityBytes;
  private final double hdfsCapacityBytesPerSecond;
  private final GridFunction function;
  private final OptionalDouble crossValidatedError;
  private final SortedMap<String, Double> fitErrors;
  private final List<Cliff> cliffs;

  private PerformanceProfile(Builder builder, GridFunction function) {
    this.name = builder.name;
    this.keyRepeatRatio = builder.keyRepeatRatio;
    this.mix = builder.mix;
    this.provenance = builder.provenance;
    this.cacheCapacityBytes = builder.cacheCapacityBytes;
    this.hdfsCapacityBytesPerSecond = builder.hdfsCapacityBytesPerSecond;
    this.crossValidatedError = builder.crossValidatedError;
    this.fitErrors = Collections.unmodifiableSortedMap(new TreeMap<>(builder.fitErrors));
    this.cliffs = Collections.unmodifiableList(new ArrayList<>(builder.cliffs));
    this.function = function;
  }

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

  public Provenance provenance() {
    return provenance;
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
    return crossValidatedError;
  }

  /** That error by kind of fit; the profile holds the function of the best kind. */
  public SortedMap<String, Double> fitErrors() {
    return fitErrors;
  }

  /** In the order of their shares. */
  public List<Cliff> cliffs() {
    return cliffs;
  }

  /**
   * Whether the profiler measured it on a cluster of these capacities (within 10 %), so that its
   * operations per second hold there, not only its shape.
   */
  public boolean measuredOn(double cacheBytes, double hdfsBytesPerSecond) {
    return provenance == Provenance.PROFILED
        && alike((double) cacheCapacityBytes, cacheBytes)
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

  /** Collects the parts of a profile. Not safe for use by several threads. */
  public static final class Builder {
    private final String name;
    private double keyRepeatRatio = Double.NaN;
    private WorkloadMix mix = WorkloadMix.of(1, 0, 0);
    private Provenance provenance = Provenance.ANALYTIC;
    private long cacheCapacityBytes;
    private double hdfsCapacityBytesPerSecond;
    private OptionalDouble crossValidatedError = OptionalDouble.empty();
    private final SortedMap<String, Double> fitErrors = new TreeMap<>();
    private final List<Cliff> cliffs = new ArrayList<>();

    private Builder(String name) {
      this.name = name;
    }

    public Builder workload(double ratio, WorkloadMix workloadMix) {
      keyRepeatRatio = ratio;
      mix = workloadMix;
      return this;
    }

    public Builder provenance(Provenance how) {
      provenance = how;
      return this;
    }

    public Builder cluster(long cacheBytes, double hdfsBytesPerSecond) {
      cacheCapacityBytes = cacheBytes;
      hdfsCapacityBytesPerSecond = hdfsBytesPerSecond;
      return this;
    }

    public Builder crossValidatedError(double fraction) {
      crossValidatedError = OptionalDouble.of(fraction);
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
     * Returns the profile.
     *
     * @throws IllegalArgumentException naming the part that is missing or not legal
     */
    public PerformanceProfile build(GridFunction function) {
      require(!name.trim().isEmpty(), "name", name, "not empty");
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
      require(
          crossValidatedError.orElse(0) >= 0,
          "cross-validated error",
          crossValidatedError,
          "not negative");
      for (double error : fitErrors.values()) {
        require(error >= 0, "cross-validated error", error, "not negative");
      }
      require(
          function.isolatedThroughput() > 0,
          "isolated throughput",
          function.isolatedThroughput(),
          "above 0 per second");
      return new PerformanceProfile(this, function);
    }

    private void require(boolean sound, String part, Object value, String right) {
      if (!sound) {
        throw new IllegalArgumentException(
            part + " of performance profile '" + name + "' is " + value + ": must be " + right);
      }
    }
  }
}
