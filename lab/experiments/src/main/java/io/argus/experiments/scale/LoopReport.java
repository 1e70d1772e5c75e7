package io.argus.experiments.scale;

import io.argus.bench.simulation.LoopResult;
import io.argus.bench.simulation.LoopResult.Phase;
import io.argus.cli.output.TextTable;
import java.util.Locale;

/**
 * Prints what a simulated cluster did in a closed loop.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class LoopReport {
  private static final double KILO = 1e3;

  private LoopReport() {}

  static void print(LoopResult result) {
    System.out.printf(
        Locale.ROOT,
        "Closed loop: %d servers, %d tenants, a usual one on %d servers, a round is %.0f s. With equal"
            + " shares, the tenant that keeps least keeps %.4f of its isolated throughput,"
            + " least/greatest %.2f.%n",
        result.size().servers(),
        result.size().tenants(),
        result.size().serversPerTenant(),
        result.reportSeconds(),
        result.equalLeast(),
        result.equalMinMax());
    TextTable table = new TextTable();
    table.row(
        "event",
        "rounds until back",
        "plans",
        "least kept",
        "with exact models",
        "optimum",
        "gap %",
        "least/greatest",
        "at the optimum",
        "mean kept of optimum");
    result.phases().forEach(phase -> row(table, phase));
    table.print();
    System.out.printf(
        Locale.ROOT,
        "CPU time of the master: %.1f s a round that published a plan (median), %.1f s at"
            + " most in any round; all rounds together %.0f%% of one core.%n",
        result.decidingMillis() / KILO,
        result.worstMillis() / KILO,
        100 * result.meanMillis() / KILO / result.reportSeconds());
  }

  private static void row(TextTable table, Phase phase) {
    table.row(
        phase.event(),
        phase.converged() > phase.rounds() ? "not in " + phase.rounds() : "" + phase.converged(),
        "" + phase.plans(),
        String.format(Locale.ROOT, "%.4f", phase.least()),
        String.format(Locale.ROOT, "%.4f", phase.informedLeast()),
        String.format(Locale.ROOT, "%.4f", phase.bestLeast()),
        String.format(Locale.ROOT, "%.1f", 100 * (1 - phase.least() / phase.bestLeast())),
        String.format(Locale.ROOT, "%.2f", phase.minMax()),
        String.format(Locale.ROOT, "%.2f", phase.bestMinMax()),
        String.format(Locale.ROOT, "%.2f", phase.ofBest()));
  }
}
