package io.argus.regionserver.handler;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.io.IoSchedule;
import io.argus.regionserver.io.IoWaiters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tenants that one region server's scheduler knows, with their weights and shares: each is
 * known to handler admission and to I/O admission.
 *
 * <p>Lock order: handler before I/O. Safe for use by any thread.
 *
 * @param <R> type of a request
 */
final class TenantRegistry<R> {
  private final HandlerPool<R> pool;
  private final IoWaiters io;
  private final LongSupplier nanoClock;
  private final ConcurrentHashMap<TenantId, HandlerTenant<R>> index = new ConcurrentHashMap<>();

  /** Guarded by the handler lock. */
  private @Nullable Plan plan;

  // Guarded by the handler lock.
  private Caps caps = Caps.NONE;
  private Caps.Parts parts = Caps.Parts.NONE;
  private String server = "";
  private RequestClasses classes = RequestClasses.NONE;

  TenantRegistry(HandlerPool<R> pool, IoWaiters io, LongSupplier nanoClock) {
    this.pool = pool;
    this.io = io;
    this.nanoClock = nanoClock;
  }

  /** A tenant, made if need be. */
  HandlerTenant<R> of(TenantId id) {
    HandlerTenant<R> tenant = index.get(id);
    return tenant == null ? pool.locked(schedule -> add(id, schedule)) : tenant;
  }

  /** A class of a tenant, either made if need be. */
  HandlerClass<R> classOf(TenantId id, String name) {
    HandlerTenant<R> tenant = of(id);
    HandlerClass<R> known = tenant.find(name);
    return known == null ? pool.locked(any -> addClass(tenant, name)) : known;
  }

  private HandlerClass<R> addClass(HandlerTenant<R> tenant, String name) {
    HandlerClass<R> known = tenant.find(name);
    if (known != null) {
      return known;
    }
    HandlerClass<R> added = io.locked(any -> tenant.addClass(name, nanoClock.getAsLong()));
    applyCap(added);
    applyClasses(tenant);
    return added;
  }

  /** The least weight of the samples of those that send requests; 1 if nobody does. */
  int commonWeight(long now) {
    return index.values().stream()
        .mapToInt(tenant -> tenant.host.sample.weight(now))
        .filter(weight -> weight > 0)
        .min()
        .orElse(1);
  }

  /** Takes over the weights of classes. */
  void classes(RequestClasses newClasses) {
    pool.change(
        () -> {
          if (classes != newClasses) {
            classes = newClasses;
            pool.schedule().tenants().forEach(this::applyClasses);
          }
        });
  }

  private void applyClasses(HandlerTenant<R> tenant) {
    double greatest = 0;
    for (HandlerClass<R> each : tenant.classes()) {
      greatest = Math.max(greatest, classes.weight(tenant.id(), each.name));
    }
    for (HandlerClass<R> each : tenant.classes()) {
      double part = classes.weight(tenant.id(), each.name) / greatest;
      ClassTurns.weigh(each, part);
      io.change(any -> tenant.io.weigh(each.io, part));
    }
  }

  private HandlerTenant<R> add(TenantId id, HandlerSchedule<R> schedule) {
    HandlerTenant<R> known = index.get(id);
    if (known != null) {
      return known;
    }
    HandlerTenant<R> added =
        schedule.add(io.locked(reads -> reads.add(id)), 1, nanoClock.getAsLong());
    index.put(id, added);
    io.change(reads -> applyShares(schedule, reads));
    applyCap(added);
    return added;
  }

  /** Takes over the shares of a plan. */
  void apply(Plan newPlan) {
    pool.locked(
        schedule -> {
          plan = newPlan;
          io.change(reads -> applyShares(schedule, reads));
          return newPlan;
        });
  }

  private void applyShares(HandlerSchedule<R> schedule, IoSchedule reads) {
    Plan current = plan;
    boolean planned = current != null && !current.reservations().isEmpty();
    int sharers = planned && current != null ? current.reservations().size() : index.size();
    double meanShare = 1.0 / Math.max(1, sharers);
    for (HandlerTenant<R> tenant : schedule.tenants()) {
      Optional<Reservation> reservation =
          current == null ? Optional.empty() : current.reservation(tenant.id());
      double share = reservation.map(Reservation::hdfsShare).orElse(meanShare);
      reads.share(tenant.io, share, meanShare);
      double cpuShare =
          current == null || !reservation.isPresent() ? meanShare : current.cpuShare(tenant.id());
      schedule.weight(tenant, cpuShare / meanShare);
    }
    reads.borrowing(current == null || current.borrowing());
  }

  /** Takes over what tenants may do in the whole cluster. */
  void caps(Caps newCaps) {
    pool.change(
        () -> {
          if (caps != newCaps) {
            caps = newCaps;
            applyCaps();
          }
        });
  }

  /** Takes over how much of that they may do on this server. */
  void parts(Caps.Parts newParts, String ofServer) {
    pool.change(
        () -> {
          parts = newParts;
          server = ofServer;
          applyCaps();
        });
  }

  private void applyCaps() {
    pool.schedule().tenants().forEach(this::applyCap);
    pool.schedule().holds().followCaps(nanoClock.getAsLong());
  }

  /** A cap that is not divided among servers yet is none. */
  private void applyCap(HandlerTenant<R> tenant) {
    limit(tenant.cap, tenant.id().name());
    tenant.classes().forEach(this::applyCap);
  }

  private void applyCap(HandlerClass<R> ofClass) {
    limit(ofClass.cap, Caps.holder(ofClass.tenant.id(), ofClass.name));
  }

  private void limit(CapBucket bucket, String holder) {
    Optional<Double> part = parts.part(holder, server);
    Caps.Cap cap = part.isPresent() ? caps.of(holder) : Caps.Cap.NONE;
    bucket.limit(cap, part.orElse(0.0), nanoClock.getAsLong());
  }

  /** Drops a tenant that handler admission has forgotten; under the handler lock. */
  void forget(HandlerTenant<R> tenant) {
    index.remove(tenant.id(), tenant);
    io.change(reads -> reads.remove(tenant.io));
  }

  /** What is known of each tenant at that time, in no particular order. */
  List<TenantSnapshot> snapshot(long now) {
    return pool.locked(schedule -> io.locked(reads -> snapshot(schedule, now)));
  }

  private static <R> List<TenantSnapshot> snapshot(HandlerSchedule<R> schedule, long now) {
    List<TenantSnapshot> snapshot = new ArrayList<>();
    schedule.tenants().forEach(tenant -> snapshot.add(new TenantSnapshot(tenant, now)));
    return snapshot;
  }
}
