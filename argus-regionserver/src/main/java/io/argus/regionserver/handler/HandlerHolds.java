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
 * and a hold of its writes those, while it has more of the memstores than its part.
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

  /** Whether a tenant that has requests lately has a cap. */
  boolean hasCaps() {
    for (HandlerTenant<R> tenant : tenants) {
      if (tenant.active && tenant.cap.limits()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns after how long the client of a request is to come again, since the request would have
   * to wait here for too long under its tenant's cap; 0 if it may wait here.
   */
  long sentAwayNanos(HandlerTenant<R> tenant, int operations, long bytes, long now) {
    if (!limits.enforcing()) {
      return 0;
    }
    long waitNanos = tenant.cap.waitNanos(tenant.queuedOperations(), tenant.queuedBytes(), now);
    return waitNanos <= CAP_WAIT_NANOS
        ? 0
        : tenant.cap.turn(waitNanos - CAP_WAIT_NANOS, operations, bytes, MAX_AWAY_NANOS, now);
  }

  /** Looks who is above its cap now. */
  void followCaps(long now) {
    for (HandlerTenant<R> tenant : tenants) {
      followCap(tenant, !limits.enforcing() || tenant.cap.isOpen(now), now);
    }
  }

  /** Charges a tenant's cap for a request that begins. */
  void begins(HandlerTenant<R> tenant, Queued<R> request, long now) {
    if (limits.enforcing() && tenant.cap.limits()) {
      tenant.cap.charge(request.operations, request.bytes);
      followCap(tenant, tenant.cap.isOpen(now), now);
    }
  }

  /** Charges a tenant's cap for the reply of a request that has ended. */
  void ends(HandlerTenant<R> tenant, long sentBytes, long now) {
    if (limits.enforcing() && tenant.cap.limits()) {
      tenant.cap.charge(0, sentBytes);
      followCap(tenant, !tenant.isCapped() && !tenant.cap.owes(), now);
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
