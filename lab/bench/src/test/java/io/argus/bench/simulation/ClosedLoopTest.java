package io.argus.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real master in a closed loop with servers whose counts scatter, as they do. */
class ClosedLoopTest {
  private static final int SERVERS = 12;
  private static final int REGIONS = 120;

  /** 12 tenants of 200 clients; regions of the same demand, unevenly spread over all servers. */
  private static SimulatedCluster cluster(long seed) {
    Random random = new Random(seed);
    SimulatedCluster cluster = new SimulatedCluster(SERVERS);
    for (int i = 0; i < SERVERS; i++) {
      double[] wanted = random.doubles(SERVERS, 0.5, 1.5).map(x -> x * x * x).toArray();
      double sum = Arrays.stream(wanted).sum();
      int[] places = new int[REGIONS];
      double upTo = 0;
      int r = 0;
      for (int s = 0; s < SERVERS; s++) {
        upTo += wanted[s] / sum * REGIONS;
        while (r < REGIONS && r + 0.5 < upTo) {
          places[r++] = s;
        }
      }
      Arrays.fill(places, r, REGIONS, SERVERS - 1);
      double[] demands = new double[REGIONS];
      Arrays.fill(demands, 1.0 / REGIONS);
      cluster.add(new SimulatedTenant(TenantId.of("t" + i), 200, 20L << 20, demands, places));
    }
    return cluster;
  }

  private static List<ClosedLoop.Round> rounds(
      SimulatedCluster cluster, Serving serving, Settings settings, int rounds) throws IOException {
    ClosedLoop loop = new ClosedLoop(cluster, serving, settings);
    List<ClosedLoop.Round> seen = new ArrayList<>();
    for (int r = 0; r < rounds; r++) {
      seen.add(loop.round());
    }
    return seen;
  }

  private static List<Double> mean(List<ClosedLoop.Round> rounds) {
    List<Double> mean = new ArrayList<>();
    for (int i = 0; i < SERVERS; i++) {
      int tenant = i;
      mean.add(rounds.stream().mapToDouble(r -> r.kept().get(tenant)).average().orElse(0));
    }
    return mean;
  }

  /**
   * Before, what a tenant kept could fall to a hundredth: the servers that did not limit it seemed
   * to limit it, so that it seemed to have what it could get.
   */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(longs = {7, 8, 9})
  void noTenantIsForgottenWhereCountsScatter(long seed) throws IOException {
    SimulatedCluster cluster = cluster(seed);
    List<ClosedLoop.Round> seen =
        rounds(cluster, new QueuedServing(new Random(seed)), Settings.defaults(), 90);
    double best = Collections.min(FairestLevels.of(cluster));
    List<Double> end = mean(seen.subList(40, 90));
    List<Double> equal = mean(seen.subList(2, 6));
    System.out.printf(
        "seed %d: least kept %.4f with equal shares, %.4f planned, %.4f at the optimum; "
            + "least/greatest %.2f and %.2f%n",
        seed,
        Collections.min(equal),
        Collections.min(end),
        best,
        FairestLevels.minMax(equal),
        FairestLevels.minMax(end));
    assertThat(Collections.min(end)).isGreaterThan(0.8 * best);
    assertThat(Collections.min(end)).isGreaterThan(1.1 * Collections.min(equal));
  }

  /** The fluid model, which is quick, against the scheduler itself, which is not. */
  @Test
  @Tag("long")
  void theModelOfSharingServesLikeTheScheduler() throws IOException {
    Settings never = Settings.read(key -> key.equals("argus.planner.period") ? "3600000" : null);
    List<Double> queued =
        mean(rounds(cluster(7), new QueuedServing(new Random(7)), never, 25).subList(5, 25));
    List<Double> shared =
        mean(rounds(cluster(7), new SharedServing(0.005, new Random(7)), never, 25).subList(5, 25));
    for (int i = 0; i < SERVERS; i++) {
      assertThat(shared.get(i)).isCloseTo(queued.get(i), within(0.15 * queued.get(i)));
    }
  }

  @Test
  void aSmallClusterLivesThroughAllThatHappens() throws IOException {
    List<String> steps = new ArrayList<>();
    LoopResult result = new LoopSimulation(new LoopSize(6, 8, 4), 30, 3, steps::add).run();
    assertThat(result.phases()).hasSize(5);
    assertThat(steps).hasSize(150);
    for (LoopResult.Phase phase : result.phases()) {
      assertThat(phase.least()).as("%s", phase).isBetween(0.8 * phase.bestLeast(), 1.05);
      assertThat(phase.bestLeast()).isBetween(0.0, 1.0);
      double best = phase.bestLeast();
      assertThat(phase.informedLeast()).as("%s", phase).isBetween(0.93 * best, 1.001 * best);
    }
    assertThat(result.equalLeast()).isPositive();
  }
}
