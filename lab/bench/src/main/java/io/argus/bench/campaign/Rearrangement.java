package io.argus.bench.campaign;

import static io.argus.core.text.Text.format;

import io.argus.bench.placement.PlacementAdvice;
import io.argus.bench.placement.PlacementResult;
import io.argus.bench.run.LoadRun;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.TenantTables;
import io.argus.core.plan.Fairness;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The region moves that a system asks for before a workload mix is measured.
 *
 * <p>Used by one thread.
 */
final class Rearrangement {
  private final TenantTables tables;
  private final double alpha;
  private final RunProgress progress;

  private @Nullable PlacementAdvice given;
  private double measuredBefore;

  Rearrangement(TenantTables tables, double alpha, RunProgress progress) {
    this.tables = tables;
    this.alpha = alpha;
    this.progress = progress;
  }

  /**
   * Asks for moves. They are made, with the blocks of these regions, before the next run.
   *
   * @param isolatedThroughputs of the tenants, in the order of the mix
   * @param before the mix without the moves
   */
  void request(
      PlacementAdvice.Advisor advisor, List<Double> isolatedThroughputs, LoadRun.Outcome before)
      throws IOException {
    PlacementAdvice advice = advisor.advise();
    double[] throughputLosses = new double[isolatedThroughputs.size()];
    for (int i = 0; i < throughputLosses.length; i++) {
      throughputLosses[i] =
          Fairness.throughputLoss(
              isolatedThroughputs.get(i), before.tenants().get(i).result().throughput());
    }
    measuredBefore = Fairness.dScore(alpha, throughputLosses);
    progress.measured(
        format(
            "%d regions move; D %.3f, predicted %.3f, then %.3f, or %.3f by the isolated throughputs"
                + " after the moves",
            advice.moves().size(),
            measuredBefore,
            advice.before(),
            advice.after(),
            advice.reassessed()));
    tables.rearrange(advice.moves());
    given = advice;
  }

  /** What was predicted and measured; empty if nobody asked for moves. */
  Optional<PlacementResult> outcome(double measuredAfter) {
    return Optional.ofNullable(given)
        .map(advice -> new PlacementResult(advice, measuredBefore, measuredAfter));
  }
}
