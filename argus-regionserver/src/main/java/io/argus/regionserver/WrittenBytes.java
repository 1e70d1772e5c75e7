package io.argus.regionserver;

import io.argus.core.TenantId;
import io.argus.regionserver.monitor.WorkloadMonitor;
import io.argus.regionserver.scheduler.TenantScheduler;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Books what is written to HDFS for tenants outside of their requests. The scheduler is told by the
 * block, not by the WAL entry, since it takes a lock.
 *
 * <p>Safe for use by any thread.
 */
final class WrittenBytes {
  private static final long CHARGED_AT_LEAST = 64 << 10;

  private final WorkloadMonitor monitor;
  private final TenantScheduler<?> scheduler;
  private final ConcurrentHashMap<TenantId, AtomicLong> uncharged = new ConcurrentHashMap<>();

  WrittenBytes(WorkloadMonitor monitor, TenantScheduler<?> scheduler) {
    this.monitor = monitor;
    this.scheduler = scheduler;
  }

  /** Books what was charged already, turn by turn. */
  void addPaid(TenantId tenant, long bytes) {
    monitor.hdfsWritten(tenant, bytes);
  }

  void add(TenantId tenant, long bytes) {
    monitor.hdfsWritten(tenant, bytes);
    AtomicLong sum = uncharged.computeIfAbsent(tenant, t -> new AtomicLong());
    if (sum.addAndGet(bytes) >= CHARGED_AT_LEAST) {
      scheduler.charge(tenant, sum.getAndSet(0));
    }
  }
}
