package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.master.SimulatedCluster.Workload;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The planner, left alone, against the best of all pinned reservations on the same cluster. */
@Tag("long")
class MixesTest {
  private static final TenantId ONE = TenantId.of("one");
  private static final TenantId TWO = TenantId.of("two");

  static Stream<Arguments> mixes() {
    return Stream.of(
        Arguments.of("Uniform+Uniform", Workload.UNIFORM, Workload.UNIFORM),
        Arguments.of("Hot+Uniform", Workload.HOT, Workload.UNIFORM),
        Arguments.of("ExHot+Uniform", Workload.EX_HOT, Workload.UNIFORM),
        Arguments.of("Uniform+Scan", Workload.UNIFORM, Workload.SCAN),
        Arguments.of("ExHot+Scan", Workload.EX_HOT, Workload.SCAN),
        Arguments.of("Uniform+RW", Workload.UNIFORM, Workload.READ_WRITE),
        Arguments.of("ExHot+RW", Workload.EX_HOT, Workload.READ_WRITE),
        Arguments.of("Hot+Hot", Workload.HOT, Workload.HOT),
        Arguments.of("Hot+ExHot", Workload.HOT, Workload.EX_HOT),
        Arguments.of("ExHot+ExHot", Workload.EX_HOT, Workload.EX_HOT));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mixes")
  void comesCloseToTheBestPinnedReservation(String name, Workload one, Workload two)
      throws IOException {
    comesClose(new SimulatedCluster().with("one", one).with("two", two), 0.98);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mixes")
  void doesSoWithoutCurves(String name, Workload one, Workload two) throws IOException {
    SimulatedCluster cluster = new SimulatedCluster().with("one", one).with("two", two);
    cluster.curves = false;
    comesClose(cluster, 0.98);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mixes")
  void doesSoWithCurvesThatAreOffInSize(String name, Workload one, Workload two)
      throws IOException {
    for (double error : new double[] {-0.08, 0.08}) {
      SimulatedCluster cluster = new SimulatedCluster().with("one", one).with("two", two);
      cluster.curveError = error;
      comesClose(cluster, 0.98);
    }
  }

  private static void comesClose(SimulatedCluster cluster, double part) throws IOException {
    InMemoryDocuments store = new InMemoryDocuments();
    MasterPlanner planner = new MasterPlanner(cluster, store, Settings::defaults);
    for (long now = 0; now < 120_000; now += 2_000) {
      cluster.advance(store, now);
      assertThat(planner.tick(now).status().problems()).isEmpty();
    }
    cluster.advance(store, 120_000);
    double[] reached = throughputLosses(cluster);
    double[] best = bestPinned(cluster);
    boolean dominates = reached[0] <= best[0] + 0.01 && reached[1] <= best[1] + 0.01;
    assertThat(dominates || Fairness.dScore(0.5, reached) >= part * Fairness.dScore(0.5, best))
        .as("D %s of %s", Fairness.dScore(0.5, reached), Fairness.dScore(0.5, best))
        .isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mixes")
  void holdsStillUnderNoise(String name, Workload one, Workload two) throws IOException {
    SimulatedCluster cluster = new SimulatedCluster().with("one", one).with("two", two);
    cluster.noise = 0.1;
    InMemoryDocuments store = new InMemoryDocuments();
    MasterPlanner planner = new MasterPlanner(cluster, store, Settings::defaults);
    double worst = 1;
    for (long now = 0; now < 600_000; now += 2_000) {
      cluster.advance(store, now);
      planner.tick(now);
      if (now > 120_000) {
        worst = Math.min(worst, Fairness.efficiency(throughputLosses(cluster)));
      }
    }
    assertThat(store.planWrites).isLessThanOrEqualTo(6);
    assertThat(worst).isGreaterThan(0.33);
  }

  private static double[] throughputLosses(SimulatedCluster cluster) {
    return new double[] {
      Math.max(0, cluster.throughputLoss("one")), Math.max(0, cluster.throughputLoss("two"))
    };
  }

  private static double[] bestPinned(SimulatedCluster cluster) {
    double[] best = {1, 0};
    for (int c = 1; c < 20; c++) {
      for (int h = 1; h < 20; h++) {
        Reservation first = Reservation.of(ONE, c / 20.0, h / 20.0);
        Reservation second = Reservation.of(TWO, 1 - c / 20.0, 1 - h / 20.0);
        cluster.plan =
            Plan.of(
                1,
                Plan.Mode.PINNED,
                0,
                true,
                List.of(first, second),
                PlanExplanation.because("sweep"));
        double[] throughputLosses = throughputLosses(cluster);
        if (Fairness.dScore(0.5, throughputLosses) > Fairness.dScore(0.5, best)) {
          best = throughputLosses;
        }
      }
    }
    return best;
  }
}
