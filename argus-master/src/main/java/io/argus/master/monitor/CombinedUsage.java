package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.Figure.Combination;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.TenantUsage;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Several usages of a tenant as one: of several servers, or of one server at several times. Each
 * {@link Figure} says how.
 *
 * <p>Not safe for use by several threads.
 */
final class CombinedUsage {
  private static final Combination[] OF_SERVERS = rules(Figure::ofServers);
  private static final Combination[] OF_TIMES = rules(Figure::ofTimes);

  private final Combination[] rules;
  private final double[] sums = new double[Figure.COUNT];
  private final double[] weights = new double[Figure.COUNT];
  private final MissRatioCurve.Sum missRatioCurve = new MissRatioCurve.Sum();

  private CombinedUsage(Combination[] rules) {
    this.rules = rules;
  }

  private static Combination[] rules(Function<Figure, Combination> ofFigure) {
    return Arrays.stream(Figure.values()).map(ofFigure).toArray(Combination[]::new);
  }

  /** Of one server at several times; the last one is to be added last. */
  static CombinedUsage ofTimes() {
    return new CombinedUsage(OF_TIMES);
  }

  /** Returns the usage of several servers. */
  static TenantUsage of(TenantId tenant, List<ClusterUsage.Local> usages) {
    if (usages.size() == 1) {
      return usages.get(0).usage();
    }
    CombinedUsage sum = new CombinedUsage(OF_SERVERS);
    usages.forEach(local -> sum.add(local.usage(), 1));
    return sum.over(1, tenant).build();
  }

  /**
   * Adds a usage.
   *
   * @param weight how long it is of, in seconds; 1 for one of several servers
   */
  void add(TenantUsage usage, double weight) {
    for (int i = 0; i < sums.length; i++) {
      Figure figure = Figure.at(i);
      double value = usage.get(figure);
      switch (rules[i]) {
        case MAX:
          sums[i] = Math.max(sums[i], value);
          break;
        case LAST:
          sums[i] = value;
          break;
        case WEIGHTED_MEAN:
          double counts = figure.weightIn(usage) * weight;
          sums[i] += value * counts;
          weights[i] += counts;
          break;
        default:
          sums[i] += value * weight;
      }
    }
    missRatioCurve.add(usage.missRatioCurve(), weight);
  }

  /**
   * Returns all as one.
   *
   * @param weight of all together, also where the tenant was idle and was not added
   */
  TenantUsage.Builder over(double weight, TenantId tenant) {
    TenantUsage.Builder usage = TenantUsage.builder(tenant);
    for (int i = 0; i < sums.length; i++) {
      Figure figure = Figure.at(i);
      double divisor =
          rules[i] == Combination.WEIGHTED_MEAN
              ? weights[i]
              : rules[i] == Combination.MEAN ? weight : 1;
      if (divisor > 0) {
        usage.set(figure, Math.min(figure.max(), sums[i] / divisor));
      }
    }
    return usage.missRatioCurve(missRatioCurve.over(weight));
  }
}
