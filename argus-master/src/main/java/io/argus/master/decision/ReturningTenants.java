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
 * The rule by which a demand-limited tenant that speeds up has its shares back at once, before
 * anything is known of what it does now: those that it claimed when it was last busy, an equal
 * share at least.
 *
 * <p>Not safe for use by several threads.
 */
public final class ReturningTenants {
  private final Map<TenantId, Reservation> claimsWhenBusy = new HashMap<>();
  private final Map<TenantId, Double> allowed = new HashMap<>();

  /** Notes what a plan allows for: models it was made from, and the shares they were seen with. */
  public void planned(Collection<TenantModel> models, Optional<Plan> present) {
    allowed.clear();
    for (TenantModel model : models) {
      if (model.isDemandLimited()) {
        double idle = ObservedLimits.IDLE_OPERATIONS_PER_SECOND;
        allowed.put(model.tenant(), Math.max(idle, model.isolatedThroughput()));
      } else {
        present
            .flatMap(plan -> plan.reservation(model.tenant()))
            .ifPresent(claim -> claimsWhenBusy.put(model.tenant(), claim));
      }
    }
    claimsWhenBusy.keySet().removeIf(t -> models.stream().noneMatch(m -> m.tenant().equals(t)));
  }

  /**
   * Returns the present plan with the claims restored of those that do more than it allows for;
   * nothing if there is none that lacks them.
   *
   * @param operationsPerSecond of a tenant, as reported last
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
    for (Reservation claim : present.reservations()) {
      int i = restored.size();
      restored.add(Reservation.of(claim.tenant(), claim.weight(), cache[i], hdfs[i]));
    }
    if (PlanDifference.between(present.reservations(), restored).isNone()) {
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
                "demand-limited tenants speed up and have their shares back: " + returning)));
  }

  /** What the returning lack comes from what others have above an equal share. */
  private double[] restored(Plan present, Set<TenantId> returning, Resource resource) {
    List<Reservation> claims = new ArrayList<>(present.reservations());
    double equal = 1.0 / claims.size();
    double[] shares = new double[claims.size()];
    double[] changes = new double[claims.size()];
    double lack = 0;
    double excess = 0;
    for (int i = 0; i < shares.length; i++) {
      Reservation claim = claims.get(i);
      shares[i] = claim.share(resource);
      if (returning.contains(claim.tenant())) {
        Reservation busy = claimsWhenBusy.get(claim.tenant());
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
