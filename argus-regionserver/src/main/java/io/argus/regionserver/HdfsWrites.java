package io.argus.regionserver;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ComponentRegistry;
import io.argus.regionserver.admission.TenantScheduler;
import io.argus.regionserver.hdfs.BackgroundWork;
import io.argus.regionserver.monitor.WorkloadMonitor;
import io.argus.regionserver.tenants.TableTenants;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one region server writes to HDFS outside of requests, WAL, flushes and compactions: booked
 * to the tenant whose table caused it. The scheduler is told by the block, not by the WAL entry,
 * since it takes a lock.
 *
 * <p>Safe for use by any thread.
 *
 * @param <T> the platform's name of a table
 */
public final class HdfsWrites<T> {
  private static final long CHARGED_AT_LEAST = 64 << 10;

  private final TableTenants<T> tenants;
  private final WorkloadMonitor monitor;
  private final TenantScheduler<?> scheduler;
  private final ComponentRegistry components;
  private final BooleanSupplier pricesCompactions;
  private final ConcurrentHashMap<TenantId, AtomicLong> uncharged = new ConcurrentHashMap<>();

  HdfsWrites(
      TableTenants<T> tenants,
      WorkloadMonitor monitor,
      TenantScheduler<?> scheduler,
      ComponentRegistry components,
      BooleanSupplier pricesCompactions) {
    this.tenants = tenants;
    this.monitor = monitor;
    this.scheduler = scheduler;
    this.components = components;
    this.pricesCompactions = pricesCompactions;
  }

  /** Books and charges bytes of a table's WAL or of its flushes. Throws nothing. */
  public void written(T table, long bytes) {
    book(table, bytes, false);
  }

  /** Books bytes that a compaction wrote, which may have paid for them. Throws nothing. */
  public void compacted(T table, long bytes) {
    book(table, bytes, pricesCompactions());
  }

  private void book(T table, long bytes, boolean paid) {
    try {
      TenantId tenant = tenants.tenantOf(table).orElse(null);
      if (tenant == null || bytes <= 0) {
        return;
      }
      monitor.hdfsWritten(tenant, bytes);
      if (!paid) {
        charge(tenant, bytes);
      }
    } catch (RuntimeException | LinkageError e) {
      components.fault(RegionServerNode.WRITES_COMPONENT, e);
    }
  }

  private void charge(TenantId tenant, long bytes) {
    AtomicLong sum = uncharged.computeIfAbsent(tenant, t -> new AtomicLong());
    if (sum.addAndGet(bytes) >= CHARGED_AT_LEAST) {
      scheduler.charge(tenant, sum.getAndSet(0));
    }
  }

  /** Whether compactions pay for their bytes, and wait for their tenant's turn at HDFS. */
  public boolean pricesCompactions() {
    return pricesCompactions.getAsBoolean();
  }

  /**
   * The way through the HDFS gate of a compaction that the calling thread begins; null if it goes
   * as HBase lets it.
   *
   * @param urgency 0 while the compaction can wait, 1 or more when its store blocks writes
   */
  public @Nullable BackgroundWork compaction(T table, DoubleSupplier urgency) {
    try {
      TenantId tenant = pricesCompactions() ? tenants.tenantOf(table).orElse(null) : null;
      return tenant == null ? null : scheduler.background(tenant, urgency);
    } catch (RuntimeException | LinkageError e) {
      components.fault(RegionServerNode.BACKGROUND_COMPONENT, e);
      return null;
    }
  }
}
