package io.argus.master.decision;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.CpuShares;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.Shares;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Predicts what other reservations, weights or another alpha would bring, by the planner's own
 * models and code.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class WhatIf {
  private static final String QUESTION = "these reservations";

  private final List<TenantModel> asTheyAre;
  private final List<TenantModel> models;
  private final ClusterReservations current;
  private final double alpha;

  /**
   * @param asTheyAre the models with the weights of now
   * @param models the same with the weights that are asked about
   */
  private WhatIf(
      List<TenantModel> asTheyAre,
      List<TenantModel> models,
      ClusterReservations current,
      double alpha) {
    if (models.isEmpty()) {
      throw new IllegalArgumentException("there is no tenant: nothing can be predicted");
    }
    this.asTheyAre = asTheyAre;
    this.models = models;
    this.current = current;
    this.alpha = alpha;
  }

  /**
   * @param current the plan in force
   */
  public static WhatIf of(List<TenantModel> models, Optional<Plan> current, Settings settings) {
    return new WhatIf(
        models,
        models,
        current.map(ClusterReservations::of).orElse(ClusterReservations.NONE),
        settings.get(Settings.ALPHA));
  }

  /** Returns the same question with another weight of the J-index in the D-score. */
  public WhatIf alpha(double other) {
    return new WhatIf(asTheyAre, models, current, other);
  }

  /**
   * Returns the same question with other weights; tenants not named keep theirs.
   *
   * @throws IllegalArgumentException if a tenant is unknown
   */
  public WhatIf weights(Map<TenantId, Double> weights) {
    Set<TenantId> unknown = new TreeSet<>(weights.keySet());
    unknown.removeAll(tenants());
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "tenants " + unknown + " are unknown: must be of " + tenants());
    }
    List<TenantModel> weighted = new ArrayList<>();
    for (TenantModel model : models) {
      weighted.add(model.weighing(weights.getOrDefault(model.tenant(), model.weight())));
    }
    return new WhatIf(asTheyAre, CpuShares.planned(weighted), current, alpha);
  }

  private Set<TenantId> tenants() {
    Set<TenantId> tenants = new TreeSet<>();
    models.forEach(model -> tenants.add(model.tenant()));
    return tenants;
  }

  /**
   * Returns the current cluster-wide reservations with some of them changed. The other tenants give
   * or take in proportion to what they have; a tenant without a reservation counts with an equal
   * one. Tenants that are left nothing get what newcomers to a pinned plan get.
   *
   * @throws IllegalArgumentException if a tenant is unknown or the others could not keep a share
   */
  List<Reservation> changing(Collection<Reservation> changed) {
    double equal = 1.0 / models.size();
    Map<TenantId, Reservation> known = Reservations.byTenant(current.clusterWide());
    List<Reservation> reservations = new ArrayList<>();
    for (TenantModel model : models) {
      Reservation none = Reservation.of(model.tenant(), equal, equal);
      reservations.add(known.getOrDefault(model.tenant(), none));
    }
    List<Reservation> wanted = withoutEmpty(Reservations.changed(reservations, changed), changed);
    return wanted.size() == models.size()
        ? wanted
        : Reservations.carriedOver(pinned(wanted), tenants(), PlanningProblem.PIECES);
  }

  /** Leaves out those that are left nothing and were not named. */
  private static List<Reservation> withoutEmpty(
      Collection<Reservation> reservations, Collection<Reservation> named) {
    Set<TenantId> kept = Reservations.byTenant(named).keySet();
    List<Reservation> left = new ArrayList<>(reservations);
    left.removeIf(r -> r.cacheShare() == 0 && r.hdfsShare() == 0 && !kept.contains(r.tenant()));
    return left;
  }

  /**
   * Returns the current reservations with some of them changed, as a pin may have them. If any
   * cluster-wide one changes, only the servers that are named have reservations of their own.
   *
   * @param clusterWide as for {@link #changing}
   * @param byServer on single servers; the other tenants there give or take in proportion to what
   *     they have, and those that are left nothing count as newcomers
   * @throws IllegalArgumentException if the server or a tenant on it is unknown, or the others
   *     could not keep a share
   */
  public ClusterReservations changing(
      Collection<Reservation> clusterWide,
      Map<String, ? extends Collection<Reservation>> byServer) {
    ClusterReservations wanted =
        clusterWide.isEmpty() ? current : ClusterReservations.of(changing(clusterWide));
    for (Map.Entry<String, ? extends Collection<Reservation>> each : byServer.entrySet()) {
      wanted = wanted.with(each.getKey(), changedOn(wanted, each.getKey(), each.getValue()));
    }
    return wanted;
  }

  /** Predicts what {@link #changing(Collection, Map)} would bring. */
  public Prediction reserving(
      Collection<Reservation> clusterWide,
      Map<String, ? extends Collection<Reservation>> byServer) {
    String where = byServer.isEmpty() ? "" : " on " + String.join(", ", byServer.keySet());
    return prediction(changing(clusterWide, byServer), QUESTION + where);
  }

  private List<Reservation> changedOn(
      ClusterReservations before, String server, Collection<Reservation> changed) {
    Map<TenantId, Reservation> there = new TreeMap<>();
    double equal = 1.0 / models.size();
    for (TenantModel model : models) {
      for (PartModel part : model.parts()) {
        if (part.server().equals(server)) {
          there.put(model.tenant(), Reservation.of(model.tenant(), equal, equal));
        }
      }
    }
    if (there.isEmpty()) {
      throw new IllegalArgumentException(
          "server " + server + " is not known: must be one of " + servers());
    }
    List<Reservation> now = before.among(server, there.values());
    now.forEach(reservation -> there.put(reservation.tenant(), reservation));
    return withoutEmpty(
        Reservations.changed(Reservations.normalised(there.values()), changed), changed);
  }

  /** The servers where tenants are, as far as the models know. */
  public SortedSet<String> servers() {
    SortedSet<String> servers = new TreeSet<>();
    models.forEach(model -> model.parts().forEach(part -> servers.add(part.server())));
    return servers;
  }

  private static Plan pinned(Collection<Reservation> reservations) {
    return Plan.of(0, Plan.Mode.PINNED, 0, true, reservations, PlanExplanation.because("what if"));
  }

  /** Predicts what the planner's choice would bring. */
  public Prediction planned(long seed) {
    PlanningProblem problem = problem();
    return prediction(
        new PlanInForce(models, problem, current).best(problem, seed),
        "what the planner would choose");
  }

  private PlanningProblem problem() {
    return DecisionMaker.problem(models, alpha);
  }

  private Prediction prediction(ClusterReservations wanted, String question) {
    PlanningProblem problem = problem();
    Comparison comparison = new PlanInForce(models, problem, current).with(wanted);
    Shares reservedBefore = current.shares(models, problem);
    Shares reservedAfter = wanted.shares(models, problem);
    List<Prediction.Tenant> tenants = new ArrayList<>();
    double[] throughputLosses = new double[models.size()];
    double[] errors = new double[models.size()];
    for (int i = 0; i < throughputLosses.length; i++) {
      TenantModel model = models.get(i);
      TenantModel asItIs = asTheyAre.get(i);
      double now = asItIs.predicted(comparison.before, problem.firstPair(i));
      double then = model.predicted(comparison.after, problem.firstPair(i));
      throughputLosses[i] = Fairness.throughputLoss(model.isolatedThroughput(), then);
      errors[i] = error(model, now);
      tenants.add(
          new Prediction.Tenant(
              asItIs,
              model,
              of(model, current, reservedBefore, problem.firstPair(i)),
              of(model, wanted, reservedAfter, problem.firstPair(i)),
              now,
              then,
              errors[i]));
    }
    return new Prediction(
        comparison.explanation(question), alpha, error(problem, throughputLosses, errors), tenants);
  }

  /** A tenant's cluster-wide reservation, or its mean on its servers if some have their own. */
  private static Reservation of(
      TenantModel model, ClusterReservations reservations, Shares shares, int firstPair) {
    Reservation none = Reservation.of(model.tenant(), 0, 0);
    int count = model.parts().size();
    if (reservations.servers().isEmpty() || count == 0) {
      return Reservations.byTenant(reservations.clusterWide()).getOrDefault(model.tenant(), none);
    }
    double cache = 0;
    double hdfs = 0;
    for (int p = firstPair; p < firstPair + count; p++) {
      cache += shares.cache(p) / count;
      hdfs += shares.hdfs(p) / count;
    }
    return Reservation.of(model.tenant(), model.weight(), Math.min(1, cache), Math.min(1, hdfs));
  }

  /**
   * Returns the error to expect of a prediction, as a fraction of the isolated throughput: the
   * greater of the profile's error and the model's error about the throughput now.
   */
  private static double error(TenantModel model, double predictedNow) {
    if (model.isDemandLimited() || model.isolatedThroughput() <= 0) {
      return 0;
    }
    double off = Math.abs(predictedNow - model.throughput()) / model.isolatedThroughput();
    return Math.min(1, Math.max(model.choice().error(), off));
  }

  /** Returns the errors of J, E and D if the tenants' errors are independent of each other. */
  private static Score error(PlanningProblem problem, double[] throughputLosses, double[] errors) {
    Score score = problem.score(throughputLosses);
    double j = 0;
    double e = 0;
    double d = 0;
    for (int i = 0; i < throughputLosses.length; i++) {
      double kept = throughputLosses[i];
      double worstJ = 0;
      double worstE = 0;
      double worstD = 0;
      for (double sign : new double[] {-1, 1}) {
        throughputLosses[i] = Math.min(1, Math.max(0, kept + sign * errors[i]));
        Score other = problem.score(throughputLosses);
        worstJ = Math.max(worstJ, Math.abs(other.jIndex() - score.jIndex()));
        worstE = Math.max(worstE, Math.abs(other.efficiency() - score.efficiency()));
        worstD = Math.max(worstD, Math.abs(other.dScore() - score.dScore()));
      }
      throughputLosses[i] = kept;
      j = Math.hypot(j, worstJ);
      e = Math.hypot(e, worstE);
      d = Math.hypot(d, worstD);
    }
    return new Score(j, e, d);
  }
}
