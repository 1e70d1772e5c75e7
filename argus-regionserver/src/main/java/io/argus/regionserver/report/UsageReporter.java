package io.argus.regionserver.report;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.regionserver.admission.TenantSchedule;
import io.argus.regionserver.admission.TenantScheduler;
import io.argus.regionserver.cache.PartitionStatistics;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.monitor.WorkloadMonitor;
import io.argus.regionserver.plan.PlanApplier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the usage report of one region server, window by window, from its monitor, scheduler and
 * block cache.
 *
 * <p>Safe for use by any thread.
 */
public final class UsageReporter {
  private final WorkloadMonitor monitor;
  private final TenantScheduler<?> scheduler;
  private final PlanApplier plans;
  private final ComponentRegistry components;
  private final LongSupplier nanoClock;
  private Supplier<List<PartitionStatistics>> partitions = Collections::emptyList;
  private LongSupplier cacheCapacityBytes = () -> 0;

  private long windowStartNanos;
  private Map<TenantId, PartitionStatistics> partitionsBefore = new HashMap<>();
  private Map<TenantId, TenantSchedule> schedulesBefore = new HashMap<>();
  private volatile Collection<TenantId> tenants = Collections.emptyList();

  /**
   * Begins the first window.
   *
   * @param nanoClock like {@link System#nanoTime}
   */
  public UsageReporter(
      WorkloadMonitor monitor,
      TenantScheduler<?> scheduler,
      PlanApplier plans,
      ComponentRegistry components,
      LongSupplier nanoClock) {
    this.monitor = monitor;
    this.scheduler = scheduler;
    this.plans = plans;
    this.components = components;
    this.nanoClock = nanoClock;
    this.windowStartNanos = nanoClock.getAsLong();
  }

  /** Adds the block cache, which starts later than the scheduler, or never. */
  public synchronized void cache(
      Supplier<List<PartitionStatistics>> statistics, LongSupplier capacityBytes) {
    partitions = statistics;
    cacheCapacityBytes = capacityBytes;
  }

  /**
   * Ends the current window and begins the next one.
   *
   * @param server name of this region server
   * @param nowMillis milliseconds since the epoch
   */
  public synchronized UsageReport report(String server, long nowMillis) {
    long now = nanoClock.getAsLong();
    double seconds = Math.max(1e-3, (now - windowStartNanos) / 1e9);
    windowStartNanos = now;
    SortedMap<TenantId, TenantUsage.Builder> usages = new TreeMap<>(monitor.drain(seconds));
    addCache(usages, seconds);
    addSchedules(usages, seconds);
    List<TenantUsage> built = new ArrayList<>();
    usages.values().forEach(usage -> built.add(usage.build()));
    tenants = Collections.unmodifiableCollection(new TreeSet<>(usages.keySet()));
    return new UsageReport(
        server,
        nowMillis,
        seconds,
        plans.plan().version(),
        cacheCapacityBytes.getAsLong(),
        scheduler.hdfsCapacityPerSecond(),
        components.statuses(),
        built);
  }

  private void addCache(SortedMap<TenantId, TenantUsage.Builder> usages, double seconds) {
    Map<TenantId, PartitionStatistics> now = new HashMap<>();
    for (PartitionStatistics partition : partitions.get()) {
      TenantId tenant = partition.tenant();
      if (tenant.equals(PartitionedCache.SYSTEM)) {
        continue;
      }
      now.put(tenant, partition);
      PartitionStatistics before = partitionsBefore.get(tenant);
      builder(usages, tenant)
          .cache(
              partition.usedBytes(),
              partition.limitBytes(),
              perSecond(partition.hits(), before == null ? 0 : before.hits(), seconds),
              perSecond(partition.misses(), before == null ? 0 : before.misses(), seconds))
          .reuse(partition.reuseSince(before, seconds));
    }
    partitionsBefore = now;
  }

  private void addSchedules(SortedMap<TenantId, TenantUsage.Builder> usages, double seconds) {
    Map<TenantId, TenantSchedule> now = new HashMap<>();
    for (TenantSchedule schedule : scheduler.snapshot()) {
      now.put(schedule.tenant(), schedule);
      addSchedule(builder(usages, schedule.tenant()), schedule, seconds);
    }
    schedulesBefore = now;
  }

  private void addSchedule(TenantUsage.Builder usage, TenantSchedule schedule, double seconds) {
    @Nullable TenantSchedule before = schedulesBefore.get(schedule.tenant());
    long rejectedBefore = before == null ? 0 : before.rejected();
    long backloggedBefore = before == null ? 0 : before.backloggedNanos();
    long delayedBefore = before == null ? 0 : before.delayedReads();
    usage.ioCostFactor(schedule.ioCostFactor());
    usage.delayedReads(perSecond(schedule.delayedReads(), delayedBefore, seconds));
    usage.queue(
        schedule.queueLength() + schedule.waitingForHdfs(),
        perSecond(schedule.rejected(), rejectedBefore, seconds),
        Math.min(1, perSecond(schedule.backloggedNanos(), backloggedBefore, seconds) / 1e9));
  }

  private static TenantUsage.Builder builder(
      SortedMap<TenantId, TenantUsage.Builder> usages, TenantId tenant) {
    return usages.computeIfAbsent(tenant, TenantUsage::builder);
  }

  /** A partition or queue that is new since the last window counts from 0. */
  private static double perSecond(long now, long before, double seconds) {
    return Math.max(0, now >= before ? now - before : now) / seconds;
  }

  /** Returns the tenants of the last report. */
  public Collection<TenantId> tenants() {
    return tenants;
  }
}
