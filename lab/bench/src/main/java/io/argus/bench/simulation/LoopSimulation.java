package io.argus.bench.simulation;

import io.argus.core.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Lets a simulated cluster and the real master find to fair shares, and changes the cluster under
 * them: servers die, regions move, tenants come and go.
 *
 * <p>Used by one thread, whose CPU time it counts.
 */
public final class LoopSimulation {
  private static final double MAX_STEP_SECONDS = 0.25;

  /**
   * Length of a step for each tenant of a server. A client is served at most once a step, and steps
   * must be so short that the clients of a tenant could use more than its share of the disk.
   */
  private static final double STEP_SECONDS_OF_TENANT = 0.005;

  /** Rounds over which throughput is averaged at the end of a phase, and on the way there. */
  private static final int END = 5;

  private static final int WINDOW = 3;
  private static final double NEARLY = 0.95;

  private final LoopSize size;
  private final int rounds;
  private final Consumer<String> progress;
  private final ClusterLife life;
  private final ClosedLoop loop;
  private final List<LoopResult.Phase> phases = new ArrayList<>();
  private final List<Double> deciding = new ArrayList<>();
  private final DoubleSummaryStatistics all = new DoubleSummaryStatistics();
  private double equalLeast;
  private double equalMinMax;

  /**
   * @param rounds after each event
   * @param progress receives what is done next
   */
  public LoopSimulation(LoopSize size, int rounds, long seed, Consumer<String> progress) {
    this.size = size;
    this.rounds = Math.max(rounds, END);
    this.progress = progress;
    Random random = new Random(seed);
    this.life = new ClusterLife(size, random);
    Serving serving = new SharedServing(stepSeconds(size), random);
    this.loop = new ClosedLoop(life.cluster(), serving, Settings.defaults());
  }

  private static double stepSeconds(LoopSize size) {
    double tenantsOfServer = (double) size.tenants() * size.serversPerTenant() / size.servers();
    return Math.min(MAX_STEP_SECONDS, STEP_SECONDS_OF_TENANT * tenantsOfServer);
  }

  /** An event; returns what it did. */
  private interface Event {
    String happens();
  }

  /** Runs the simulation; to be called once. */
  public LoopResult run() throws IOException {
    phases.add(phase(() -> "start"));
    phases.add(phase(() -> life.killServers() + " servers die"));
    phases.add(phase(() -> life.moveRegions() + " regions move"));
    phases.add(phase(() -> life.addTenants() + " tenants come"));
    phases.add(phase(() -> life.removeTenants() + " tenants go"));
    Collections.sort(deciding);
    double median = deciding.isEmpty() ? 0 : deciding.get(deciding.size() / 2);
    return new LoopResult(
        size,
        loop.reportSeconds(),
        equalLeast,
        equalMinMax,
        phases,
        median,
        all.getMax(),
        all.getAverage());
  }

  private LoopResult.Phase phase(Event event) throws IOException {
    String happened = event.happens();
    loop.changed();
    List<ClosedLoop.Round> seen = new ArrayList<>();
    int plans = 0;
    for (int r = 0; r < rounds; r++) {
      ClosedLoop.Round round = loop.round();
      seen.add(round);
      plans += round.published() ? 1 : 0;
      if (round.published()) {
        deciding.add(round.masterMillis());
      }
      all.accept(round.masterMillis());
      progress.accept(
          String.format(
              Locale.ROOT,
              "%s, round %d of %d: plan v%d, least kept %.3f, least/greatest %.2f, master %.1f s",
              happened,
              r + 1,
              rounds,
              round.planVersion(),
              round.least(),
              round.minMax(),
              round.masterMillis() / 1e3));
    }
    if (phases.isEmpty()) {
      equalShares(seen);
    }
    List<Double> end = mean(seen, seen.size() - END, seen.size());
    List<Double> best = FairestLevels.of(life.cluster());
    double ofBest = 0;
    for (int i = 0; i < end.size(); i++) {
      ofBest += end.get(i) / best.get(i) / end.size();
    }
    return new LoopResult.Phase(
        happened,
        seen.size(),
        converged(seen, Collections.min(end)),
        plans,
        Collections.min(end),
        FairestLevels.minMax(end),
        InformedPlanner.leastKept(life.cluster()),
        Collections.min(best),
        FairestLevels.minMax(best),
        ofBest);
  }

  /** Notes what tenants keep in the last rounds under the first plan, which divides equally. */
  private void equalShares(List<ClosedLoop.Round> seen) {
    List<ClosedLoop.Round> equal =
        seen.stream().filter(round -> round.planVersion() == 1).skip(1).toList();
    if (!equal.isEmpty()) {
      List<Double> kept = mean(equal, Math.max(0, equal.size() - WINDOW), equal.size());
      equalLeast = Collections.min(kept);
      equalMinMax = FairestLevels.minMax(kept);
    }
  }

  private static int converged(List<ClosedLoop.Round> seen, double end) {
    for (int r = 0; r + WINDOW <= seen.size(); r++) {
      if (Collections.min(mean(seen, r, r + WINDOW)) >= NEARLY * end) {
        return r + 1;
      }
    }
    return seen.size() + 1;
  }

  private static List<Double> mean(List<ClosedLoop.Round> seen, int from, int to) {
    List<Double> mean = new ArrayList<>();
    for (int i = 0; i < seen.get(from).kept().size(); i++) {
      double sum = 0;
      for (ClosedLoop.Round round : seen.subList(from, to)) {
        sum += round.kept().get(i);
      }
      mean.add(sum / (to - from));
    }
    return mean;
  }
}
