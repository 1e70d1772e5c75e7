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
 * <p>Immutable.
 */
public final class Measurement {
  private final double cacheShare;
  private final double hdfsShare;
  private final long atMillis;
  private final double throughput;
  private final double standardError;
  private final int seconds;
  private final int settledSeconds;
  private final boolean steady;
  private final Latencies latencies;
  private final long errors;
  private final Usage usage;
  private final @Nullable JsonObject ownFunction;

  /**
   * @param atMillis end of the window, milliseconds since the epoch
   * @param throughput operations per second that succeeded, counted by the client
   * @param standardError of the throughput over the window's seconds
   * @param seconds length of the window
   * @param settledSeconds seconds from the reservation to the end of the window
   * @param steady whether the throughput was steady; if not, the time was up
   * @param usage what the region servers reported in the window
   * @param ownFunction the performance function that the master derived from the workload's
   *     behaviour at this point, as the cluster wrote it; null if there is none
   */
  public Measurement(
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
    this.cacheShare = cacheShare;
    this.hdfsShare = hdfsShare;
    this.atMillis = atMillis;
    this.throughput = throughput;
    this.standardError = standardError;
    this.seconds = seconds;
    this.settledSeconds = settledSeconds;
    this.steady = steady;
    this.latencies = latencies;
    this.errors = errors;
    this.usage = usage;
    this.ownFunction = ownFunction;
  }

  /** Client-observed percentiles in milliseconds. */
  public static final class Latencies {
    private final double p50Millis;
    private final double p95Millis;
    private final double p99Millis;

    public Latencies(double p50Millis, double p95Millis, double p99Millis) {
      this.p50Millis = p50Millis;
      this.p95Millis = p95Millis;
      this.p99Millis = p99Millis;
    }

    public double p50Millis() {
      return p50Millis;
    }

    public double p95Millis() {
      return p95Millis;
    }

    public double p99Millis() {
      return p99Millis;
    }
  }

  /** What the region servers counted of the tenant, summed over all of them. */
  public static final class Usage {
    private final double operationsPerSecond;
    private final double hitRatio;
    private final double hdfsReadBytesPerSecond;
    private final double hdfsWrittenBytesPerSecond;
    private final double compactionReadBytesPerSecond;
    private final double keyRepeatRatio;
    private final double reads;
    private final double writes;
    private final double scans;
    private final double cacheBytes;
    private final double cacheCapacityBytes;
    private final double hdfsCapacityBytesPerSecond;

    /**
     * @param hitRatio block cache hits / lookups, 0..1
     * @param hdfsReadBytesPerSecond read by requests
     * @param compactionReadBytesPerSecond read by compactions; 0 in older results
     * @param keyRepeatRatio 0..1
     * @param reads part of the operations, 0..1; so are writes and scans
     * @param cacheBytes blocks of the tenant in the cache
     * @param cacheCapacityBytes size of the whole block cache
     * @param hdfsCapacityBytesPerSecond what HDFS is assumed to sustain
     */
    public Usage(
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
        double hdfsCapacityBytesPerSecond) {
      this.operationsPerSecond = operationsPerSecond;
      this.hitRatio = hitRatio;
      this.hdfsReadBytesPerSecond = hdfsReadBytesPerSecond;
      this.hdfsWrittenBytesPerSecond = hdfsWrittenBytesPerSecond;
      this.compactionReadBytesPerSecond = compactionReadBytesPerSecond;
      this.keyRepeatRatio = keyRepeatRatio;
      this.reads = reads;
      this.writes = writes;
      this.scans = scans;
      this.cacheBytes = cacheBytes;
      this.cacheCapacityBytes = cacheCapacityBytes;
      this.hdfsCapacityBytesPerSecond = hdfsCapacityBytesPerSecond;
    }

    public double operationsPerSecond() {
      return operationsPerSecond;
    }

    public double hitRatio() {
      return hitRatio;
    }

    public double hdfsReadBytesPerSecond() {
      return hdfsReadBytesPerSecond;
    }

    public double hdfsWrittenBytesPerSecond() {
      return hdfsWrittenBytesPerSecond;
    }

    public double compactionReadBytesPerSecond() {
      return compactionReadBytesPerSecond;
    }

    public double keyRepeatRatio() {
      return keyRepeatRatio;
    }

    public double reads() {
      return reads;
    }

    public double writes() {
      return writes;
    }

    public double scans() {
      return scans;
    }

    public double cacheBytes() {
      return cacheBytes;
    }

    public double cacheCapacityBytes() {
      return cacheCapacityBytes;
    }

    public double hdfsCapacityBytesPerSecond() {
      return hdfsCapacityBytesPerSecond;
    }
  }

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

  public double cacheShare() {
    return cacheShare;
  }

  public double hdfsShare() {
    return hdfsShare;
  }

  public long atMillis() {
    return atMillis;
  }

  public double throughput() {
    return throughput;
  }

  public double standardError() {
    return standardError;
  }

  public int seconds() {
    return seconds;
  }

  public int settledSeconds() {
    return settledSeconds;
  }

  public boolean steady() {
    return steady;
  }

  public Latencies latencies() {
    return latencies;
  }

  public long errors() {
    return errors;
  }

  public Usage usage() {
    return usage;
  }

  public @Nullable JsonObject ownFunction() {
    return ownFunction;
  }

  public GridPoint point() {
    return new GridPoint(cacheShare, hdfsShare);
  }

  public Sample sample() {
    return new Sample(point(), throughput);
  }
}
