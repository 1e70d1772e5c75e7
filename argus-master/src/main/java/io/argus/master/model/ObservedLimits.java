package io.argus.master.model;

import io.argus.core.performance.ResourceBoundFunction;
import io.argus.core.performance.WorkloadMix;
import io.argus.core.plan.Reservation;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.TenantUsage;
import io.argus.master.monitor.ClusterUsage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The costs per operation and the limits of throughput that follow from a tenant's own figures:
 * HDFS, handlers, and demand.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ObservedLimits {
  /** Below this rate a tenant counts as idle: figures per operation would be noise. */
  public static final double IDLE_OPERATIONS_PER_SECOND = 1;

  /** A tenant has what it asks for if its requests wait for less than this fraction of the time. */
  static final double BACKLOGGED = 0.1;

  /** A tenant is held back if its requests wait this many times as long as they are served. */
  private static final double HELD_BACK = 4;

  /** HDFS limits a tenant that uses at least this fraction of its HDFS share. */
  private static final double HDFS_BOUND = 0.7;

  /** A tenant may want more if it moves at least this fraction of its share of a server's bytes. */
  private static final double USED_UP = 0.85;

  /** Factor on a working set that an LRU needs to hold all of it, as its eviction runs ahead. */
  private static final double CACHE_HEADROOM = 1.05;

  /** Fraction of its limit at which a tenant counts as filling it, as eviction runs ahead. */
  private static final double FILLED = 0.9;

  /** A tenant that uses at least this part of its fair part may want more than that. */
  private static final double NEARLY_ALL = 0.85;

  /** The loss, as a fraction of the throughput, from which on a tenant is held back. */
  private static final double NOTICED = 0.02;

  /** Factor on both borders for a tenant that was demand-limited, and divisor for another one. */
  private static final double HOLD = 1.15;

  /**
   * Use of the fair part, or part of the time with a backlog, from which on waits count in full.
   */
  private static final double COUNTS_IN_FULL = 0.5;

  /** Factor by which a demand-limited tenant may speed up before the next plan. */
  private static final double DEMAND_HEADROOM = 1.25;

  /** Sampled lookups from which on a miss-ratio curve says more than the observed point alone. */
  private static final double ENOUGH_SAMPLES = 500;

  /** Bytes per second that no HDFS of a server has, and no tenant asks for. */
  private static final double PLENTY = 1e12;

  private static final double USUAL_BLOCK_BYTES = 64 << 10;
  private static final double MIN_BLOCK_BYTES = 1 << 10;
  private static final double MAX_BLOCK_BYTES = 16 << 20;

  private final TenantUsage usage;
  private final List<ClusterUsage.Local> there;
  private final Capacity capacity;
  private final Reservation current;
  private final double handlerCapacity;
  private final double throughput;
  private final boolean backlogged;

  /** Use / fair part, where that is most. */
  private final double fairRatio;

  /** How much the CPU limits the tenant, 0..1; 0 if its requests mostly wait for HDFS. */
  private final double saturation;

  /** Operations per second without what it {@linkplain CpuLoss loses} at the CPU. */
  private final double aloneAtCpu;

  /** The same if it did little only because another server is its bottleneck. */
  private final double mostAtCpu;

  /** Factor on the borders of what counts as held back. */
  private final double border;

  /** What is the same for the limits of a tenant on each of its servers. Immutable. */
  static final class Of {
    private final double peakHandlerFraction;
    private final double waiting;
    private final double border;

    /**
     * @param everywhere the tenant on all servers
     * @param peakHandlerFraction most handler seconds per second that was seen to be spent
     * @param before the tenant's model of the round before
     */
    Of(
        List<ClusterUsage.Local> everywhere,
        double peakHandlerFraction,
        @Nullable TenantModel before) {
      this.peakHandlerFraction = peakHandlerFraction;
      this.waiting = CpuLoss.byWaiting(everywhere);
      this.border = before == null ? 1 : before.isDemandLimited() ? HOLD : 1 / HOLD;
    }
  }

  /**
   * @param there the usage on each server, of which this one is the sum
   * @param used what each of these is of the tenant's fair part there
   * @param capacity of these servers
   * @param current reservation under which the usage was observed
   */
  ObservedLimits(
      Of of,
      TenantUsage usage,
      List<ClusterUsage.Local> there,
      List<FairParts> used,
      Capacity capacity,
      Reservation current) {
    this.usage = usage;
    this.there = there;
    this.capacity = capacity;
    this.current = current;
    this.border = of.border;
    this.handlerCapacity = Math.max(of.peakHandlerFraction, capacity.handlerFraction);
    this.throughput = usage.totalOperationsPerSecond();
    this.backlogged = isBacklogged(usage) || usesUpItsHdfsShareSomewhere();
    boolean mayLimit = !backlogged || !usage.waitsMostlyForHdfs();
    double ratio = 0;
    double saturated = 0;
    double alone = 0;
    double most = 0;
    for (int s = 0; s < there.size(); s++) {
      ClusterUsage.Local local = there.get(s);
      ratio = Math.max(ratio, used.get(s).any);
      double byUse = mayLimit ? CpuLoss.byUse(local) : 0;
      double counts = counting(used.get(s).cpu);
      double operations = local.usage().totalOperationsPerSecond();
      alone += operations / (1 - counts * Math.min(byUse, of.waiting));
      most += operations / (1 - byUse);
      if (mayLimit && CpuLoss.isPossible(local)) {
        saturated = Math.max(saturated, local.cpuSaturation());
      }
    }
    this.fairRatio = ratio;
    this.saturation = saturated;
    this.aloneAtCpu = alone;
    this.mostAtCpu = most;
  }

  /**
   * How much waits for the CPU count, 0..1: the more, the more of its fair part the tenant uses,
   * and the more often a request of it waits.
   */
  private double counting(double ofCpu) {
    double byUse = (ofCpu - FairParts.LIGHT) / (COUNTS_IN_FULL - FairParts.LIGHT);
    double byBacklog = (usage.backlogFraction() - BACKLOGGED) / (COUNTS_IN_FULL - BACKLOGGED);
    return Math.min(1, Math.max(0, Math.max(byUse, backlogged ? byBacklog : 0)));
  }

  double throughput() {
    return throughput;
  }

  /** Whether it asks for next to nothing. One that is hardly served, while it waits, is not. */
  boolean isIdle() {
    boolean waits = usage.backlogFraction() >= BACKLOGGED && usage.queueLength() > 0;
    return throughput < IDLE_OPERATIONS_PER_SECOND && !waits;
  }

  /** Whether it does next to nothing, but not because it asks for no more. */
  boolean isHardlyServed() {
    return throughput < IDLE_OPERATIONS_PER_SECOND && !isIdle();
  }

  /** HDFS bytes that an operation is charged; those of a block if too little is known. */
  double bytesPerOperation() {
    return suffice()
        ? Math.max(MIN_BLOCK_BYTES, usage.hdfsChargedBytesPerSecond() / throughput)
        : USUAL_BLOCK_BYTES;
  }

  /**
   * Whether the tenant would do more with more resources. Requests that wait for HDFS do not prove
   * it: they may just wait for the reads in flight. It takes one of these too: requests wait mostly
   * for handlers, or much longer than they are served, or the tenant uses up its share of HDFS on a
   * server.
   */
  boolean isBacklogged() {
    return backlogged;
  }

  private static boolean isBacklogged(TenantUsage usage) {
    double queued = usage.queueWaitFraction();
    double waiting = queued + usage.hdfsWaitFraction();
    double served = usage.handlerFraction() + usage.hdfsReadFraction();
    return usage.backlogFraction() >= BACKLOGGED
        && (queued >= usage.hdfsWaitFraction() || waiting >= HELD_BACK * served);
  }

  private boolean usesUpItsHdfsShareSomewhere() {
    if (usage.backlogFraction() < BACKLOGGED) {
      return false;
    }
    for (ClusterUsage.Local local : there) {
      double own = local.usage().hdfsChargedBytesPerSecond();
      double all = local.hdfsChargedBytesPerSecondOfAll();
      boolean waits = local.usage().backlogFraction() >= BACKLOGGED;
      if (waits && own > 0 && own >= USED_UP * current.hdfsShare() * all) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether HDFS was never saturated, which is when its capacity becomes known, and does not limit
   * the tenant either.
   */
  private boolean isHdfsPlentiful() {
    return capacity.hdfsBytesPerSecond <= 0 && !usage.waitsMostlyForHdfs();
  }

  /** Whether the figures suffice for a performance function. */
  boolean suffice() {
    boolean looksUp = usage.cacheHitsPerSecond() + usage.cacheMissesPerSecond() > 0;
    return throughput >= IDLE_OPERATIONS_PER_SECOND
        && (capacity.hdfsBytesPerSecond > 0 || isHdfsPlentiful())
        && capacity.cacheBytes > 0
        && (looksUp || readsPerOperation() <= 0.01);
  }

  /** The effective cache share: the guaranteed one, or more if the tenant borrows. */
  double cacheShare() {
    double bytes = capacity.cacheBytes;
    double occupied = bytes > 0 ? usage.cacheBytes() / bytes : 0;
    return Math.min(1, Math.max(current.cacheShare(), occupied));
  }

  /** The effective HDFS share: the guaranteed one, or more if the tenant borrows. */
  double hdfsShare() {
    double bytes = capacity.hdfsBytesPerSecond;
    double used = bytes > 0 ? usage.hdfsChargedBytesPerSecond() / bytes : 0;
    return Math.min(1, Math.max(current.hdfsShare(), used));
  }

  private WorkloadMix mix() {
    return WorkloadMix.of(usage::operationsPerSecond);
  }

  private double readsPerOperation() {
    return 1 - mix().writes();
  }

  private boolean isHdfsBound() {
    double reserved = current.hdfsShare() * capacity.hdfsBytesPerSecond;
    return isBacklogged()
        && !isHdfsPlentiful()
        && usage.hdfsChargedBytesPerSecond() >= HDFS_BOUND * reserved;
  }

  /**
   * The throughput that everything except HDFS allows.
   *
   * <p>If HDFS is the limit now: what the handlers could do if all worked for this tenant, at least
   * one handler second per second and server. Writes wait in their handlers for the log, so that
   * they may occupy all handlers at once. Otherwise: the current throughput; of a backlogged tenant
   * over the fraction of the time in which no request waits, at most what the handlers allow. As
   * far as the CPU is the limit: {@link CpuLoss}.
   */
  double otherLimit() {
    return (1 - saturation) * limitOfHandlers() + saturation * aloneAtCpu;
  }

  private double limitOfHandlers() {
    if (isHdfsBound()) {
      return otherLimitWithAllHandlers();
    }
    double waitless = backlogged ? Math.max(0.01, 1 - usage.backlogFraction()) : 1;
    return Math.max(throughput(), Math.min(throughput() / waitless, handlerLimit(handlerCapacity)));
  }

  /**
   * Whether it is backlogged, or would do noticeably more without what it waits for. Where the CPU
   * is saturated, some request of everybody waits.
   */
  boolean isHeldBack() {
    return (isBacklogged() && saturation < 1) || isNoticed(otherLimit());
  }

  private boolean isNoticed(double alone) {
    return throughput <= (1 - NOTICED * border) * alone && alone > 0;
  }

  /** Whether it uses less of each resource than its fair part. */
  boolean asksForLess() {
    return fairRatio < NEARLY_ALL * border;
  }

  /**
   * Whether it is held back, and it shows by what: it uses its HDFS share, waits for handlers, or
   * the CPU limits it. Requests that wait for HDFS while it uses less than its share just come in
   * clusters, or wait for the reads of others.
   */
  boolean isHeldBackHere() {
    return isNoticed((1 - saturation) * throughput + saturation * aloneAtCpu)
        || isHardlyServed()
        || isHdfsBound()
        || (isBacklogged() && usage.queueWaitFraction() >= usage.hdfsWaitFraction());
  }

  /**
   * What a server could do, except HDFS, for a tenant with another bottleneck server: how little it
   * does here says nothing about it.
   */
  double otherLimitOfRoomyServer() {
    return (1 - saturation) * otherLimitWithAllHandlers() + saturation * mostAtCpu;
  }

  /** The throughput that everything except HDFS allows if all handlers work for this tenant. */
  private double otherLimitWithAllHandlers() {
    double writes = mix().writes();
    double computing = Math.max(handlerCapacity, Math.max(1, capacity.servers));
    double waiting = Math.max(computing, capacity.handlerSlots);
    return Math.max(throughput(), handlerLimit((1 - writes) * computing + writes * waiting));
  }

  private double handlerLimit(double handlerSecondsPerSecond) {
    double perOperation = usage.handlerFraction() / throughput();
    return handlerSecondsPerSecond / Math.max(1e-7, perOperation);
  }

  /**
   * What the tenant needs of the CPU of its server: what it uses now, and all of it as far as the
   * CPU limits it.
   *
   * @param full throughput with all of the server, which the CPU allows at least
   * @param mayBeBottleneck whether this server may be the bottleneck of the tenant
   */
  PartCpu cpu(double full, boolean mayBeBottleneck) {
    double capacity = there.stream().mapToDouble(ClusterUsage.Local::cpuCapacity).sum();
    double used = usage.cpuFraction();
    if (throughput < IDLE_OPERATIONS_PER_SECOND || capacity <= 0 || used <= 0) {
      return PartCpu.UNKNOWN;
    }
    double limited = mayBeBottleneck ? saturation : 0;
    return PartCpu.needing(
        limited + (1 - limited) * Math.min(1, used / capacity),
        Math.max(full, throughput * capacity / used));
  }

  /**
   * What the tenant would do now by a function that knows nothing of the CPU, of which others use a
   * part.
   */
  double besideOthersAtCpu(double predicted) {
    return (1 - saturation) * predicted + saturation * Math.min(predicted, throughput);
  }

  /** The throughput that a demand-limited tenant's reservation must allow. */
  double demand() {
    return throughput() * DEMAND_HEADROOM;
  }

  /**
   * Whether the miss-ratio curve will have enough samples soon. A tenant that does little on each
   * of many servers never has them there.
   *
   * @param windowSeconds length of the windows that the usage is of
   * @param spanSeconds length up to which windows add up
   */
  boolean isCurveComing(double windowSeconds, double spanSeconds) {
    double expected = usage.missRatioCurve().samples() * Math.max(1, spanSeconds / windowSeconds);
    return expected >= ENOUGH_SAMPLES && !hasCurve();
  }

  /** Whether the miss-ratio curve says what other shares of the cache would bring. */
  boolean hasCurve() {
    return usage.missRatioCurve().samples() >= ENOUGH_SAMPLES;
  }

  /** The miss-ratio curve, if it says what other shares of the cache would bring. */
  MissRatioCurve curve() {
    return hasCurve() ? usage.missRatioCurve() : MissRatioCurve.NONE;
  }

  ResourceBoundFunction bounded(double otherLimit) {
    return bounded(otherLimit, curve());
  }

  /**
   * Returns the performance function of the tenant's own figures.
   *
   * @param otherLimit throughput where HDFS does not limit it
   * @param curve what other shares of the cache would bring; none if only the observed point counts
   */
  ResourceBoundFunction bounded(double otherLimit, MissRatioCurve curve) {
    double operations = throughput();
    double misses = usage.cacheMissesPerSecond() / operations;
    double lookups = misses + usage.cacheHitsPerSecond() / operations;
    double bytesPerMiss = bytesPerMiss();
    double readBytes = usage.hdfsChargedReadBytesPerSecond() / operations;
    double backgroundBytes =
        (usage.hdfsWrittenBytesPerSecond() + usage.compactionReadBytesPerSecond()) / operations;
    ResourceBoundFunction.Builder builder =
        ResourceBoundFunction.builder()
            .otherLimit(otherLimit)
            .capacity(capacity.cacheBytes, isHdfsPlentiful() ? PLENTY : capacity.hdfsBytesPerSecond)
            .hdfsBytes(
                bytesPerMiss, Math.max(0, readBytes - misses * bytesPerMiss) + backgroundBytes)
            .keyRepeatRatio(Math.min(1, usage.keyRepeatRatio()));
    return curve.samples() > 0
        ? builder.misses(lookups, misses, cacheBytes()).missRatioCurve(curve).build()
        : builder.misses(Math.max(misses, dataLookups(lookups)), misses, cacheBytes()).build();
  }

  /**
   * Data blocks among the blocks that an operation looks up. Index and bloom blocks are nearly
   * always cached, so their hits say nothing about what more cache would bring. A get or another
   * read looks up one data block and two others, a scan two others whatever its length.
   */
  private double dataLookups(double lookups) {
    double scans = mix().scans();
    double reads = readsPerOperation() - scans;
    double ofScans = Math.max(scans, lookups - 3 * reads - 2 * scans);
    return Math.min(lookups, reads + (scans > 0 ? ofScans : 0));
  }

  private double bytesPerMiss() {
    if (usage.cacheMissesPerSecond() < 1) {
      return USUAL_BLOCK_BYTES;
    }
    double bytes = usage.hdfsChargedReadBytesPerSecond() / usage.cacheMissesPerSecond();
    return Math.min(MAX_BLOCK_BYTES, Math.max(MIN_BLOCK_BYTES, bytes));
  }

  /**
   * The greatest share of the cache that the tenant fills: what it occupies if it leaves part of
   * its limit free, else 1.
   */
  double cacheFill() {
    double bytes = capacity.cacheBytes;
    boolean leavesRoom = usage.cacheBytes() < FILLED * usage.cacheLimitBytes();
    boolean unknown = usage.cacheLimitBytes() == 0 && usage.cacheBytes() > 0;
    if (bytes <= 0 || unknown || (usage.cacheLimitBytes() > 0 && !leavesRoom)) {
      return 1;
    }
    return Math.min(1, usage.cacheBytes() * CACHE_HEADROOM / bytes);
  }

  /**
   * Bytes of cache to which the current misses belong: all that the tenant has if it fills its
   * limit or borrows, else what it occupies and some headroom.
   */
  private double cacheBytes() {
    double limit = usage.cacheLimitBytes();
    double used = usage.cacheBytes();
    double enough =
        used >= FILLED * limit && limit > 0
            ? Math.max(limit, used)
            : limit > 0 ? Math.min(limit, used * CACHE_HEADROOM) : used * CACHE_HEADROOM;
    return Math.max(enough, USUAL_BLOCK_BYTES);
  }
}
