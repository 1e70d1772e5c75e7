package io.argus.regionserver;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.regionserver.handler.TenantScheduler;
import io.argus.regionserver.io.BackgroundWork;
import io.argus.regionserver.monitor.WorkloadMonitor;
import io.argus.regionserver.tenants.TableTenants;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Charges the HDFS writes of one region server to the tenants whose tables cause them: WAL, flushes
 * and compactions, the latter with what they read. It charges the scheduler, which takes a lock,
 * once per {@value #MIN_CHARGED_BYTES} bytes.
 *
 * <p>Safe for use by any thread.
 *
 * @param <T> the platform's name of a table
 */
public final class HdfsWrites<T> {
  private static final long MIN_CHARGED_BYTES = 64 << 10;

  private final TableTenants<T> tenants;
  private final WorkloadMonitor monitor;
  private final TenantScheduler<?> scheduler;
  private final ComponentRegistry components;
  private final BooleanSupplier chargesCompactions;
  private final ConcurrentHashMap<TenantId, AtomicLong> uncharged = new ConcurrentHashMap<>();

  HdfsWrites(
      TableTenants<T> tenants,
      WorkloadMonitor monitor,
      TenantScheduler<?> scheduler,
      ComponentRegistry components,
      BooleanSupplier chargesCompactions) {
    this.tenants = tenants;
    this.monitor = monitor;
    this.scheduler = scheduler;
    this.components = components;
    this.chargesCompactions = chargesCompactions;
  }

  /** Records and charges bytes of a table's WAL or flushes. Throws nothing. */
  public void written(T table, long bytes) {
    record(table, bytes, false);
  }

  /** Records bytes that a compaction wrote. Charges them unless it paid. Throws nothing. */
  public void compacted(T table, long bytes) {
    record(table, bytes, chargesCompactions());
  }

  private void record(T table, long bytes, boolean paid) {
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
      components.fault(Component.WRITES, e);
    }
  }

  private void charge(TenantId tenant, long bytes) {
    AtomicLong sum = uncharged.computeIfAbsent(tenant, t -> new AtomicLong());
    if (sum.addAndGet(bytes) >= MIN_CHARGED_BYTES) {
      scheduler.charge(tenant, sum.getAndSet(0));
    }
  }

  /** Whether compactions wait for I/O admission and pay for their bytes as they go. */
  public boolean chargesCompactions() {
    return chargesCompactions.getAsBoolean();
  }

  /**
   * Begins to record what a compaction in the calling thread reads, and its I/O admission while
   * compactions are charged. Returns null for a system table.
   *
   * @param urgency 0 while the compaction can wait, 1 or more when its store blocks writes
   */
  public @Nullable BackgroundWork compaction(T table, DoubleSupplier urgency) {
    try {
      TenantId tenant = tenants.tenantOf(table).orElse(null);
      return tenant == null
          ? null
          : scheduler.background(tenant, urgency, read -> monitor.compactionRead(tenant, read));
    } catch (RuntimeException | LinkageError e) {
      components.fault(Component.BACKGROUND, e);
      return null;
    }
  }
}
