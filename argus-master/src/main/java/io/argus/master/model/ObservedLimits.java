package io.argus.master.model;

import io.argus.core.performance.ResourceBoundFunction;
import io.argus.core.performance.WorkloadMix;
import io.argus.core.plan.Reservation;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;

/**
 * A tenant's own figures, turned into costs per operation and into the limits that bind its
 * throughput: HDFS, handlers, and what it asks for.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ObservedLimits {
  /** Below this a tenant counts as idle: a figure per operation would be noise. */
  public static final double IDLE_OPERATIONS_PER_SECOND = 1;

  /** Something waits for a lesser part of the time than this if a tenant has what it asks for. */
  static final double BACKLOGGED = 0.1;

  /** A tenant whose requests wait this many times as long as they are served is held back. */
  private static final double HELD_BACK = 4;

  /** Part of its HDFS share that a tenant uses at least if HDFS is what limits it. */
  private static final double HDFS_BOUND = 0.7;

  /** Part of its share of the bytes moved on a server from which on a tenant may want more. */
  private static final double USED_UP = 0.85;

  /** What an LRU needs beyond the working set to hold all of it, as its eviction runs ahead. */
  private static final double CACHE_HEADROOM = 1.05;

  /** Part of its limit above which a tenant counts as filling it, as eviction runs ahead. */
  private static final double FILLED = 0.9;

  /** How far a demand-limited tenant may speed up before the next plan. */
  private static final double SLOW_HEADROOM = 1.25;

  /** Lookups followed from which on a reuse curve says more than the observed point alone. */
  private static final double ENOUGH_SAMPLES = 500;

  private static final double USUAL_BLOCK_BYTES = 64 << 10;
  private static final double LEAST_BLOCK_BYTES = 1 << 10;
  private static final double MOST_BLOCK_BYTES = 16 << 20;

  private final TenantUsage usage;
  private final ClusterUsage cluster;
  private final Reservation present;
  private final double handlerCapacity;

  /**
   * @param present reservation under which the usage was observed
   * @param peakHandlerFraction most handler seconds per second that the cluster was seen to spend
   */
  ObservedLimits(
      TenantUsage usage, ClusterUsage cluster, Reservation present, double peakHandlerFraction) {
    this.usage = usage;
    this.cluster = cluster;
    this.present = present;
    this.handlerCapacity = Math.max(peakHandlerFraction, cluster.handlerFraction());
  }

  double throughput() {
    return usage.totalOperationsPerSecond();
  }

  boolean isIdle() {
    return throughput() < IDLE_OPERATIONS_PER_SECOND;
  }

  /**
   * Whether the tenant would do more if it were given more. A request that waits for HDFS is not
   * enough: it may just stand behind the reads that are under way. Either requests wait for
   * handlers most of all, or for much longer than they are served, or the tenant uses up its part
   * of what HDFS carries on a server.
   */
  boolean isBacklogged() {
    double queued = usage.queueWaitFraction();
    double waiting = queued + usage.hdfsWaitFraction();
    double served = usage.handlerFraction() + usage.hdfsReadFraction();
    return usage.backlogFraction() >= BACKLOGGED
        && (queued >= usage.hdfsWaitFraction()
            || waiting >= HELD_BACK * served
            || usesUpItsHdfsShareSomewhere());
  }

  private boolean usesUpItsHdfsShareSomewhere() {
    for (UsageReport report : cluster.reports()) {
      double own = 0;
      double all = 0;
      boolean waits = false;
      for (TenantUsage each : report.tenants()) {
        double bytes = each.hdfsChargedBytesPerSecond();
        all += bytes;
        if (each.tenant().equals(usage.tenant())) {
          own = bytes;
          waits = each.backlogFraction() >= BACKLOGGED;
        }
      }
      if (waits && own > 0 && own >= USED_UP * present.hdfsShare() * all) {
        return true;
      }
    }
    return false;
  }

  /** Whether the figures say enough for a function of their own. */
  boolean suffice() {
    boolean reads = readsPerOperation() > 0.01;
    boolean looksUp = usage.cacheHitsPerSecond() + usage.cacheMissesPerSecond() > 0;
    return !isIdle()
        && cluster.hdfsCapacityBytesPerSecond() > 0
        && cluster.cacheCapacityBytes() > 0
        && (looksUp || !reads);
  }

  /** Cache share the tenant in fact has: what it reserved, or more where it was lent some. */
  double cacheShare() {
    double capacity = cluster.cacheCapacityBytes();
    double occupied = capacity > 0 ? usage.cacheBytes() / capacity : 0;
    return Math.min(1, Math.max(present.cacheShare(), occupied));
  }

  /** HDFS share the tenant in fact has: what it reserved, or more where it was lent some. */
  double hdfsShare() {
    double capacity = cluster.hdfsCapacityBytesPerSecond();
    double used = capacity > 0 ? usage.hdfsChargedBytesPerSecond() / capacity : 0;
    return Math.min(1, Math.max(present.hdfsShare(), used));
  }

  private double readsPerOperation() {
    return 1 - WorkloadMix.of(usage.operationsPerSecond()).writes();
  }

  private boolean isHdfsBound() {
    double reserved = present.hdfsShare() * cluster.hdfsCapacityBytesPerSecond();
    return isBacklogged() && usage.hdfsChargedBytesPerSecond() >= HDFS_BOUND * reserved;
  }

  /**
   * Throughput that everything but HDFS lets through. Where HDFS is the limit now, that is what the
   * handlers could do if all worked for this tenant, one handler second per second and server at
   * least; writes wait in their handlers for the log, so that all handlers may be used by them at
   * once. Where it is not, the tenant gets what it asks for the part of the time in which nothing
   * of it waits, and the handler time of the others is what it could gain.
   */
  double otherLimit() {
    if (isHdfsBound()) {
      double writes = WorkloadMix.of(usage.operationsPerSecond()).writes();
      double computing = Math.max(handlerCapacity, serverCount());
      double waiting = Math.max(computing, handlerSlots());
      return Math.max(throughput(), handlerLimit((1 - writes) * computing + writes * waiting));
    }
    double waitless = Math.max(0.01, 1 - usage.backlogFraction());
    return Math.max(throughput(), Math.min(throughput() / waitless, handlerLimit(handlerCapacity)));
  }

  private double handlerLimit(double handlerSecondsPerSecond) {
    double perOperation = usage.handlerFraction() / throughput();
    return handlerSecondsPerSecond / Math.max(1e-7, perOperation);
  }

  private int handlerSlots() {
    return cluster.reports().stream().mapToInt(report -> report.setup().handlers()).sum();
  }

  private int serverCount() {
    return Math.max(1, cluster.reports().size());
  }

  /** Throughput the tenant could reach alone if it asked for as much as it could get. */
  double potential() {
    return bounded(Math.max(throughput(), handlerLimit(handlerCapacity))).isolatedThroughput();
  }

  /** What a demand-limited tenant's reservation must carry: what it asks for, and some more. */
  double demand() {
    return throughput() * SLOW_HEADROOM;
  }

  /** Whether the reuse of its blocks begins to be known, but says nothing yet. */
  boolean isCurveComing() {
    return usage.reuse().samples() > 0 && !hasCurve();
  }

  /** Whether its reuse of blocks says what other shares of the cache would bring. */
  boolean hasCurve() {
    return usage.reuse().samples() >= ENOUGH_SAMPLES;
  }

  /** The function of the tenant's own figures, with that limit beside HDFS. */
  ResourceBoundFunction bounded(double otherLimit) {
    double operations = throughput();
    double misses = usage.cacheMissesPerSecond() / operations;
    double lookups = misses + usage.cacheHitsPerSecond() / operations;
    double bytesPerMiss = bytesPerMiss();
    double readBytes = usage.hdfsChargedReadBytesPerSecond() / operations;
    double writtenBytes = usage.hdfsWrittenBytesPerSecond() / operations;
    ResourceBoundFunction.Builder builder =
        ResourceBoundFunction.builder()
            .otherLimit(otherLimit)
            .capacity(cluster.cacheCapacityBytes(), cluster.hdfsCapacityBytesPerSecond())
            .hdfsBytes(bytesPerMiss, Math.max(0, readBytes - misses * bytesPerMiss) + writtenBytes)
            .keyRepeatRatio(Math.min(1, usage.keyRepeatRatio()));
    return hasCurve()
        ? builder.misses(lookups, misses, cacheBytes()).reuse(usage.reuse()).build()
        : builder.misses(Math.max(misses, dataLookups(lookups)), misses, cacheBytes()).build();
  }

  /**
   * Data blocks an operation needs, of all blocks it looks up: index and bloom blocks are nearly
   * always there, so their hits say nothing about what more cache would bring. A get or another
   * read needs one data block and two others, a scan two others whatever its length.
   */
  private double dataLookups(double lookups) {
    double scans = WorkloadMix.of(usage.operationsPerSecond()).scans();
    double reads = readsPerOperation() - scans;
    double ofScans = Math.max(scans, lookups - 3 * reads - 2 * scans);
    return Math.min(lookups, reads + (scans > 0 ? ofScans : 0));
  }

  private double bytesPerMiss() {
    if (usage.cacheMissesPerSecond() < 1) {
      return USUAL_BLOCK_BYTES;
    }
    double bytes = usage.hdfsChargedReadBytesPerSecond() / usage.cacheMissesPerSecond();
    return Math.min(MOST_BLOCK_BYTES, Math.max(LEAST_BLOCK_BYTES, bytes));
  }

  /**
   * Share of the cache that the tenant fills if it gets that: what it occupies where it leaves part
   * of its limit free, else whatever it gets.
   */
  double cacheFill() {
    double capacity = cluster.cacheCapacityBytes();
    boolean leavesRoom = usage.cacheBytes() < FILLED * usage.cacheLimitBytes();
    boolean unknown = usage.cacheLimitBytes() == 0 && usage.cacheBytes() > 0;
    if (capacity <= 0 || unknown || (usage.cacheLimitBytes() > 0 && !leavesRoom)) {
      return 1;
    }
    return Math.min(1, usage.cacheBytes() * CACHE_HEADROOM / capacity);
  }

  /**
   * Bytes of cache with which the present misses are to be expected again: what it has where it
   * fills its limit, or has been lent more; else what it occupies and a little more.
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
