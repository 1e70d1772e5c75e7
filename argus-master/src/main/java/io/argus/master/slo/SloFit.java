package io.argus.master.slo;

import io.argus.core.plan.Fairness;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Text;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.PlanningProblem.Contender;
import io.argus.master.planner.PlanningProblem.Part;
import io.argus.master.planner.Shares;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Whether all SLOs fit on the servers together, and how much of each does if they do not.
 *
 * <p>Idea: divide the servers among the SLOs alone, by max-min fairness of what they fall short
 * (the planner's own progressive filling), whatever the weights; all other tenants keep one unit of
 * each resource. What an SLO falls short there is taken off it. Then divide what SLOs leave among
 * demand-limited tenants in the same way. So the planner may keep all floors before all else.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class SloFit {
  private final List<Contender> contenders = new ArrayList<>();
  private final List<Shortfall> shortfalls = new ArrayList<>();
  private final List<TenantId> unknown = new ArrayList<>();

  private SloFit() {}

  /**
   * @param models with their SLOs
   */
  public static SloFit of(List<TenantModel> models) {
    SloFit fit = new SloFit();
    models.forEach(model -> fit.contenders.add(model.contender()));
    if (models.stream().anyMatch(model -> model.sloThroughput() > 0)) {
      fit.lowerDemands(models, fit.achievable(models));
    }
    return fit;
  }

  /**
   * Finds what is achievable of each SLO, operations per second, and lowers those that cannot be
   * met.
   */
  private double[] achievable(List<TenantModel> models) {
    List<Contender> slos = new ArrayList<>();
    for (TenantModel model : models) {
      List<Part> parts = parts(model, possible(model));
      slos.add(
          model.sloThroughput() > 0
              ? Contender.of(model.tenant(), 1, parts)
              : Contender.demandLimited(model.tenant(), 1, parts));
    }
    PlanningProblem problem = PlanningProblem.of(slos, PlanningProblem.PIECES, 1);
    Shares shares = problem.filled();
    double[] achievable = new double[models.size()];
    for (int i = 0; i < achievable.length; i++) {
      TenantModel model = models.get(i);
      int worst = worst(problem, i, shares);
      achievable[i] = possible(model) * (1 - lost(problem, worst, shares));
      boolean falls = falls(model.sloThroughput(), achievable[i]);
      if (falls && model.isDemandLimited()) {
        unknown.add(model.tenant());
      } else if (falls) {
        contenders.set(i, model.withSlo(achievable[i]).contender());
        String missing = missing(model, worst - problem.firstPair(i), shares, worst);
        shortfalls.add(
            new Shortfall(model.tenant(), model.sloThroughput(), achievable[i], missing));
      }
    }
    return achievable;
  }

  /** Takes off the demand of demand-limited tenants what does not fit beside SLOs. */
  private void lowerDemands(List<TenantModel> models, double[] kept) {
    List<Contender> demands = new ArrayList<>();
    for (int i = 0; i < kept.length; i++) {
      TenantModel model = models.get(i);
      double demand = model.isolatedThroughput();
      demands.add(
          model.isDemandLimited() && demand > 0
              ? Contender.of(model.tenant(), 1, parts(model, demand))
                  .withFloor(Math.min(1, kept[i] / demand))
              : Contender.demandLimited(model.tenant(), 1, parts(model, kept[i])));
    }
    PlanningProblem problem = PlanningProblem.of(demands, PlanningProblem.PIECES, 1);
    Shares shares = problem.filled();
    for (int i = 0; i < kept.length; i++) {
      double lost = lost(problem, worst(problem, i, shares), shares);
      if (models.get(i).isDemandLimited() && lost >= Fairness.UNHURT_THROUGHPUT_LOSS) {
        contenders.set(i, contenders.get(i).withFloor(1 - lost));
      }
    }
  }

  /** What the SLOs ask for, but no more than the tenant could do by itself. */
  private static double possible(TenantModel model) {
    return Math.min(model.sloThroughput(), model.isolatedThroughput());
  }

  private static List<Part> parts(TenantModel model, double operationsPerSecond) {
    List<Part> parts = new ArrayList<>();
    for (int k = 0; k < model.parts().size(); k++) {
      PartModel part = model.parts().get(k);
      double local = operationsPerSecond * part.demandShare();
      parts.add(Part.of(part.server(), local, model.local(k)));
    }
    return parts;
  }

  private static boolean falls(double target, double kept) {
    return Fairness.throughputLoss(target, kept) >= Fairness.UNHURT_THROUGHPUT_LOSS;
  }

  /** The pair of a tenant that falls short most; negative if it is on no server. */
  private static int worst(PlanningProblem problem, int tenant, Shares shares) {
    int worst = -1;
    for (int p = problem.firstPair(tenant); p < problem.firstPair(tenant + 1); p++) {
      boolean worse = lost(problem, p, shares) > lost(problem, worst, shares);
      worst = worst < 0 || worse ? p : worst;
    }
    return worst;
  }

  private static double lost(PlanningProblem problem, int pair, Shares shares) {
    return pair < 0 ? 0 : problem.throughputLoss(pair, shares);
  }

  private static String missing(TenantModel model, int part, Shares shares, int pair) {
    if (model.sloThroughput() > model.isolatedThroughput() || part < 0) {
      return Text.format(
          "with the whole cluster to itself it would do about %.0f", model.isolatedThroughput());
    }
    PartModel bottleneck = model.parts().get(part);
    double need = model.sloThroughput() * bottleneck.demandShare();
    if (need > bottleneck.mostAtCpu()) {
      return Text.format(
          "it needs %.0f operations a second there, and the CPU that others leave allows %.0f",
          need, bottleneck.mostAtCpu());
    }
    double share = model.local(part).at(shares.cache(pair)).shareFor(need, 0);
    String where = bottleneck.server().isEmpty() ? "" : " of " + bottleneck.server();
    return Text.format(
        "with %.0f %% of the block cache%s it needs %.0f %% of its HDFS reads, and the other"
            + " SLOs leave %.0f %%",
        100 * shares.cache(pair), where, 100 * share, 100 * shares.hdfs(pair));
  }

  /** Whether every SLO can be met, as far as it is known. */
  public boolean meetsAll() {
    return shortfalls.isEmpty();
  }

  /** The SLOs that cannot be met, in the order of the models. */
  public List<Shortfall> shortfalls() {
    return Collections.unmodifiableList(shortfalls);
  }

  /** The tenants that ask for less than their SLOs: nothing is known of what they could do. */
  public List<TenantId> unknown() {
    return Collections.unmodifiableList(unknown);
  }

  /** The tenants, in the order of the models, with floors that all fit together. */
  public List<Contender> contenders() {
    return Collections.unmodifiableList(contenders);
  }
}
