package io.argus.regionserver.handler;

import io.argus.core.tenant.RunawayRules;
import io.argus.core.usage.RequestKind;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Which calls are long ones that need {@link BulkGrants}, and what they have of them.
 *
 * <p>A call is long if its class is for such ones, if calls like it used much CPU time, or once it
 * has used much itself. No call is that is under an SLO on p99, or writes: it may hold locks of
 * rows.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <R> type of a request
 */
final class BulkCalls<R> {
  private final Collection<HandlerTenant<R>> tenants;
  final BulkGrants grants;

  /**
   * @param tenants all there are
   */
  BulkCalls(Collection<HandlerTenant<R>> tenants, BulkGrants grants) {
    this.tenants = tenants;
    this.grants = grants;
  }

  /** Takes over the SLOs of a policy. */
  void policy(HandlerPolicy policy) {
    boolean any = false;
    for (HandlerTenant<R> tenant : tenants) {
      tenant.latencySlo = policy.latencySlo(tenant.id());
      any |= tenant.latencySlo != null;
    }
    if (!any) {
      grants.end();
    }
  }

  /**
   * A call is queued; returns whether it is long.
   *
   * @param cpuNanos what it is expected to use
   */
  boolean queues(HandlerClass<R> ofClass, RequestKind kind, long cpuNanos, long now) {
    LatencySlo slo = slo(ofClass, kind);
    if (slo != null) {
      slo.used(now);
    }
    boolean isLong = isLong(ofClass, kind, cpuNanos);
    ofClass.tenant.callsHeld += isLong && !grants.mayBeTaken() ? 1 : 0;
    return isLong;
  }

  private boolean isLong(HandlerClass<R> ofClass, RequestKind kind, long cpuNanos) {
    return grants.isActive()
        && !kind.writes()
        && slo(ofClass, kind) == null
        && (BulkGrants.isLong(kind, cpuNanos) || ofClass.name.equals(RunawayRules.COOL_CLASS));
  }

  private static @Nullable LatencySlo slo(HandlerClass<?> ofClass, RequestKind kind) {
    LatencySlo slo = ofClass.tenant.latencySlo;
    return slo != null && slo.covers(kind) ? slo : null;
  }

  /** A call has begun: takes a grant if it needs one. */
  void begins(HandlerRequest<R> request) {
    long expectedNanos = request.costs().cpuNanos();
    boolean needed = grants.areNeeded() && isLong(request.ofClass(), request.kind(), expectedNanos);
    request.grantedNanos = needed ? grants.take(expectedNanos) : 0;
  }

  /**
   * A call is between two pieces; returns whether it may go on, as far as grants are concerned.
   *
   * @param usedNanos CPU time so far
   */
  boolean mayGoOn(HandlerRequest<R> request, long usedNanos) {
    if (!grants.areNeeded()) {
      request.grantedNanos = 0;
      return true;
    }
    if (usedNanos < request.grantedNanos || !isLong(request.ofClass(), request.kind(), usedNanos)) {
      return true;
    }
    if (request.grantedNanos > 0) {
      grants.giveBack(request.grantedNanos - usedNanos);
    }
    request.grantedNanos = usedNanos;
    if (!grants.mayBeTaken()) {
      request.owner().callsHeld++;
      return false;
    }
    renew(request);
    return true;
  }

  /** A call goes on with a further grant, whether or not one may be taken. */
  void renew(HandlerRequest<R> request) {
    request.grantedNanos += grants.take(BulkGrants.GRANT_NANOS);
  }

  /** A call has ended. */
  void ends(HandlerRequest<R> request, long handlerNanos, long cpuNanos) {
    if (request.grantedNanos > 0) {
      grants.giveBack(request.grantedNanos - cpuNanos);
      request.grantedNanos = 0;
    }
    RequestKind kind = request.kind();
    LatencySlo slo = slo(request.ofClass(), kind);
    if (slo != null) {
      long offCore = kind.writes() ? 0 : Math.max(0, handlerNanos - cpuNanos);
      slo.ended(kind, request.queueWaitNanos() + offCore);
    }
  }

  /** Looks how long calls under an SLO waited since the last call, 100 ms ago or so. */
  void followWaits(long now) {
    boolean active = false;
    LatencySlo.Verdict worst = LatencySlo.Verdict.UNKNOWN;
    for (HandlerTenant<R> tenant : tenants) {
      LatencySlo slo = tenant.latencySlo;
      if (slo != null) {
        active |= slo.isActive(now);
        LatencySlo.Verdict verdict = slo.verdict();
        worst = verdict.compareTo(worst) > 0 ? verdict : worst;
      }
    }
    if (active || grants.isActive()) {
      grants.follow(active, worst, now);
    }
  }
}
