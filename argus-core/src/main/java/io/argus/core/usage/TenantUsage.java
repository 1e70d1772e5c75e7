package io.argus.core.usage;

import io.argus.core.tenant.TenantId;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one tenant did on one region server during the window of a {@link UsageReport}.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TenantUsage {
  private final String tenant;
  private final Map<RequestKind, Double> operationsPerSecond;
  private final double keyRepeatRatio;
  private final long cacheBytes;
  private final long cacheLimitBytes;
  private final double cacheHitsPerSecond;
  private final double cacheMissesPerSecond;
  private final double hdfsReadBytesPerSecond;
  private final double hdfsWrittenBytesPerSecond;
  private final double ioCostFactor;
  private final double handlerFraction;
  private final double queueWaitFraction;
  private final double hdfsWaitFraction;
  private final double hdfsReadFraction;
  private final int queueLength;
  private final double rejectedPerSecond;
  private final double backlogFraction;
  private final double delayedReadsPerSecond;
  private final Percentiles queueWait;
  private final Percentiles hdfsWait;
  private final Percentiles service;
  private final @Nullable ReuseCurve reuse;

  private TenantUsage(Builder builder) {
    tenant = builder.tenant.name();
    operationsPerSecond = Collections.unmodifiableMap(new EnumMap<>(builder.operationsPerSecond));
    keyRepeatRatio = builder.keyRepeatRatio;
    cacheBytes = builder.cacheBytes;
    cacheLimitBytes = builder.cacheLimitBytes;
    cacheHitsPerSecond = builder.cacheHitsPerSecond;
    cacheMissesPerSecond = builder.cacheMissesPerSecond;
    hdfsReadBytesPerSecond = builder.hdfsReadBytesPerSecond;
    hdfsWrittenBytesPerSecond = builder.hdfsWrittenBytesPerSecond;
    ioCostFactor = builder.ioCostFactor;
    handlerFraction = builder.handlerFraction;
    queueWaitFraction = builder.queueWaitFraction;
    hdfsWaitFraction = builder.hdfsWaitFraction;
    hdfsReadFraction = builder.hdfsReadFraction;
    queueLength = builder.queueLength;
    rejectedPerSecond = builder.rejectedPerSecond;
    backlogFraction = builder.backlogFraction;
    delayedReadsPerSecond = builder.delayedReadsPerSecond;
    queueWait = builder.queueWait;
    hdfsWait = builder.hdfsWait;
    service = builder.service;
    reuse = builder.reuse;
  }

  public static Builder builder(TenantId tenant) {
    return new Builder(tenant);
  }

  /** Whether nothing is missing that JSON may lack. */
  public boolean isComplete() {
    return tenant != null
        && TenantId.isLegal(tenant)
        && operationsPerSecond != null
        && !operationsPerSecond.containsKey(null)
        && !operationsPerSecond.containsValue(null)
        && queueWait != null
        && hdfsWait != null
        && service != null
        && reuse().isSound();
  }

  public TenantId tenant() {
    return TenantId.of(tenant);
  }

  /** Finished operations per second by kind; an action of a multi counts as one operation. */
  public Map<RequestKind, Double> operationsPerSecond() {
    return operationsPerSecond;
  }

  public double totalOperationsPerSecond() {
    double sum = 0;
    for (double ops : operationsPerSecond.values()) {
      sum += ops;
    }
    return sum;
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

  public double hdfsReadBytesPerSecond() {
    return hdfsReadBytesPerSecond;
  }

  public double hdfsWrittenBytesPerSecond() {
    return hdfsWrittenBytesPerSecond;
  }

  /**
   * What a byte that it reads costs of its HDFS share, in relation to the mean byte read on the
   * server: less in sequence, more from afar. 1 if it is not known.
   */
  public double ioCostFactor() {
    return ioCostFactor > 0 ? ioCostFactor : 1;
  }

  /** HDFS bytes read, at their price. */
  public double hdfsChargedReadBytesPerSecond() {
    return hdfsReadBytesPerSecond * ioCostFactor();
  }

  /** HDFS bytes as charged: those read at their price, and those written. */
  public double hdfsChargedBytesPerSecond() {
    return hdfsChargedReadBytesPerSecond() + hdfsWrittenBytesPerSecond;
  }

  /** Handler seconds spent per second, without time waiting for HDFS. */
  public double handlerFraction() {
    return handlerFraction;
  }

  /** Seconds that its requests waited for a handler, all together, per second. */
  public double queueWaitFraction() {
    return queueWaitFraction;
  }

  /**
   * Seconds that its requests waited for a turn at HDFS, all together, per second; also in its
   * queue, while as many as may wait for HDFS did.
   */
  public double hdfsWaitFraction() {
    return hdfsWaitFraction;
  }

  /** Seconds that its requests read from HDFS, all together, per second. */
  public double hdfsReadFraction() {
    return hdfsReadFraction;
  }

  /** Requests waiting for a handler or for HDFS when the window ended. */
  public int queueLength() {
    return queueLength;
  }

  public double rejectedPerSecond() {
    return rejectedPerSecond;
  }

  /** Part of the window during which a request of the tenant was waiting, 0..1. */
  public double backlogFraction() {
    return backlogFraction;
  }

  /** Reads that found no turn at HDFS at once; while observing, those that would not have. */
  public double delayedReadsPerSecond() {
    return delayedReadsPerSecond;
  }

  /** Waiting for a handler, per request. */
  public Percentiles queueWait() {
    return queueWait;
  }

  /** Waiting for a turn at HDFS, per request that had to. */
  public Percentiles hdfsWait() {
    return hdfsWait;
  }

  /** Everything in the server but waiting for a handler, per request. */
  public Percentiles service() {
    return service;
  }

  /** What other shares of the cache would bring; {@link ReuseCurve#NONE} if not known. */
  public ReuseCurve reuse() {
    return reuse == null ? ReuseCurve.NONE : reuse;
  }

  /** Collects the figures of one tenant. Not safe for use by several threads. */
  public static final class Builder {
    private final TenantId tenant;
    private final Map<RequestKind, Double> operationsPerSecond = new EnumMap<>(RequestKind.class);
    private double keyRepeatRatio;
    private long cacheBytes;
    private long cacheLimitBytes;
    private double cacheHitsPerSecond;
    private double cacheMissesPerSecond;
    private double hdfsReadBytesPerSecond;
    private double hdfsWrittenBytesPerSecond;
    private double ioCostFactor = 1;
    private double handlerFraction;
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
    private @Nullable ReuseCurve reuse;

    private Builder(TenantId tenant) {
      this.tenant = tenant;
    }

    public Builder operations(RequestKind kind, double perSecond) {
      operationsPerSecond.put(kind, perSecond);
      return this;
    }

    public Builder keyRepeatRatio(double ratio) {
      keyRepeatRatio = ratio;
      return this;
    }

    public Builder cache(
        long bytes, long limitBytes, double hitsPerSecond, double missesPerSecond) {
      cacheBytes = bytes;
      cacheLimitBytes = limitBytes;
      cacheHitsPerSecond = hitsPerSecond;
      cacheMissesPerSecond = missesPerSecond;
      return this;
    }

    public Builder hdfs(double readBytesPerSecond, double writtenBytesPerSecond) {
      hdfsReadBytesPerSecond = readBytesPerSecond;
      hdfsWrittenBytesPerSecond = writtenBytesPerSecond;
      return this;
    }

    public Builder ioCostFactor(double price) {
      ioCostFactor = price;
      return this;
    }

    public Builder handlerFraction(double fraction) {
      handlerFraction = fraction;
      return this;
    }

    /** Seconds per second that all requests together spent waiting, and reading from HDFS. */
    public Builder waits(double queueFraction, double hdfsFraction, double hdfsReadFraction) {
      queueWaitFraction = queueFraction;
      hdfsWaitFraction = hdfsFraction;
      this.hdfsReadFraction = hdfsReadFraction;
      return this;
    }

    public Builder queue(int length, double rejectedPerSecond, double backlogFraction) {
      queueLength = length;
      this.rejectedPerSecond = rejectedPerSecond;
      this.backlogFraction = backlogFraction;
      return this;
    }

    public Builder delayedReads(double perSecond) {
      delayedReadsPerSecond = perSecond;
      return this;
    }

    public Builder latencies(Percentiles queueWait, Percentiles hdfsWait, Percentiles service) {
      this.queueWait = queueWait;
      this.hdfsWait = hdfsWait;
      this.service = service;
      return this;
    }

    /** A curve of nothing is left out. */
    public Builder reuse(ReuseCurve curve) {
      reuse = curve.samples() > 0 ? curve : null;
      return this;
    }

    public TenantUsage build() {
      return new TenantUsage(this);
    }
  }
}
