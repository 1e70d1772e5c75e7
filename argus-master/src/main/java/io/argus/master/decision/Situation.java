package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.TenantModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The input of a decision: the tenants' models, the plan in force, the pinned plan, and what the
 * last round proposed.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Situation {
  final List<TenantModel> models;
  final Optional<Plan> current;
  final Optional<Plan> pin;
  final ClusterReservations proposedBefore;

  /**
   * @param models one per tenant that shares the cluster
   * @param current the plan in force
   * @param pin the plan that an operator wants kept
   * @param proposedBefore what the last decision proposed but did not publish
   */
  public Situation(
      List<TenantModel> models,
      Optional<Plan> current,
      Optional<Plan> pin,
      ClusterReservations proposedBefore) {
    this.models = Collections.unmodifiableList(new ArrayList<>(models));
    this.current = current;
    this.pin = pin;
    this.proposedBefore = proposedBefore;
  }

  Set<TenantId> tenants() {
    Set<TenantId> tenants = new TreeSet<>();
    models.forEach(model -> tenants.add(model.tenant()));
    return tenants;
  }

  /** The reservations of the plan in force, on all servers. */
  ClusterReservations reservations() {
    return current.map(ClusterReservations::of).orElse(ClusterReservations.NONE);
  }

  /** The cluster-wide reservations of the plan in force. */
  Map<TenantId, Reservation> guaranteed() {
    return Reservations.byTenant(current.map(Plan::reservations).orElse(Collections.emptyList()));
  }

  /** Returns why the plan in force cannot stay, whatever its score; empty if it can. */
  Optional<String> misfit() {
    if (!current.isPresent()) {
      return Optional.of("there was no plan");
    }
    if (current.get().mode() == Plan.Mode.PINNED) {
      return Optional.of("an operator switched from the pinned plan back to auto");
    }
    Set<TenantId> went = new TreeSet<>(guaranteed().keySet());
    went.removeAll(tenants());
    Set<TenantId> came = tenants();
    came.removeAll(guaranteed().keySet());
    if (!came.isEmpty() || !went.isEmpty()) {
      return Optional.of(
          (came.isEmpty() ? "" : "tenants came: " + came)
              + (came.isEmpty() || went.isEmpty() ? "" : ", ")
              + (went.isEmpty() ? "" : "tenants went: " + went));
    }
    for (TenantModel model : models) {
      Optional<Reservation> reservation = current.get().reservation(model.tenant());
      if (reservation.isPresent() && reservation.get().weight() != model.weight()) {
        return Optional.of("the weight of tenant " + model.tenant() + " changed");
      }
    }
    return Optional.empty();
  }
}
