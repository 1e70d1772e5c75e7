package io.argus.profiler.campaign;

import com.google.gson.JsonObject;
import io.argus.core.performance.PerformanceFunction;
import io.argus.profiler.fit.GridPoint;
import java.io.IOException;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** A cluster on a clock of its own, whose workload reads a block of 64 KB per miss. */
final class SimulatedCluster implements ProfiledCluster {
  static final Conditions CONDITIONS = new Conditions("sim", "none", 100L << 20, 40e6);

  private final PerformanceFunction truth;
  private final long dieAtSecond;
  private GridPoint point = new GridPoint(1, 1);
  private double filled;
  private long second;

  SimulatedCluster(PerformanceFunction truth, long dieAtSecond) {
    this.truth = truth;
    this.dieAtSecond = dieAtSecond;
  }

  long nanos() {
    return second * 1_000_000_000L;
  }

  @Override
  public void reserve(GridPoint next) {
    point = next;
    filled = Math.min(filled, next.cacheShare());
    second++;
  }

  @Override
  public LoadSecond nextSecond() throws IOException {
    second++;
    if (second >= dieAtSecond) {
      throw new ClusterLostException("it died");
    }
    filled = Math.min(point.cacheShare(), filled + 0.2 * point.hdfsShare());
    long operations = Math.round(truth.throughput(filled, point.hdfsShare()) + (second % 2));
    Histogram latencies = new Histogram(600_000_000L, 2);
    latencies.recordValueWithCount(5_000, Math.max(1, operations));
    return new LoadSecond(operations, 0, latencies);
  }

  /** Names the point. */
  @Override
  public Optional<JsonObject> ownFunction() {
    JsonObject own = new JsonObject();
    own.addProperty("at", point.toString());
    return Optional.of(own);
  }

  @Override
  public Report report() {
    double operations = truth.throughput(filled, point.hdfsShare());
    long end = second / 2 * 2000;
    return new Report(
        end,
        2000,
        new Measurement.Usage(
            operations,
            0.3 * filled,
            operations * (1 - 0.3 * filled) * 65536,
            0,
            0,
            0.25,
            1,
            0,
            0,
            filled * (100 << 20),
            100 << 20,
            40e6));
  }
}
