package io.argus.regionserver.memstore;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;
import io.argus.regionserver.memstore.MemstoreShares.Decision;
import io.argus.regionserver.memstore.MemstoreShares.Holding;
import io.argus.regionserver.memstore.MemstoreShares.Region;
import io.argus.regionserver.tenants.TableTenants;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Watches the memstores of one region server in a thread of its own: has the regions of tenants
 * that hold more than their part flushed, and their writes held back in their queues, before the
 * platform blocks the writes of all.
 *
 * <p>It looks at regions once a second, and twenty times a second while memstores are more than
 * half full. Safe for use by any thread.
 *
 * @param <T> the platform's name of a table
 */
public final class Memstores<T> {
  private static final long IDLE_LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Of the platform's lower mark: below, nobody needs to look often. */
  private static final double HALF = 0.5;

  private final TableTenants<T> tenants;
  private final ToDoubleFunction<TenantId> weight;
  private final Consumer<Set<TenantId>> holdWrites;
  private final BooleanSupplier enabled;
  private final Consumer<Throwable> fault;
  private final LongSupplier nanoClock;
  private volatile Collection<? extends Holding<?>> holdings = Collections.emptyList();
  private volatile @Nullable Thread watcher;

  /**
   * @param weight of a tenant, above 0
   * @param holdWrites holds the writes of these tenants back until it is called again
   * @param enabled whether anything is to be done now
   * @param fault receives each exception; it must not throw
   */
  public Memstores(
      TableTenants<T> tenants,
      ToDoubleFunction<TenantId> weight,
      Consumer<Set<TenantId>> holdWrites,
      BooleanSupplier enabled,
      Consumer<Throwable> fault,
      LongSupplier nanoClock) {
    this.tenants = tenants;
    this.weight = weight;
    this.holdWrites = holdWrites;
    this.enabled = enabled;
    this.fault = fault;
    this.nanoClock = nanoClock;
  }

  /** Begins to watch; returns what ends it. */
  public <R> Closeable watch(MemstoreRegions<T, R> regions) {
    Watch<R> watch = new Watch<>(regions);
    Thread thread = new Thread(watch, "argus-memstores");
    thread.setDaemon(true);
    watcher = thread;
    thread.start();
    return this::stop;
  }

  private void stop() {
    Thread thread = watcher;
    watcher = null;
    LockSupport.unpark(thread);
  }

  /** Adds what each tenant holds to its usage. */
  public void addTo(Function<TenantId, TenantUsage.Builder> usages) {
    for (Holding<?> each : holdings) {
      if (each.bytes() > 0) {
        usages
            .apply(each.tenant)
            .set(Figure.MEMSTORE_BYTES, (double) each.bytes())
            .set(Figure.MEMSTORE_SHARE_BYTES, each.shareBytes());
      }
    }
  }

  /** The regions of one server and what was done about them; for one thread. */
  private final class Watch<R> implements Runnable {
    private final MemstoreRegions<T, R> regions;
    private final MemstoreShares<R> shares = new MemstoreShares<>();
    private long lookedNanos = nanoClock.getAsLong() - IDLE_LOOK_NANOS;
    private boolean holds;

    Watch(MemstoreRegions<T, R> regions) {
      this.regions = regions;
    }

    @Override
    public void run() {
      while (watcher == Thread.currentThread()) {
        try {
          poll();
        } catch (Throwable e) {
          fault.accept(e);
          hold(Collections.emptySet());
        }
        LockSupport.parkNanos(
            this, enabled.getAsBoolean() ? MemstoreShares.LOOK_NANOS : IDLE_LOOK_NANOS);
      }
      hold(Collections.emptySet());
    }

    private void poll() {
      if (!enabled.getAsBoolean()) {
        holdings = Collections.emptyList();
        hold(Collections.emptySet());
        return;
      }
      double pressure = regions.pressure();
      long now = nanoClock.getAsLong();
      if (pressure < HALF && !holds && now - lookedNanos < IDLE_LOOK_NANOS) {
        return;
      }
      lookedNanos = now;
      Decision<R> decision = shares.look(read(), pressure, weight, now);
      holdings = decision.holdings;
      hold(decision.held);
      for (R region : decision.flushes) {
        flush(region);
      }
    }

    private List<Region<R>> read() {
      List<Region<R>> read = new ArrayList<>();
      for (R region : regions.online()) {
        TenantId tenant = tenants.tenantOf(regions.table(region)).orElse(null);
        read.add(new Region<>(tenant, region, Math.max(0, regions.bytes(region))));
      }
      return read;
    }

    private void hold(Set<TenantId> tenantsBeyond) {
      if (holds || !tenantsBeyond.isEmpty()) {
        holds = !tenantsBeyond.isEmpty();
        holdWrites.accept(tenantsBeyond);
      }
    }

    /** One that cannot be flushed is one that closes. */
    private void flush(R region) {
      try {
        regions.flush(region);
      } catch (IOException e) {
        fault.accept(e);
      }
    }
  }
}
