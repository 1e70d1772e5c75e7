package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.ObservedLimits;
import io.argus.master.model.TenantModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The rule that gives a demand-limited tenant its shares back as soon as it speeds up, before the
 * model knows what it does now: the guaranteed shares that it had when it was last busy, or equal
 * ones if it never was.
 *
 * <p>Not safe for use by several threads.
 */
public final class ReturningTenants {
  private final Map<TenantId, Reservation> sharesWhenBusy = new HashMap<>();
  private final Map<TenantId, Double> allowed = new HashMap<>();

  /**
   * Notes what each tenant may do before it counts as returning.
   *
   * @param models from which the planner decides
   * @param present the plan under which they were observed
   */
  public void planned(Collection<TenantModel> models, Optional<Plan> present) {
    allowed.clear();
    for (TenantModel model : models) {
      if (model.isDemandLimited()) {
        double idle = ObservedLimits.IDLE_OPERATIONS_PER_SECOND;
        allowed.put(model.tenant(), Math.max(idle, model.isolatedThroughput()));
      } else {
        present
            .flatMap(plan -> plan.reservation(model.tenant()))
            .ifPresent(busy -> sharesWhenBusy.put(model.tenant(), busy));
      }
    }
    sharesWhenBusy.keySet().removeIf(t -> models.stream().noneMatch(m -> m.tenant().equals(t)));
  }

  /**
   * Returns the present plan with the shares of returning tenants restored; empty if none of them
   * lacks any.
   *
   * @param operationsPerSecond of a tenant, in the latest reports
   */
  public Optional<Plan> restored(
      Plan present, ToDoubleFunction<TenantId> operationsPerSecond, long version, long nowMillis) {
    Set<TenantId> returning = new TreeSet<>();
    allowed.forEach(
        (tenant, most) -> {
          if (operationsPerSecond.applyAsDouble(tenant) > most) {
            returning.add(tenant);
          }
        });
    double[] cache = restored(present, returning, Resource.CACHE);
    double[] hdfs = restored(present, returning, Resource.HDFS);
    List<Reservation> restored = new ArrayList<>();
    for (Reservation now : present.reservations()) {
      int i = restored.size();
      restored.add(Reservation.of(now.tenant(), now.weight(), cache[i], hdfs[i]));
    }
    if (Reservations.areSame(present.reservations(), restored)) {
      return Optional.empty();
    }
    return Optional.of(
        Plan.of(
            version,
            Plan.Mode.AUTO,
            nowMillis,
            present.borrowing(),
            restored,
            PlanExplanation.because(
                "demand-limited tenants speed up and get their shares back: " + returning)));
  }

  /** Takes what returning tenants lack from what others have above an equal share. */
  private double[] restored(Plan present, Set<TenantId> returning, Resource resource) {
    List<Reservation> reservations = new ArrayList<>(present.reservations());
    double equal = 1.0 / reservations.size();
    double[] shares = new double[reservations.size()];
    double[] changes = new double[reservations.size()];
    double lack = 0;
    double excess = 0;
    for (int i = 0; i < shares.length; i++) {
      Reservation now = reservations.get(i);
      shares[i] = now.share(resource);
      if (returning.contains(now.tenant())) {
        Reservation busy = sharesWhenBusy.get(now.tenant());
        changes[i] = Math.max(0, (busy == null ? equal : busy.share(resource)) - shares[i]);
        lack += changes[i];
      } else {
        changes[i] = -Math.max(0, shares[i] - equal);
        excess -= changes[i];
      }
    }
    double moved = Math.min(lack, excess);
    for (int i = 0; i < shares.length && moved > 0; i++) {
      shares[i] += changes[i] * moved / (changes[i] > 0 ? lack : excess);
    }
    return shares;
  }
}
