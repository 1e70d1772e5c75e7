package io.argus.core.usage;

import com.google.gson.annotations.JsonAdapter;
import io.argus.core.tenant.TenantId;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What one tenant did on one region server during the window of a {@link UsageReport}: a value for
 * each {@link Figure}, and what is no figure: its miss-ratio curve and totals.
 *
 * <p>A {@code ...Fraction} of a wait or of work is seconds per second, all requests of the tenant
 * together: the mean number of requests there.
 *
 * <p>Immutable; safe for use by any thread.
 */
@JsonAdapter(TenantUsageJson.class)
public final class TenantUsage {
  /** A copy for each usage would show in the time that a large cluster's reports take. */
  private static final RequestKind[] KINDS = RequestKind.values();

  /** The bits of figures that a tenant has which is not idle. */
  private static final long ACTIVITY = bits(Figure::isActivity);

  private static final float[] NO_FLOATS = {};
  private static final double[] NO_DOUBLES = {};

  private final TenantId tenant;

  /** A bit for each figure that is not 0, by {@link Figure#index}. */
  private final long known;

  // The figures that are not 0, in their order. Those of a report are floats, and a master keeps
  // many reports: if all are, the first array has them, else the second one.
  private final float[] floats;
  private final double[] doubles;

  private final double totalOperationsPerSecond;
  private final double queueGrowthPerSecond;
  private final double windowSeconds;
  private final MissRatioCurve missRatioCurve;
  private final UsageCounters totals;

  private TenantUsage(Builder builder) {
    tenant = builder.tenant;
    long bits = 0;
    boolean areFloats = true;
    for (int i = 0; i < Figure.COUNT; i++) {
      double figure = builder.figures[i];
      bits |= figure != 0 ? 1L << i : 0;
      areFloats &= (float) figure == figure;
    }
    known = bits;
    floats = areFloats ? new float[Long.bitCount(bits)] : NO_FLOATS;
    doubles = areFloats ? NO_DOUBLES : new double[Long.bitCount(bits)];
    int at = 0;
    for (double figure : builder.figures) {
      if (figure != 0) {
        if (areFloats) {
          floats[at] = (float) figure;
        } else {
          doubles[at] = figure;
        }
        at++;
      }
    }
    double operations = 0;
    for (RequestKind kind : KINDS) {
      operations += operationsPerSecond(kind);
    }
    totalOperationsPerSecond = operations;
    queueGrowthPerSecond = builder.queueGrowthPerSecond;
    windowSeconds = builder.windowSeconds;
    missRatioCurve = builder.missRatioCurve;
    totals = builder.totals;
  }

  private static long bits(Predicate<Figure> which) {
    long bits = 0;
    for (Figure figure : Figure.values()) {
      bits |= which.test(figure) ? 1L << figure.index() : 0;
    }
    return bits;
  }

  public static Builder builder(TenantId tenant) {
    return new Builder(tenant);
  }

  public TenantId tenant() {
    return tenant;
  }

  public double get(Figure figure) {
    long bit = 1L << figure.index();
    return (known & bit) == 0 ? 0 : figure(Long.bitCount(known & (bit - 1)));
  }

  private double figure(int at) {
    return floats.length > 0 ? floats[at] : doubles[at];
  }

  /**
   * Adds each figure times a weight to the sums, by {@link Figure#index}. Which of the sums mean
   * something, the caller knows: see {@link Figure.Combination}.
   */
  public void addTo(double[] sums, double weight) {
    int at = 0;
    for (long rest = known; rest != 0; rest &= rest - 1) {
      sums[Long.numberOfTrailingZeros(rest)] += figure(at) * weight;
      at++;
    }
  }

  /**
   * Operations by kind, without those that are 0: calls that were executed and answered without an
   * exception; each action of a multi counts as one.
   */
  public Map<RequestKind, Double> operationsPerSecond() {
    Map<RequestKind, Double> operations = new EnumMap<>(RequestKind.class);
    for (RequestKind kind : RequestKind.values()) {
      if (operationsPerSecond(kind) != 0) {
        operations.put(kind, operationsPerSecond(kind));
      }
    }
    return Collections.unmodifiableMap(operations);
  }

  public double operationsPerSecond(RequestKind kind) {
    return get(Figure.of(kind));
  }

  /** Whether nothing happened and nothing waits; the tenant may still have blocks in the cache. */
  public boolean isIdle() {
    return (known & ACTIVITY) == 0;
  }

  public double totalOperationsPerSecond() {
    return totalOperationsPerSecond;
  }

  /** Keys accessed more than once / distinct keys accessed, 0..1. */
  public double keyRepeatRatio() {
    return get(Figure.KEY_REPEAT_RATIO);
  }

  public long cacheBytes() {
    return (long) get(Figure.CACHE_BYTES);
  }

  public long cacheLimitBytes() {
    return (long) get(Figure.CACHE_LIMIT_BYTES);
  }

  public double cacheHitsPerSecond() {
    return get(Figure.CACHE_HITS);
  }

  public double cacheMissesPerSecond() {
    return get(Figure.CACHE_MISSES);
  }

  /** Hits / lookups, 0..1; 0 without lookups. */
  public double hitRatio() {
    double lookups = cacheHitsPerSecond() + cacheMissesPerSecond();
    return lookups == 0 ? 0 : cacheHitsPerSecond() / lookups;
  }

  /** Read by requests. */
  public double hdfsReadBytesPerSecond() {
    return get(Figure.HDFS_READ_BYTES);
  }

  /** Written to the log, by flushes and by compactions. */
  public double hdfsWrittenBytesPerSecond() {
    return get(Figure.HDFS_WRITTEN_BYTES);
  }

  /** Read by compactions. */
  public double compactionReadBytesPerSecond() {
    return get(Figure.COMPACTION_READ_BYTES);
  }

  /**
   * Cost of a byte that the tenant reads from HDFS, relative to the mean of all bytes read on the
   * server: less than 1 for sequential reads, more for remote ones. 1 if it is not known.
   */
  public double ioCostFactor() {
    double factor = get(Figure.IO_COST_FACTOR);
    return factor > 0 ? factor : 1;
  }

  /** HDFS bytes read times {@link #ioCostFactor()}. */
  public double hdfsChargedReadBytesPerSecond() {
    return hdfsReadBytesPerSecond() * ioCostFactor();
  }

  /** HDFS bytes that the tenant's credit account is charged for reads and writes. */
  public double hdfsChargedBytesPerSecond() {
    return hdfsChargedReadBytesPerSecond()
        + hdfsWrittenBytesPerSecond()
        + compactionReadBytesPerSecond();
  }

  /** Use of handlers, without reading from HDFS and waiting for it. */
  public double handlerFraction() {
    return get(Figure.HANDLER);
  }

  /**
   * CPU time of the server that the tenant caused: of its requests and compactions, and its part of
   * what all share. 0 if it is not known.
   */
  public double cpuFraction() {
    return get(Figure.CPU);
  }

  /** Waiting for a handler. */
  public double queueWaitFraction() {
    return get(Figure.QUEUE_WAIT);
  }

  /**
   * Waiting for I/O admission. Includes requests in the queue while as many requests are blocked on
   * I/O as may be.
   */
  public double hdfsWaitFraction() {
    return get(Figure.HDFS_WAIT);
  }

  /** Reading from HDFS. */
  public double hdfsReadFraction() {
    return get(Figure.HDFS_READ);
  }

  /** Whether its requests spend no less time on HDFS than on all else. */
  public boolean waitsMostlyForHdfs() {
    return hdfsWaitFraction() + hdfsReadFraction() >= queueWaitFraction() + handlerFraction();
  }

  /** Requests that waited for a handler or for I/O admission when the window ended. */
  public int queueLength() {
    return (int) get(Figure.QUEUE_LENGTH);
  }

  /**
   * Operations that clients asked for: those that were done, and those by which the queue grew.
   * While a queue moves from one server to another, the operations done there say little of the
   * demand. The same as the operations where the growth is not known.
   */
  public double arrivalsPerSecond() {
    return Math.max(0, totalOperationsPerSecond + queueGrowthPerSecond);
  }

  /**
   * Time that these figures are of, if the master put them together from several reports, some of
   * which do not count for this tenant; else 0.
   */
  public double windowSeconds() {
    return windowSeconds;
  }

  public double rejectedPerSecond() {
    return get(Figure.REJECTED);
  }

  /** Part of the window during which a request of the tenant was waiting, 0..1. */
  public double backlogFraction() {
    return get(Figure.BACKLOG);
  }

  /** Waiting for a handler, per request. */
  public Percentiles queueWait() {
    return percentiles(Figure.QUEUE_WAIT_P50);
  }

  /** Waiting for I/O admission, per request that had to wait. */
  public Percentiles hdfsWait() {
    return percentiles(Figure.HDFS_WAIT_P50);
  }

  /** Time in the server without waiting for a handler, per request. */
  public Percentiles service() {
    return percentiles(Figure.SERVICE_P50);
  }

  private Percentiles percentiles(Figure p50) {
    return new Percentiles(
        (long) get(p50),
        (long) get(Figure.at(p50.index() + 1)),
        (long) get(Figure.at(p50.index() + 2)));
  }

  /** Hits that other shares of the cache would give; {@link MissRatioCurve#NONE} if not known. */
  public MissRatioCurve missRatioCurve() {
    return missRatioCurve;
  }

  /** What the server has counted since it started; {@link UsageCounters#NONE} if not known. */
  public UsageCounters totals() {
    return totals;
  }

  /** Collects the figures of one tenant. Not safe for use by several threads. */
  public static final class Builder {
    private final TenantId tenant;
    private final double[] figures = new double[Figure.COUNT];
    private final long[] counts = new long[UsageCounter.COUNT];
    private double queueGrowthPerSecond;
    private double windowSeconds;
    private MissRatioCurve missRatioCurve = MissRatioCurve.NONE;
    private UsageCounters totals = UsageCounters.NONE;

    private Builder(TenantId tenant) {
      this.tenant = tenant;
      set(Figure.IO_COST_FACTOR, 1);
    }

    public Builder set(Figure figure, double value) {
      figures[figure.index()] = value;
      return this;
    }

    /** As far as it was said. */
    public double get(Figure figure) {
      return figures[figure.index()];
    }

    public Builder operations(RequestKind kind, double perSecond) {
      return set(Figure.of(kind), perSecond);
    }

    public Builder keyRepeatRatio(double ratio) {
      return set(Figure.KEY_REPEAT_RATIO, ratio);
    }

    public Builder cache(
        long bytes, long limitBytes, double hitsPerSecond, double missesPerSecond) {
      return set(Figure.CACHE_BYTES, (double) bytes)
          .set(Figure.CACHE_LIMIT_BYTES, (double) limitBytes)
          .set(Figure.CACHE_HITS, hitsPerSecond)
          .set(Figure.CACHE_MISSES, missesPerSecond);
    }

    public Builder hdfs(double readBytesPerSecond, double writtenBytesPerSecond) {
      return set(Figure.HDFS_READ_BYTES, readBytesPerSecond)
          .set(Figure.HDFS_WRITTEN_BYTES, writtenBytesPerSecond);
    }

    public Builder handlerFraction(double fraction) {
      return set(Figure.HANDLER, fraction);
    }

    public Builder cpuFraction(double fraction) {
      return set(Figure.CPU, fraction);
    }

    public Builder waits(double queueFraction, double hdfsFraction, double hdfsReadFraction) {
      return set(Figure.QUEUE_WAIT, queueFraction)
          .set(Figure.HDFS_WAIT, hdfsFraction)
          .set(Figure.HDFS_READ, hdfsReadFraction);
    }

    public Builder queue(int length, double rejectedPerSecond, double backlogFraction) {
      return set(Figure.QUEUE_LENGTH, length)
          .set(Figure.REJECTED, rejectedPerSecond)
          .set(Figure.BACKLOG, backlogFraction);
    }

    /** By how many requests the queue grew a second. */
    public Builder queueGrowth(double perSecond) {
      queueGrowthPerSecond = perSecond;
      return this;
    }

    /** See {@link TenantUsage#windowSeconds}. */
    public Builder windowSeconds(double seconds) {
      windowSeconds = seconds;
      return this;
    }

    public Builder latencies(Percentiles queueWait, Percentiles hdfsWait, Percentiles service) {
      return percentiles(Figure.QUEUE_WAIT_P50, queueWait)
          .percentiles(Figure.HDFS_WAIT_P50, hdfsWait)
          .percentiles(Figure.SERVICE_P50, service);
    }

    private Builder percentiles(Figure p50, Percentiles is) {
      return set(p50, (double) is.p50Nanos())
          .set(Figure.at(p50.index() + 1), (double) is.p95Nanos())
          .set(Figure.at(p50.index() + 2), (double) is.p99Nanos());
    }

    /** A curve without samples is left out. */
    public Builder missRatioCurve(MissRatioCurve curve) {
      missRatioCurve = curve.samples() > 0 ? curve : MissRatioCurve.NONE;
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
    public Builder totals(UsageCounters since) {
      totals = since.isNone() ? UsageCounters.NONE : since;
      return this;
    }

    public TenantUsage build() {
      return new TenantUsage(this);
    }
  }
}
