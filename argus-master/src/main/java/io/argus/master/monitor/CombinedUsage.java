package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.Figure.Combination;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.TenantUsage;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Several usages of a tenant as one: of several servers, or of one server at several times. Each
 * {@link Figure} says how.
 *
 * <p>Not safe for use by several threads.
 */
final class CombinedUsage {
  private static final Rules OF_SERVERS = new Rules(Figure::ofServers);
  private static final Rules OF_TIMES = new Rules(Figure::ofTimes);

  private final Rules rules;

  /** Of all figures; they count for those of which the rule is a sum or a mean. */
  private final double[] sums = new double[Figure.COUNT];

  // Of the figures with these rules.
  private final double[] greatest;
  private final double[] weighted;
  private final double[] weights;

  private final MissRatioCurve.Sum missRatioCurve = new MissRatioCurve.Sum();
  private @Nullable TenantUsage last;
  private int count;

  /** The figures by how several of them make one. */
  private static final class Rules {
    final Figure[] sum;
    final Figure[] mean;
    final Figure[] weightedMean;
    final Figure[] max;
    final Figure[] last;

    Rules(Function<Figure, Combination> ofFigure) {
      sum = with(Combination.SUM, ofFigure);
      mean = with(Combination.MEAN, ofFigure);
      weightedMean = with(Combination.WEIGHTED_MEAN, ofFigure);
      max = with(Combination.MAX, ofFigure);
      last = with(Combination.LAST, ofFigure);
    }

    private static Figure[] with(Combination rule, Function<Figure, Combination> ofFigure) {
      return Arrays.stream(Figure.values())
          .filter(figure -> ofFigure.apply(figure) == rule)
          .toArray(Figure[]::new);
    }
  }

  private CombinedUsage(Rules rules) {
    this.rules = rules;
    greatest = new double[rules.max.length];
    weighted = new double[rules.weightedMean.length];
    weights = new double[rules.weightedMean.length];
  }

  /** Of one server at several times; the last one is to be added last. */
  static CombinedUsage ofTimes() {
    return new CombinedUsage(OF_TIMES);
  }

  static CombinedUsage ofServers() {
    return new CombinedUsage(OF_SERVERS);
  }

  /**
   * Adds a usage.
   *
   * @param weight how long it is of, in seconds; 1 for one of several servers
   */
  void add(TenantUsage usage, double weight) {
    double[] figures = new double[Figure.COUNT];
    usage.addTo(figures, 1);
    add(figures, weight);
    missRatioCurve.add(usage.missRatioCurve(), weight);
    last = usage;
    count++;
  }

  /** Adds a usage before the last one. */
  void add(PastReport.Usage usage, double weight) {
    add(usage.figures, weight);
    usage.addCurveTo(missRatioCurve, weight);
  }

  private void add(double[] figures, double weight) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += figures[i] * weight;
    }
    for (int k = 0; k < weights.length; k++) {
      Figure figure = rules.weightedMean[k];
      double counts = figure.weightIn(figures) * weight;
      weighted[k] += figures[figure.index()] * counts;
      weights[k] += counts;
    }
    for (int k = 0; k < greatest.length; k++) {
      greatest[k] = Math.max(greatest[k], figures[rules.max[k].index()]);
    }
  }

  /**
   * Returns all as one.
   *
   * @param weight of all together, also where the tenant was idle and was not added
   */
  TenantUsage.Builder over(double weight, TenantId tenant) {
    TenantUsage.Builder usage = TenantUsage.builder(tenant);
    for (Figure figure : rules.sum) {
      set(usage, figure, sums[figure.index()]);
    }
    for (Figure figure : rules.mean) {
      set(usage, figure, weight > 0 ? sums[figure.index()] / weight : 0);
    }
    for (int k = 0; k < weights.length; k++) {
      if (weights[k] > 0) {
        set(usage, rules.weightedMean[k], weighted[k] / weights[k]);
      }
    }
    for (int k = 0; k < greatest.length; k++) {
      set(usage, rules.max[k], greatest[k]);
    }
    TenantUsage latest = last;
    for (Figure figure : rules.last) {
      set(usage, figure, latest == null ? 0 : latest.get(figure));
    }
    return usage.missRatioCurve(missRatioCurve.over(weight));
  }

  /** Returns the usage of the servers that were added; of a single one as it is. */
  TenantUsage overServers(TenantId tenant) {
    TenantUsage only = count == 1 ? last : null;
    return only == null ? over(1, tenant).build() : only;
  }

  private static void set(TenantUsage.Builder usage, Figure figure, double value) {
    usage.set(figure, Math.min(figure.max(), value));
  }
}
