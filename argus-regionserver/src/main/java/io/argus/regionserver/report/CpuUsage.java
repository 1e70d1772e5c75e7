package io.argus.regionserver.report;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.regionserver.cpu.CpuAccount;
import io.argus.regionserver.cpu.CpuAccount.Activity;
import io.argus.regionserver.cpu.CpuClock;
import io.argus.regionserver.cpu.ThreadRole;
import io.argus.regionserver.cpu.ThreadTimes;
import io.argus.regionserver.handler.TenantScheduler;
import io.argus.regionserver.handler.TenantSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What each tenant uses of the CPU, window by window.
 *
 * <p>Not safe for use by several threads.
 */
final class CpuUsage {
  private final TenantScheduler<?> scheduler;
  private final LongSupplier processClock = CpuClock.ofThisProcess();
  private final ThreadTimes threads;
  private long processBefore;
  private Map<TenantId, TenantSnapshot> before = new HashMap<>();
  private long directBefore;
  private long nobodyBefore;

  /**
   * @param roles the role of a thread by its name
   */
  CpuUsage(TenantScheduler<?> scheduler, Function<String, ThreadRole> roles) {
    this.scheduler = scheduler;
    threads = new ThreadTimes(roles);
    threads.sinceLast();
    processBefore = processClock.getAsLong();
  }

  /**
   * Adds the use since the last call to each tenant's usage; returns that of the server.
   *
   * @param snapshots of all tenants, now
   * @param seconds length of that time
   */
  ServerCpu addTo(
      Function<TenantId, TenantUsage.Builder> usages,
      List<TenantSnapshot> snapshots,
      double seconds) {
    Map<TenantId, TenantSnapshot> now = new HashMap<>();
    Map<TenantId, Activity> activities = new HashMap<>();
    for (TenantSnapshot snapshot : snapshots) {
      TenantId tenant = snapshot.tenant();
      now.put(tenant, snapshot);
      activities.put(
          tenant,
          activity(
              snapshot,
              before.get(tenant),
              usages.apply(tenant).get(Figure.HDFS_WRITTEN_BYTES) * seconds,
              usages.apply(tenant).get(Figure.CLIENT_BYTES) * seconds));
    }
    before = now;
    long process = processClock.getAsLong();
    long processNanos = Math.max(0, process - processBefore);
    processBefore = process;
    if (process < 0) {
      return ServerCpu.UNKNOWN;
    }
    CpuAccount account = CpuAccount.of(processNanos, threads.sinceLast(), activities, ofNobody());
    double windowNanos = seconds * 1e9;
    account
        .nanos()
        .forEach(
            (tenant, nanos) -> {
              usages
                  .apply(tenant)
                  .cpuFraction(nanos / windowNanos)
                  .count(UsageCounter.CPU_NANOS, Math.round(nanos));
              Objects.requireNonNull(activities.get(tenant))
                  .ratio(nanos)
                  .ifPresent(ratio -> scheduler.cpuRatio(tenant, ratio));
            });
    int available = Runtime.getRuntime().availableProcessors();
    return new ServerCpu(
        available,
        scheduler.cpuLoad().mean() * available,
        processNanos / windowNanos,
        account.unattributedNanos() / windowNanos);
  }

  private static Activity activity(
      TenantSnapshot now,
      @Nullable TenantSnapshot before,
      double writtenBytes,
      double clientBytes) {
    long nanos = now.requestCpuNanos();
    long backgroundNanos = now.backgroundCpuNanos();
    long requests = now.requests();
    // A tenant that is new since the last window, or was forgotten meanwhile, counts from 0.
    if (before != null && requests >= before.requests()) {
      nanos -= before.requestCpuNanos();
      backgroundNanos -= before.backgroundCpuNanos();
      requests -= before.requests();
    }
    return new Activity(nanos, backgroundNanos, requests, writtenBytes, clientBytes);
  }

  private Activity ofNobody() {
    long direct = scheduler.directRequests();
    long nanos = scheduler.cpuNanosOfNobody();
    Activity nobody = new Activity(nanos - nobodyBefore, 0, direct - directBefore, 0, 0);
    directBefore = direct;
    nobodyBefore = nanos;
    return nobody;
  }
}
