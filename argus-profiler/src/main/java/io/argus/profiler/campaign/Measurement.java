package io.argus.profiler.campaign;

import static io.argus.load.basics.Argument.require;

import com.google.gson.JsonObject;
import io.argus.core.performance.WorkloadMix;
import io.argus.profiler.fit.GridPoint;
import io.argus.profiler.fit.Sample;
import org.jspecify.annotations.Nullable;

/**
 * What was measured at one point.
 *
 * @param atMillis end of the window, milliseconds since the epoch
 * @param throughput operations per second that succeeded, counted by the client
 * @param standardError of the throughput over the window's seconds
 * @param seconds length of the window
 * @param settledSeconds seconds from the reservation to the end of the window
 * @param steady whether the throughput was steady; if not, the time was up
 * @param usage what the region servers reported in the window
 * @param ownFunction the performance function that the master derived from the workload's behaviour
 *     at this point, as the cluster wrote it; null if there is none
 */
public record Measurement(
    double cacheShare,
    double hdfsShare,
    long atMillis,
    double throughput,
    double standardError,
    int seconds,
    int settledSeconds,
    boolean steady,
    Latencies latencies,
    long errors,
    Usage usage,
    @Nullable JsonObject ownFunction) {

  /** Client-observed percentiles in milliseconds. */
  public record Latencies(double p50Millis, double p95Millis, double p99Millis) {}

  /**
   * What the region servers counted of the tenant, summed over all of them.
   *
   * @param hdfsReadBytesPerSecond read by requests
   * @param compactionReadBytesPerSecond read by compactions; 0 in older results
   * @param hitRatio block cache hits / lookups, 0..1
   * @param keyRepeatRatio 0..1
   * @param reads part of the operations, 0..1; so are writes and scans
   * @param cacheBytes blocks of the tenant in the cache
   * @param cacheCapacityBytes size of the whole block cache
   * @param hdfsCapacityBytesPerSecond what HDFS is assumed to sustain
   */
  public record Usage(
      double operationsPerSecond,
      double hitRatio,
      double hdfsReadBytesPerSecond,
      double hdfsWrittenBytesPerSecond,
      double compactionReadBytesPerSecond,
      double keyRepeatRatio,
      double reads,
      double writes,
      double scans,
      double cacheBytes,
      double cacheCapacityBytes,
      double hdfsCapacityBytesPerSecond) {}

  /**
   * Returns this measurement if its figures are usable.
   *
   * @throws IllegalArgumentException with the figure that is not
   */
  Measurement requireSound() {
    if (usage == null || latencies == null) {
      throw new IllegalArgumentException("measurement lacks 'usage' or 'latencies'");
    }
    sample();
    WorkloadMix.of(usage.reads, usage.writes, usage.scans);
    double[] figures = {
      standardError, usage.hitRatio, usage.hdfsReadBytesPerSecond, usage.keyRepeatRatio
    };
    for (double figure : figures) {
      require(
          figure >= 0 && Double.isFinite(figure),
          "a figure of the measurement at " + point(),
          figure,
          "finite and not negative");
    }
    return this;
  }

  public GridPoint point() {
    return new GridPoint(cacheShare, hdfsShare);
  }

  public Sample sample() {
    return new Sample(point(), throughput);
  }
}
