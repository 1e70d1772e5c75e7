package io.argus.profiler.campaign;

import io.argus.core.performance.GridFunction;
import io.argus.core.performance.PerformanceProfile;
import io.argus.core.performance.WorkloadMix;
import io.argus.profiler.fit.FitChoice;
import io.argus.profiler.fit.Sample;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Turns the measurements of a campaign into an entry of the performance catalogue.
 *
 * <p>Below the least measured shares the function follows from the measured HDFS bytes and hits,
 * and is never above what was measured: with HDFS share h at most h x capacity / bytes per
 * operation; with no cache at all the part (1 - hit ratio) of the throughput.
 */
public final class Profiles {
  /** Fractions of the least measured HDFS share at which the function gets further nodes. */
  private static final double[] BELOW = {0, 0.1, 0.25, 0.5, 0.75};

  private Profiles() {}

  /**
   * Returns the profile.
   *
   * @throws IllegalArgumentException if there are too few measurements, or the isolated throughput
   *     is 0
   */
  public static PerformanceProfile of(
      String name, Conditions conditions, List<Measurement> measurements) {
    List<Sample> samples =
        measurements.stream().map(Measurement::sample).collect(Collectors.toList());
    if (!(Sample.greatest(samples) > 0)) {
      throw new IllegalArgumentException(
          "isolated throughput of '" + name + "' is 0: the workload did nothing");
    }
    FitChoice fit = FitChoice.of(samples);
    PerformanceProfile.Builder builder =
        PerformanceProfile.builder(name)
            .workload(
                median(measurements.stream().mapToDouble(m -> m.usage().keyRepeatRatio())),
                mix(measurements))
            .cluster(conditions.cacheCapacityBytes(), conditions.hdfsCapacityBytesPerSecond())
            .cliffs(fit.cliffs());
    fit.linear().ifPresent(mean -> builder.fitError("linear", mean));
    fit.monotone().ifPresent(mean -> builder.fitError("monotone", mean));
    fit.error().ifPresent(builder::crossValidatedError);
    return builder.build(withLittle(fit.function(), conditions, measurements));
  }

  private static WorkloadMix mix(List<Measurement> measurements) {
    double reads = median(measurements.stream().mapToDouble(m -> m.usage().reads()));
    double scans = median(measurements.stream().mapToDouble(m -> m.usage().scans()));
    double rest = Math.max(0, 1 - reads - scans);
    return WorkloadMix.of(Math.min(reads, 1 - scans), rest, scans);
  }

  private static double median(DoubleStream figures) {
    double[] sorted = figures.sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** The function, extended to shares below the measured ones. */
  static GridFunction withLittle(
      GridFunction fitted, Conditions conditions, List<Measurement> measurements) {
    double leastCache = measurements.stream().mapToDouble(Measurement::cacheShare).min().orElse(1);
    double leastHdfs = measurements.stream().mapToDouble(Measurement::hdfsShare).min().orElse(1);
    double hits = nearest(measurements, leastCache).usage().hitRatio();
    double[] cache =
        DoubleStream.concat(
                DoubleStream.of(0),
                DoubleStream.of(fitted.cacheShares()).filter(c -> c >= leastCache))
            .toArray();
    double[] hdfs =
        DoubleStream.concat(
                DoubleStream.of(BELOW).map(part -> part * leastHdfs),
                DoubleStream.of(fitted.hdfsShares()).filter(h -> h >= leastHdfs))
            .toArray();
    double[][] values = new double[cache.length][hdfs.length];
    for (int c = 0; c < cache.length; c++) {
      double measuredCache = Math.max(cache[c], leastCache);
      double bytes = bytesPerOperation(nearest(measurements, measuredCache));
      for (int h = 0; h < hdfs.length; h++) {
        double value = fitted.throughput(measuredCache, Math.max(hdfs[h], leastHdfs));
        if (hdfs[h] < leastHdfs && bytes > 0) {
          value = Math.min(value, hdfs[h] * conditions.hdfsCapacityBytesPerSecond() / bytes);
        }
        values[c][h] = cache[c] < leastCache ? value * (1 - hits) : value;
      }
    }
    return GridFunction.nearestMonotone(cache, hdfs, values);
  }

  private static double bytesPerOperation(Measurement measurement) {
    Measurement.Usage usage = measurement.usage();
    double bytes =
        usage.hdfsReadBytesPerSecond()
            + usage.hdfsWrittenBytesPerSecond()
            + usage.compactionReadBytesPerSecond();
    return usage.operationsPerSecond() > 0 ? bytes / usage.operationsPerSecond() : 0;
  }

  /** The measurement nearest to a cache share; of several the one with the least HDFS share. */
  private static Measurement nearest(List<Measurement> measurements, double cacheShare) {
    return measurements.stream()
        .min(
            Comparator.comparingDouble((Measurement m) -> Math.abs(m.cacheShare() - cacheShare))
                .thenComparingDouble(Measurement::hdfsShare))
        .orElseThrow(IllegalArgumentException::new);
  }
}
