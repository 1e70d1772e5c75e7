package io.argus.master.promises;

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
 * Whether all promises fit on the servers together, and how much of each does if they do not.
 *
 * <p>Idea: divide the servers among the promises alone, by weighted max-min fairness of what they
 * fall short (the planner's own progressive filling); all other tenants keep one unit of each
 * resource. What a promise falls short there is taken off it. Then divide what promises leave among
 * demand-limited tenants in the same way. So the planner may keep all floors before all else.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PromiseFit {
  private final List<Contender> contenders = new ArrayList<>();
  private final List<Shortfall> shortfalls = new ArrayList<>();
  private final List<TenantId> unknown = new ArrayList<>();

  private PromiseFit() {}

  /**
   * @param models with what is promised
   */
  public static PromiseFit of(List<TenantModel> models) {
    PromiseFit fit = new PromiseFit();
    models.forEach(model -> fit.contenders.add(model.contender()));
    if (models.stream().anyMatch(model -> model.promised() > 0)) {
      fit.lowerDemands(models, fit.keepable(models));
    }
    return fit;
  }

  /**
   * Finds what can be kept of each promise, operations per second, and lowers those that cannot.
   */
  private double[] keepable(List<TenantModel> models) {
    List<Contender> promises = new ArrayList<>();
    for (TenantModel model : models) {
      List<Part> parts = parts(model, possible(model));
      promises.add(
          model.promised() > 0
              ? Contender.of(model.tenant(), model.weight(), parts)
              : Contender.demandLimited(model.tenant(), model.weight(), parts));
    }
    PlanningProblem problem = PlanningProblem.of(promises, PlanningProblem.PIECES, 1);
    Shares shares = problem.filled();
    double[] keepable = new double[models.size()];
    for (int i = 0; i < keepable.length; i++) {
      TenantModel model = models.get(i);
      int worst = worst(problem, i, shares);
      keepable[i] = possible(model) * (1 - lost(problem, worst, shares));
      boolean falls = falls(model.promised(), keepable[i]);
      if (falls && model.isDemandLimited()) {
        unknown.add(model.tenant());
      } else if (falls) {
        contenders.set(i, model.promising(keepable[i]).contender());
        String missing = missing(model, worst - problem.firstPair(i), shares, worst);
        shortfalls.add(new Shortfall(model.tenant(), model.promised(), keepable[i], missing));
      }
    }
    return keepable;
  }

  /** Takes off the demand of demand-limited tenants what does not fit beside promises. */
  private void lowerDemands(List<TenantModel> models, double[] kept) {
    List<Contender> demands = new ArrayList<>();
    for (int i = 0; i < kept.length; i++) {
      TenantModel model = models.get(i);
      double demand = model.isolatedThroughput();
      demands.add(
          model.isDemandLimited() && demand > 0
              ? Contender.of(model.tenant(), model.weight(), parts(model, demand))
                  .withFloor(Math.min(1, kept[i] / demand))
              : Contender.demandLimited(model.tenant(), model.weight(), parts(model, kept[i])));
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

  /** What is promised, but no more than the tenant could do by itself. */
  private static double possible(TenantModel model) {
    return Math.min(model.promised(), model.isolatedThroughput());
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

  private static boolean falls(double promised, double kept) {
    return Fairness.throughputLoss(promised, kept) >= Fairness.UNHURT_THROUGHPUT_LOSS;
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
    if (model.promised() > model.isolatedThroughput() || part < 0) {
      return Text.format(
          "with the whole cluster to itself it would do about %.0f", model.isolatedThroughput());
    }
    PartModel crowded = model.parts().get(part);
    double need = model.promised() * crowded.demandShare();
    double share = model.local(part).at(shares.cache(pair)).shareFor(need, 0);
    String where = crowded.server().isEmpty() ? "" : " of " + crowded.server();
    return Text.format(
        "with %.0f %% of the block cache%s it needs %.0f %% of its HDFS reads, and the other"
            + " promises leave %.0f %%",
        100 * shares.cache(pair), where, 100 * share, 100 * shares.hdfs(pair));
  }

  /** Whether every promise can be kept, as far as it is known. */
  public boolean keepsAll() {
    return shortfalls.isEmpty();
  }

  /** The promises that cannot be kept, in the order of the models. */
  public List<Shortfall> shortfalls() {
    return Collections.unmodifiableList(shortfalls);
  }

  /**
   * The tenants that ask for less than they are promised: nothing is known of what they could do.
   */
  public List<TenantId> unknown() {
    return Collections.unmodifiableList(unknown);
  }

  /** The tenants, in the order of the models, with floors that all fit together. */
  public List<Contender> contenders() {
    return Collections.unmodifiableList(contenders);
  }
}
