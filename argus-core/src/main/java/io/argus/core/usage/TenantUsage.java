package io.argus.core.usage;

import io.argus.core.tenant.TenantId;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one tenant did on one region server during the window of a {@link UsageReport}.
 *
 * <p>A {@code ...Fraction} of a wait or of work is seconds per second, all requests of the tenant
 * together: the mean number of requests there.
 *
 * <p>Immutable once built; safe for use by any thread.
 */
public final class TenantUsage {
  private final String tenant;
  private final Map<RequestKind, Double> operationsPerSecond = new EnumMap<>(RequestKind.class);
  private double keyRepeatRatio;
  private long cacheBytes;
  private long cacheLimitBytes;
  private double cacheHitsPerSecond;
  private double cacheMissesPerSecond;
  private double hdfsReadBytesPerSecond;
  private double hdfsWrittenBytesPerSecond;
  private double compactionReadBytesPerSecond;
  private double ioCostFactor = 1;
  private double handlerFraction;
  private double processorFraction;
  private double queueWaitFraction;
  private double hdfsWaitFraction;
  private double hdfsReadFraction;
  private int queueLength;
  private double rejectedPerSecond;
  private double backlogFraction;
  private double delayedReadsPerSecond;
  private Percentiles queueWait = Percentiles.NONE;
  private Percentiles hdfsWait = Percentiles.NONE;
  private Percentiles service = Percentiles.NONE;
  private @Nullable ResponseTimes responses;
  private @Nullable ReuseCurve reuse;
  private @Nullable UsageCounters totals;

  /** Not in any document: the master works it out. */
  private transient double queueGrowthPerSecond;

  /** Not in any document. */
  private transient double windowSeconds;

  /** Sum of the operations, made when it is asked for; not in the JSON. */
  private transient @Nullable Double totalOperationsPerSecond;

  /** Made of the name when it is asked for; not in the JSON. */
  private transient @Nullable TenantId id;

  private TenantUsage(TenantId tenant) {
    this.tenant = tenant.name();
    this.id = tenant;
  }

  public static Builder builder(TenantId tenant) {
    return new Builder(tenant);
  }

  /** Whether no member is missing; one that was read from JSON may lack any of them. */
  public boolean isComplete() {
    return tenant != null
        && (id != null || TenantId.isLegal(tenant))
        && operationsPerSecond != null
        && !operationsPerSecond.containsKey(null)
        && !operationsPerSecond.containsValue(null)
        && queueWait != null
        && hdfsWait != null
        && service != null
        && reuse().isSound();
  }

  public TenantId tenant() {
    TenantId known = id;
    if (known == null) {
      known = TenantId.of(tenant);
      id = known;
    }
    return known;
  }

  /**
   * Operations by kind: calls that were executed and answered without an exception; each action of
   * a multi counts as one.
   */
  public Map<RequestKind, Double> operationsPerSecond() {
    return Collections.unmodifiableMap(operationsPerSecond);
  }

  public double operationsPerSecond(RequestKind kind) {
    Double perSecond = operationsPerSecond.get(kind);
    return perSecond == null ? 0 : perSecond;
  }

  /** Whether nothing happened and nothing waits; the tenant may still have blocks in the cache. */
  public boolean isIdle() {
    return totalOperationsPerSecond() == 0
        && cacheHitsPerSecond + cacheMissesPerSecond == 0
        && hdfsReadBytesPerSecond + hdfsWrittenBytesPerSecond + compactionReadBytesPerSecond == 0
        && handlerFraction
                + processorFraction
                + queueWaitFraction
                + hdfsWaitFraction
                + hdfsReadFraction
            == 0
        && queueLength == 0
        && rejectedPerSecond + backlogFraction + delayedReadsPerSecond == 0;
  }

  public double totalOperationsPerSecond() {
    Double known = totalOperationsPerSecond;
    if (known == null) {
      double sum = 0;
      for (double ops : operationsPerSecond.values()) {
        sum += ops;
      }
      known = sum;
      totalOperationsPerSecond = known;
    }
    return known;
  }

  /** Keys accessed more than once / distinct keys accessed, 0..1. */
  public double keyRepeatRatio() {
    return keyRepeatRatio;
  }

  public long cacheBytes() {
    return cacheBytes;
  }

  public long cacheLimitBytes() {
    return cacheLimitBytes;
  }

  public double cacheHitsPerSecond() {
    return cacheHitsPerSecond;
  }

  public double cacheMissesPerSecond() {
    return cacheMissesPerSecond;
  }

  /** Hits / lookups, 0..1; 0 without lookups. */
  public double hitRatio() {
    double lookups = cacheHitsPerSecond + cacheMissesPerSecond;
    return lookups == 0 ? 0 : cacheHitsPerSecond / lookups;
  }

  /** Read by requests. */
  public double hdfsReadBytesPerSecond() {
    return hdfsReadBytesPerSecond;
  }

  /** Written to the log, by flushes and by compactions. */
  public double hdfsWrittenBytesPerSecond() {
    return hdfsWrittenBytesPerSecond;
  }

  /** Read by compactions. */
  public double compactionReadBytesPerSecond() {
    return compactionReadBytesPerSecond;
  }

  /**
   * Cost of a byte that the tenant reads from HDFS, relative to the mean of all bytes read on the
   * server: less than 1 for sequential reads, more for remote ones. 1 if it is not known.
   */
  public double ioCostFactor() {
    return ioCostFactor > 0 ? ioCostFactor : 1;
  }

  /** HDFS bytes read times {@link #ioCostFactor()}. */
  public double hdfsChargedReadBytesPerSecond() {
    return hdfsReadBytesPerSecond * ioCostFactor();
  }

  /** HDFS bytes that the tenant's credit account is charged for reads and writes. */
  public double hdfsChargedBytesPerSecond() {
    return hdfsChargedReadBytesPerSecond()
        + hdfsWrittenBytesPerSecond
        + compactionReadBytesPerSecond;
  }

  /** Use of handlers, without reading from HDFS and waiting for it. */
  public double handlerFraction() {
    return handlerFraction;
  }

  /**
   * Processor time of the server that the tenant caused: of its requests and compactions, and its
   * part of what all share. 0 if it is not known.
   */
  public double processorFraction() {
    return processorFraction;
  }

  /** Waiting for a handler. */
  public double queueWaitFraction() {
    return queueWaitFraction;
  }

  /**
   * Waiting for I/O admission. Includes requests in the queue while as many requests are blocked on
   * I/O as may be.
   */
  public double hdfsWaitFraction() {
    return hdfsWaitFraction;
  }

  /** Reading from HDFS. */
  public double hdfsReadFraction() {
    return hdfsReadFraction;
  }

  /** Requests that waited for a handler or for I/O admission when the window ended. */
  public int queueLength() {
    return queueLength;
  }

  /**
   * Operations that clients asked for: those that were done, and those by which the queue grew.
   * While a queue moves from one server to another, the operations done there say little of the
   * demand. The same as the operations where the growth is not known.
   */
  public double arrivalsPerSecond() {
    return Math.max(0, totalOperationsPerSecond() + queueGrowthPerSecond);
  }

  /**
   * Time that these figures are of, if the master put them together from several reports, some of
   * which do not count for this tenant; else 0.
   */
  public double windowSeconds() {
    return windowSeconds;
  }

  public double rejectedPerSecond() {
    return rejectedPerSecond;
  }

  /** Part of the window during which a request of the tenant was waiting, 0..1. */
  public double backlogFraction() {
    return backlogFraction;
  }

  /** Reads that had to wait for I/O admission; in mode OBSERVE, that would have had to. */
  public double delayedReadsPerSecond() {
    return delayedReadsPerSecond;
  }

  /** Waiting for a handler, per request. */
  public Percentiles queueWait() {
    return queueWait;
  }

  /** Waiting for I/O admission, per request that had to wait. */
  public Percentiles hdfsWait() {
    return hdfsWait;
  }

  /** Time in the server without waiting for a handler, per request. */
  public Percentiles service() {
    return service;
  }

  /** Time in the server, waiting included. */
  public ResponseTimes responses() {
    return responses == null ? ResponseTimes.NONE : responses;
  }

  /** Hits that other shares of the cache would give; {@link ReuseCurve#NONE} if not known. */
  public ReuseCurve reuse() {
    return reuse == null ? ReuseCurve.NONE : reuse;
  }

  /** What the server has counted since it started; {@link UsageCounters#NONE} if not known. */
  public UsageCounters totals() {
    return totals == null ? UsageCounters.NONE : totals;
  }

  /** Collects the figures of one tenant. Not safe for use by several threads. */
  public static final class Builder {
    private final TenantUsage usage;
    private final long[] counts = new long[UsageCounter.COUNT];

    private Builder(TenantId tenant) {
      usage = new TenantUsage(tenant);
    }

    public Builder operations(RequestKind kind, double perSecond) {
      usage.operationsPerSecond.put(kind, perSecond);
      usage.totalOperationsPerSecond = null;
      return this;
    }

    public Builder keyRepeatRatio(double ratio) {
      usage.keyRepeatRatio = ratio;
      return this;
    }

    public Builder cache(
        long bytes, long limitBytes, double hitsPerSecond, double missesPerSecond) {
      usage.cacheBytes = bytes;
      usage.cacheLimitBytes = limitBytes;
      usage.cacheHitsPerSecond = hitsPerSecond;
      usage.cacheMissesPerSecond = missesPerSecond;
      return this;
    }

    public Builder hdfs(double readBytesPerSecond, double writtenBytesPerSecond) {
      usage.hdfsReadBytesPerSecond = readBytesPerSecond;
      usage.hdfsWrittenBytesPerSecond = writtenBytesPerSecond;
      return this;
    }

    /** As far as it was said. */
    public double hdfsWrittenBytesPerSecond() {
      return usage.hdfsWrittenBytesPerSecond;
    }

    public Builder compactionReads(double bytesPerSecond) {
      usage.compactionReadBytesPerSecond = bytesPerSecond;
      return this;
    }

    public Builder ioCostFactor(double factor) {
      usage.ioCostFactor = factor;
      return this;
    }

    public Builder handlerFraction(double fraction) {
      usage.handlerFraction = fraction;
      return this;
    }

    public Builder processorFraction(double fraction) {
      usage.processorFraction = fraction;
      return this;
    }

    public Builder waits(double queueFraction, double hdfsFraction, double hdfsReadFraction) {
      usage.queueWaitFraction = queueFraction;
      usage.hdfsWaitFraction = hdfsFraction;
      usage.hdfsReadFraction = hdfsReadFraction;
      return this;
    }

    public Builder queue(int length, double rejectedPerSecond, double backlogFraction) {
      usage.queueLength = length;
      usage.rejectedPerSecond = rejectedPerSecond;
      usage.backlogFraction = backlogFraction;
      return this;
    }

    /** By how many requests the queue grew a second. */
    public Builder queueGrowth(double perSecond) {
      usage.queueGrowthPerSecond = perSecond;
      return this;
    }

    /** See {@link TenantUsage#windowSeconds}. */
    public Builder windowSeconds(double seconds) {
      usage.windowSeconds = seconds;
      return this;
    }

    public Builder delayedReads(double perSecond) {
      usage.delayedReadsPerSecond = perSecond;
      return this;
    }

    public Builder latencies(Percentiles queueWait, Percentiles hdfsWait, Percentiles service) {
      usage.queueWait = queueWait;
      usage.hdfsWait = hdfsWait;
      usage.service = service;
      return this;
    }

    public Builder responses(ResponseTimes times) {
      usage.responses = times;
      return this;
    }

    /** A curve without samples is left out. */
    public Builder reuse(ReuseCurve curve) {
      usage.reuse = curve.samples() > 0 ? curve : null;
      return this;
    }

    /** Adds to what was counted in the window. */
    public Builder count(UsageCounter counter, long amount) {
      counts[counter.index()] += Math.max(0, amount);
      return this;
    }

    /** What was counted in the window. */
    public UsageCounters counted() {
      return UsageCounters.of(counts);
    }

    /** What was counted since the server started. */
    public Builder totals(UsageCounters totals) {
      usage.totals = totals.isNone() ? null : totals;
      return this;
    }

    /** Returns the usage; the last call to a builder. */
    public TenantUsage build() {
      return usage;
    }
  }
}
