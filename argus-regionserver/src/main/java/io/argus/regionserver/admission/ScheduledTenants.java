package io.argus.regionserver.admission;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.hdfs.IoQueues;
import io.argus.regionserver.hdfs.IoTenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tenants that one region server's scheduler knows, with their shares: each is a flow of the
 * handlers' schedule and one of the gate's.
 *
 * <p>Lock order: admission before gate. Safe for use by any thread.
 *
 * @param <R> type of a request
 */
final class ScheduledTenants<R> {
  private final HandlerPool<R> pool;
  private final IoQueues turns;
  private final LongSupplier nanoClock;
  private final ConcurrentHashMap<TenantId, ScheduledTenant<R>> index = new ConcurrentHashMap<>();

  /** Guarded by the admission lock. */
  private @Nullable Plan plan;

  ScheduledTenants(HandlerPool<R> pool, IoQueues turns, LongSupplier nanoClock) {
    this.pool = pool;
    this.turns = turns;
    this.nanoClock = nanoClock;
  }

  /** A tenant, made if need be. */
  ScheduledTenant<R> of(TenantId id) {
    ScheduledTenant<R> tenant = index.get(id);
    return tenant == null ? add(id) : tenant;
  }

  private ScheduledTenant<R> add(TenantId id) {
    pool.lock.lock();
    try {
      ScheduledTenant<R> known = index.get(id);
      if (known != null) {
        return known;
      }
      IoTenant gateTenant;
      turns.lock.lock();
      try {
        gateTenant = turns.schedule().add(id);
      } finally {
        turns.lock.unlock();
      }
      ScheduledTenant<R> added =
          pool.schedule().add(id, gateTenant, weight(id), nanoClock.getAsLong());
      index.put(id, added);
      applyShares();
      return added;
    } finally {
      pool.lock.unlock();
    }
  }

  private double weight(TenantId id) {
    return plan == null ? 1 : plan.reservation(id).map(Reservation::weight).orElse(1.0);
  }

  /** Takes over the shares of a plan. */
  void apply(Plan newPlan) {
    pool.lock.lock();
    try {
      plan = newPlan;
      applyShares();
    } finally {
      pool.lock.unlock();
    }
  }

  /** Under the admission lock. */
  private void applyShares() {
    Plan current = plan;
    boolean planned = current != null && !current.reservations().isEmpty();
    int sharers = planned && current != null ? current.reservations().size() : index.size();
    double meanShare = 1.0 / Math.max(1, sharers);
    turns.lock.lock();
    try {
      for (ScheduledTenant<R> tenant : pool.schedule().tenants()) {
        Optional<Reservation> reservation =
            current == null ? Optional.empty() : current.reservation(tenant.id);
        double share = reservation.map(Reservation::hdfsShare).orElse(meanShare);
        turns.schedule().share(tenant.gate, share, meanShare);
        pool.schedule().weight(tenant, weight(tenant.id));
      }
      turns.schedule().borrowing(current == null || current.borrowing());
    } finally {
      turns.lock.unlock();
    }
  }

  /** Drops a tenant that the handlers' schedule has forgotten; under the admission lock. */
  void forget(ScheduledTenant<R> tenant) {
    index.remove(tenant.id, tenant);
    turns.lock.lock();
    try {
      turns.schedule().remove(tenant.gate);
    } finally {
      turns.lock.unlock();
    }
  }

  /** What is known of each tenant at that time, in no particular order. */
  List<TenantSchedule> snapshot(long now) {
    List<TenantSchedule> snapshot = new ArrayList<>();
    pool.lock.lock();
    turns.lock.lock();
    try {
      for (ScheduledTenant<R> tenant : pool.schedule().tenants()) {
        snapshot.add(new TenantSchedule(tenant, now));
      }
    } finally {
      turns.lock.unlock();
      pool.lock.unlock();
    }
    return snapshot;
  }
}
