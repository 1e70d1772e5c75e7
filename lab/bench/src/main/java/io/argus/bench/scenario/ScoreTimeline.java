package io.argus.bench.scenario;

import io.argus.bench.result.Spread;
import io.argus.core.plan.Fairness;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The D-score of a workload mix over time.
 *
 * @param scores element i is that of the {@value #MEAN_SECONDS} seconds from second i on, 0..1
 */
public record ScoreTimeline(List<Double> scores) {
  static final int MEAN_SECONDS = 5;
  private static final double NEAR = 0.95;

  /** Whoever has a score for so many seconds has reached it. */
  private static final int STAY_SECONDS = 10;

  public ScoreTimeline {
    scores = List.copyOf(scores);
  }

  /**
   * The scores of tenants that ran together.
   *
   * @param isolatedThroughputs of each tenant, ops/s
   * @param alpha weight of the J-index, 0..1
   */
  public static ScoreTimeline of(
      List<Timeline> tenants, List<Double> isolatedThroughputs, double alpha) {
    int seconds = tenants.stream().mapToInt(each -> each.opsBySecond().size()).min().orElse(0);
    List<Double> scores = new ArrayList<>();
    for (int second = 0; second + MEAN_SECONDS <= seconds; second++) {
      double[] losses = new double[tenants.size()];
      for (int i = 0; i < losses.length; i++) {
        double throughput = tenants.get(i).mean(second, second + MEAN_SECONDS);
        losses[i] = Fairness.throughputLoss(isolatedThroughputs.get(i), throughput);
      }
      scores.add(Fairness.dScore(alpha, losses));
    }
    return new ScoreTimeline(scores);
  }

  /** The median of the last third. */
  public double last() {
    List<Double> last =
        scores.subList(scores.size() - Math.max(1, scores.size() / 3), scores.size());
    return Spread.of(last, Double::doubleValue).median();
  }

  /**
   * Seconds from the start until the score is at least 95 % of a level, and is so for ten seconds
   * or to the end; empty if it never is.
   */
  public OptionalInt reachedAfter(double level) {
    int since = 0;
    for (int second = 0; second < scores.size(); second++) {
      if (scores.get(second) < NEAR * level) {
        since = second + 1;
      } else if (second - since >= STAY_SECONDS) {
        return OptionalInt.of(since);
      }
    }
    return since < scores.size() ? OptionalInt.of(since) : OptionalInt.empty();
  }
}
