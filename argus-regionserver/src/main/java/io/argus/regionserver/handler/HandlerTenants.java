package io.argus.regionserver.handler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The tenants there are: those that have had a request lately are active, those that have had none
 * for long are forgotten.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads.
 *
 * @param <R> type of a request
 */
final class HandlerTenants<R> {
  static final long ACTIVE_NANOS = TimeUnit.SECONDS.toNanos(1);
  static final long FORGET_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final List<HandlerTenant<R>> all = new ArrayList<>();
  private final Collection<HandlerTenant<R>> view = Collections.unmodifiableCollection(all);

  void add(HandlerTenant<R> tenant, long now) {
    tenant.lastUsedNanos = now;
    all.add(tenant);
  }

  /** All of them, at any later time. */
  Collection<HandlerTenant<R>> all() {
    return view;
  }

  /** How many are active. */
  int active() {
    int active = 0;
    for (HandlerTenant<R> tenant : all) {
      active += tenant.active ? 1 : 0;
    }
    return active;
  }

  /** Looks which are still active; returns those that were idle so long that they go. */
  List<HandlerTenant<R>> sweep(long now) {
    List<HandlerTenant<R>> gone = new ArrayList<>();
    for (Iterator<HandlerTenant<R>> i = all.iterator(); i.hasNext(); ) {
      HandlerTenant<R> tenant = i.next();
      boolean usedByHost = tenant.host.usedSinceSweep();
      if (tenant.hasRequests() || tenant.usedSinceSweep || usedByHost) {
        tenant.lastUsedNanos = now;
      }
      tenant.usedSinceSweep = false;
      tenant.sweepClasses(now - ACTIVE_NANOS, now - FORGET_NANOS, now);
      tenant.active = now - tenant.lastUsedNanos <= ACTIVE_NANOS;
      if (now - tenant.lastUsedNanos >= FORGET_NANOS) {
        tenant.forgotten = true;
        gone.add(tenant);
        i.remove();
      }
    }
    return gone;
  }

  /** A copy of the queued requests. */
  List<R> queuedRequests() {
    List<R> queued = new ArrayList<>();
    for (HandlerTenant<R> tenant : all) {
      tenant.classes().forEach(each -> each.queue.addTo(queued));
    }
    return queued;
  }

  /** A copy of the requests that pause. */
  List<HandlerRequest<R>> pausedRequests() {
    List<HandlerRequest<R>> paused = new ArrayList<>();
    for (HandlerTenant<R> tenant : all) {
      for (HandlerClass<R> each : tenant.classes()) {
        paused.addAll(each.paused);
        paused.addAll(each.awaitGrant);
      }
    }
    return paused;
  }
}
