package io.argus.regionserver.handler;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.handler.RequestQueue.Queued;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What keeps a tenant's own requests from beginning, whatever others do: its cap keeps all of them,
 * that of a class those of the class, and a hold of its writes those, while it has more of the
 * memstores than its part.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads.
 *
 * @param <R> type of a request
 */
final class HandlerHolds<R> {
  /** How long a request may wait for its tenant's cap before its client is sent away. */
  static final long CAP_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long MAX_AWAY_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** For how long writes are held back unless that is renewed. */
  private static final long HELD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final HandlerLimits limits;
  private final Collection<HandlerTenant<R>> tenants;
  private final Consumer<HandlerTenant<R>> changed;
  private Set<TenantId> heldWriters = Collections.emptySet();
  private long heldUntilNanos;

  /**
   * @param tenants all there are
   * @param changed receives each tenant of whose requests others may begin now
   */
  HandlerHolds(
      HandlerLimits limits,
      Collection<HandlerTenant<R>> tenants,
      Consumer<HandlerTenant<R>> changed) {
    this.limits = limits;
    this.tenants = tenants;
    this.changed = changed;
  }

  /** Whether a tenant that has requests lately, or a class of it, has a cap. */
  boolean hasCaps() {
    for (HandlerTenant<R> tenant : tenants) {
      if (tenant.active && tenant.hasCaps()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns after how long the client of a request is to come again, since the request would have
   * to wait here for too long under the cap of its class or its tenant; 0 if it may wait here.
   */
  long sentAwayNanos(HandlerClass<R> ofClass, int operations, long bytes, long now) {
    if (!limits.enforcing()) {
      return 0;
    }
    long tenantNanos = tenantCapNanos(ofClass.tenant, now);
    long classNanos = classCapNanos(ofClass, now);
    long waitNanos = Math.max(tenantNanos, classNanos);
    CapBucket longest = classNanos > tenantNanos ? ofClass.cap : ofClass.tenant.cap;
    return waitNanos <= CAP_WAIT_NANOS
        ? 0
        : longest.turn(waitNanos - CAP_WAIT_NANOS, operations, bytes, MAX_AWAY_NANOS, now);
  }

  private static long tenantCapNanos(HandlerTenant<?> tenant, long now) {
    return tenant.cap.waitNanos(tenant.queuedOperations(), tenant.queuedBytes(), now);
  }

  private static long classCapNanos(HandlerClass<?> ofClass, long now) {
    return ofClass.cap.waitNanos(ofClass.queue.operations(), ofClass.queue.bytes(), now);
  }

  /** Counts a request that was sent away as held by the cap that it would have waited for. */
  void sentAway(HandlerClass<R> ofClass, long now) {
    if (classCapNanos(ofClass, now) > tenantCapNanos(ofClass.tenant, now)) {
      ofClass.heldByCap++;
    } else {
      ofClass.tenant.heldByCap++;
    }
  }

  /** Looks who is above its cap now. */
  void followCaps(long now) {
    for (HandlerTenant<R> tenant : tenants) {
      followCap(tenant, !limits.enforcing() || tenant.cap.isOpen(now), now);
      for (HandlerClass<R> each : tenant.classes()) {
        followCap(each, !limits.enforcing() || each.cap.isOpen(now), now);
      }
    }
  }

  /** Charges the caps that a request is under as it begins. */
  void begins(HandlerClass<R> ofClass, Queued<R> request, long now) {
    charge(ofClass, request.operations, request.bytes, now);
  }

  /** Charges them for its reply as it has ended. */
  void ends(HandlerClass<R> ofClass, long sentBytes, long now) {
    charge(ofClass, 0, sentBytes, now);
  }

  private void charge(HandlerClass<R> ofClass, long operations, long bytes, long now) {
    if (!limits.enforcing()) {
      return;
    }
    HandlerTenant<R> tenant = ofClass.tenant;
    if (tenant.cap.limits()) {
      tenant.cap.charge(operations, bytes);
      followCap(tenant, !tenant.isCapped() && tenant.cap.isOpen(now), now);
    }
    if (ofClass.cap.limits()) {
      ofClass.cap.charge(operations, bytes);
      followCap(ofClass, !ofClass.isCapped() && ofClass.cap.isOpen(now), now);
    }
  }

  private void followCap(HandlerTenant<R> tenant, boolean open, long now) {
    if (tenant.isCapped() == open) {
      tenant.capped(!open, now);
      if (!open) {
        tenant.leaveBacklog(now); // nobody else keeps it waiting
      }
      changed.accept(tenant);
    }
  }

  private void followCap(HandlerClass<R> ofClass, boolean open, long now) {
    if (ofClass.isCapped() == open) {
      HandlerTenant<R> tenant = ofClass.tenant;
      ofClass.capped(!open, now);
      if (!open && tenant.queued() == ofClass.queue.length()) {
        tenant.leaveBacklog(now); // nobody else keeps it waiting
      }
      changed.accept(tenant);
    }
  }

  /**
   * Holds the writes of tenants back, which hold more of the memstores than their part: their other
   * requests go on. Each write waits for {@link Queued#isHeldLongEnough} at most.
   *
   * @param writers instead of those before
   */
  void holdWrites(Set<TenantId> writers, long now) {
    heldWriters = writers;
    heldUntilNanos = now + HELD_NANOS;
    followHolds(now);
  }

  /** Lets writes through that were held back for long enough. */
  void followHolds(long now) {
    if (!heldWriters.isEmpty() && now - heldUntilNanos >= 0) {
      heldWriters = Collections.emptySet(); // whoever holds them back does so no more
    }
    for (HandlerTenant<R> tenant : tenants) {
      boolean hold = limits.enforcing() && heldWriters.contains(tenant.id());
      if (hold || tenant.holdsWrites()) {
        if (hold && !tenant.holdsWrites()) {
          tenant.leaveBacklog(now); // nobody else keeps it waiting
        }
        tenant.holdWrites(hold, now);
        changed.accept(tenant);
      }
    }
  }
}
