package io.argus.core.performance;

import io.argus.core.usage.MissRatioCurve;
import org.jspecify.annotations.Nullable;

/**
 * A performance function from the tenant's own figures. The throughput is the smaller of two
 * limits: that of HDFS, and that of everything else (handlers, CPU, clients).
 *
 * <p>With y = cache share x cache capacity in bytes and h the HDFS share,
 *
 * <pre>
 *   f(y, h)   = min(otherLimit, h x hdfsCapacity / bytes(y))                    operations / s
 *   bytes(y)  = misses(y) x bytesPerMiss + otherBytes                           bytes / operation
 *   misses(y) = lookups - (lookups - m0) x y / y0                    for y &lt;= y0
 *             = m0 - (lookups - m0) x k x (y - y0) / y0        for y &gt; y0, never below 0
 *   k         = 1 - 5 x repeat x max(0, 2/3 - repeat)                dimensionless
 * </pre>
 *
 * where (y0, m0) is the observed point, m0 misses per operation with y0 bytes of cache, and repeat
 * the key repeat ratio. Below the point, hits are taken to be proportional to the cache. That is
 * exact for uniform access. For a working set that just fits (m0 near 0) the minimum turns it into
 * the cliff that is measured there. Above the point, hits are taken to grow in the same proportion
 * for uniform access (repeat near 0) and for a small working set (2/3 and more). In between, access
 * is skewed, the hottest keys are already in the cache, and hits grow more slowly; the factor 5
 * fits the measured zipfian workload (repeat 0.26, k = 0.47). The next observation corrects a
 * prediction that is too high.
 *
 * <p>If the miss-ratio curve of the tenant is known, misses(y) is that curve through the observed
 * point instead ({@link MissCurve}).
 *
 * <p>Measurements of the profiler keep its fields as JSON.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ResourceBoundFunction implements PerformanceFunction {
  private static final double SKEW = 5;
  private static final double SMALL_SET = 2.0 / 3;

  private double otherLimit;
  private double cacheCapacityBytes;
  private double hdfsCapacityBytesPerSecond;
  private double lookups;
  private double observedMisses;
  private double observedCacheBytes;
  private double bytesPerMiss;
  private double otherBytes;
  private double keyRepeatRatio;
  private @Nullable MissCurve curve;

  private ResourceBoundFunction() {}

  public static Builder builder() {
    return new Builder();
  }

  @Override
  public double throughput(double cacheShare, double hdfsShare) {
    return at(cacheShare).throughput(hdfsShare);
  }

  @Override
  public HdfsFunction at(double cacheShare) {
    double bytes = missesPerOperation(cacheShare) * bytesPerMiss + otherBytes;
    return new BytesBoundFunction(otherLimit, bytes, hdfsCapacityBytesPerSecond);
  }

  /** This function at one cache share, where an operation takes a known number of bytes of HDFS. */
  private static final class BytesBoundFunction implements HdfsFunction {
    private final double otherLimit;
    private final double bytes;
    private final double capacityBytesPerSecond;

    BytesBoundFunction(double otherLimit, double bytes, double capacityBytesPerSecond) {
      this.otherLimit = otherLimit;
      this.bytes = bytes;
      this.capacityBytesPerSecond = capacityBytesPerSecond;
    }

    @Override
    public double throughput(double hdfsShare) {
      double carried = hdfsShare * capacityBytesPerSecond;
      return carried >= otherLimit * bytes ? otherLimit : carried / bytes;
    }

    @Override
    public double shareFor(double throughput, double guess) {
      double share = throughput * bytes / capacityBytesPerSecond;
      double lacking = throughput > otherLimit ? LeastShare.lacking(throughput, otherLimit) : 0;
      return Math.min(MAX_SHARE, Math.max(share, lacking));
    }
  }

  /** Blocks that an operation reads from HDFS with that share of the cache. */
  public double missesPerOperation(double cacheShare) {
    if (curve != null) {
      return curve.at(cacheShare);
    }
    double hits = lookups - observedMisses;
    double filled = cacheShare * cacheCapacityBytes / observedCacheBytes;
    if (filled <= 1) {
      return lookups - hits * filled;
    }
    double slope = 1 - SKEW * keyRepeatRatio * Math.max(0, SMALL_SET - keyRepeatRatio);
    return Math.max(0, observedMisses - hits * slope * (filled - 1));
  }

  /**
   * Returns this function, as it was read from JSON, after all checks. Of its curve only what was
   * observed counts; the rest follows from its own figures.
   *
   * @throws IllegalArgumentException naming the figure that is not sound
   */
  public ResourceBoundFunction checked() {
    if (curve == null) {
      return checked(null);
    }
    MissRatioCurve missRatioCurve = curve.missRatioCurve();
    if (missRatioCurve == null || !missRatioCurve.isSound()) {
      throw new IllegalArgumentException("it lacks a miss-ratio curve that is legal");
    }
    return checked(missRatioCurve);
  }

  private ResourceBoundFunction checked(@Nullable MissRatioCurve missRatioCurve) {
    require("limit of other resources", otherLimit, otherLimit > 0);
    require("cache capacity", cacheCapacityBytes, cacheCapacityBytes > 0);
    require("HDFS capacity", hdfsCapacityBytesPerSecond, hdfsCapacityBytesPerSecond > 0);
    require("misses per operation", observedMisses, observedMisses >= 0);
    require("lookups per operation", lookups, lookups >= observedMisses);
    require("observed cache bytes", observedCacheBytes, observedCacheBytes > 0);
    double parts = cacheCapacityBytes / observedCacheBytes;
    require("cache capacity, in observed cache bytes,", parts, parts > 0);
    require("bytes per miss", bytesPerMiss, bytesPerMiss > 0);
    require("other bytes per operation", otherBytes, otherBytes >= 0);
    require("key repeat ratio", keyRepeatRatio, keyRepeatRatio >= 0 && keyRepeatRatio <= 1);
    if (missRatioCurve != null) {
      double share = observedCacheBytes / cacheCapacityBytes;
      curve = new MissCurve(missRatioCurve, share, lookups, observedMisses);
    }
    return this;
  }

  private static void require(String figure, double value, boolean sound) {
    if (!sound || Double.isNaN(value) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          figure + " is " + value + ": must be finite and positive, misses at most the lookups");
    }
  }

  /** Collects a tenant's figures. Not safe for use by several threads. */
  public static final class Builder {
    private final ResourceBoundFunction function = new ResourceBoundFunction();
    private @Nullable MissRatioCurve missRatioCurve;

    private Builder() {}

    /** Limit of everything but HDFS. */
    public Builder otherLimit(double operationsPerSecond) {
      function.otherLimit = operationsPerSecond;
      return this;
    }

    /** Both resources of the whole cluster. */
    public Builder capacity(double cacheBytes, double hdfsBytesPerSecond) {
      function.cacheCapacityBytes = cacheBytes;
      function.hdfsCapacityBytesPerSecond = hdfsBytesPerSecond;
      return this;
    }

    /**
     * The observed point of the miss curve.
     *
     * @param lookupsPerOperation blocks per operation that may miss; not less than the misses
     * @param missesPerOperation blocks per operation that are read from HDFS
     * @param cacheBytes bytes of cache at the observation
     */
    public Builder misses(
        double lookupsPerOperation, double missesPerOperation, double cacheBytes) {
      function.lookups = lookupsPerOperation;
      function.observedMisses = missesPerOperation;
      function.observedCacheBytes = cacheBytes;
      return this;
    }

    /**
     * Bytes moved between the server and HDFS.
     *
     * @param perMiss bytes read for a block that is not in the cache
     * @param otherPerOperation bytes per operation that no cache saves: log, flush, compaction
     */
    public Builder hdfsBytes(double perMiss, double otherPerOperation) {
      function.bytesPerMiss = perMiss;
      function.otherBytes = otherPerOperation;
      return this;
    }

    public Builder keyRepeatRatio(double ratio) {
      function.keyRepeatRatio = ratio;
      return this;
    }

    /** With a curve, the lookups per operation must include those of index and bloom blocks. */
    public Builder missRatioCurve(MissRatioCurve curve) {
      missRatioCurve = curve;
      return this;
    }

    /**
     * Returns the function; to be called once.
     *
     * @throws IllegalArgumentException naming the figure that is not sound
     */
    public ResourceBoundFunction build() {
      return function.checked(missRatioCurve);
    }
  }
}
