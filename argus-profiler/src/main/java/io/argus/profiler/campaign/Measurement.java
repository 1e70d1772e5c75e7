package io.argus.profiler.campaign;

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
 * @param steady whether the throughput had become steady; otherwise the time was up
 * @param usage what the region servers reported in the window
 * @param ownFunction the performance function that the master made of the workload's own behaviour
 *     here, as the cluster wrote it; null if it made none, or an earlier version measured
 *     <p>Immutable; safe for use by any thread.
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
   * Sums over the region servers of what they counted of the tenant.
   *
   * @param hitRatio block cache hits / lookups, 0..1
   * @param keyRepeatRatio 0..1
   * @param reads part of the operations, 0..1; so are writes and scans
   * @param cacheBytes blocks of the tenant in the cache
   * @param cacheCapacityBytes the whole block cache
   * @param hdfsCapacityBytesPerSecond what HDFS is taken to sustain
   */
  public record Usage(
      double operationsPerSecond,
      double hitRatio,
      double hdfsReadBytesPerSecond,
      double hdfsWrittenBytesPerSecond,
      double keyRepeatRatio,
      double reads,
      double writes,
      double scans,
      double cacheBytes,
      double cacheCapacityBytes,
      double hdfsCapacityBytesPerSecond) {}

  /**
   * Returns this if its figures can be used.
   *
   * @throws IllegalArgumentException naming the figure that cannot
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
      if (!(figure >= 0) || Double.isInfinite(figure)) {
        throw new IllegalArgumentException(
            "measurement at "
                + point()
                + " has the figure "
                + figure
                + ": must be finite and not negative");
      }
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
