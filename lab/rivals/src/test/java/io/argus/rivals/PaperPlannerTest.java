package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.argus.rivals.shares.Shares;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PaperPlannerTest {
  private static final LinearFunction DISK = new LinearFunction(0, 50, 550);
  private static final LinearFunction CACHE = new LinearFunction(0, 30_000, 500);

  private static Map<String, Shares> plan(long seed, LinearFunction... functions) {
    TreeMap<String, LinearFunction> tenants = new TreeMap<>();
    for (int i = 0; i < functions.length; i++) {
      tenants.put("t" + i, functions[i]);
    }
    return new PaperPlanner(new Random(seed)).plan(tenants);
  }

  @Test
  void equalTenantsKeepEqualShares() {
    Map<String, Shares> plan = plan(1, DISK, DISK);

    assertThat(plan.get("t0")).isEqualTo(new Shares(0.5, 0.5));
    assertThat(plan.get("t1")).isEqualTo(new Shares(0.5, 0.5));
  }

  @Test
  void cacheGoesToWhomItHelpsAndHdfsToTheOther() {
    for (long seed = 0; seed < 20; seed++) {
      Map<String, Shares> plan = plan(seed, CACHE, DISK);

      assertThat(plan.get("t0").cache()).isGreaterThanOrEqualTo(0.8);
      assertThat(plan.get("t1").hdfs()).isGreaterThanOrEqualTo(0.8);
      assertThat(plan.get("t0").cache() + plan.get("t1").cache()).isCloseTo(1, within(1e-9));
      assertThat(plan.get("t0").hdfs() + plan.get("t1").hdfs()).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void noStepOfOnePieceImprovesTheResult() {
    TreeMap<String, LinearFunction> tenants = new TreeMap<>();
    tenants.put("a", CACHE);
    tenants.put("b", DISK);
    tenants.put("c", new LinearFunction(-100, 400, 900));
    Map<String, Shares> plan = new PaperPlanner(new Random(3)).plan(tenants);
    double reached = dScore(tenants, plan);

    for (String from : tenants.keySet()) {
      for (String to : tenants.keySet()) {
        if (!from.equals(to)) {
          assertThat(dScore(tenants, moved(plan, from, to, 0.05, 0))).isLessThan(reached + 1e-8);
          assertThat(dScore(tenants, moved(plan, from, to, 0, 0.05))).isLessThan(reached + 1e-8);
        }
      }
    }
  }

  /** The plan after a step; itself if nothing would be left. */
  private static Map<String, Shares> moved(
      Map<String, Shares> plan, String from, String to, double cache, double hdfs) {
    Shares giver = plan.get(from);
    Shares taker = plan.get(to);
    if (giver.cache() - cache < 0.049 || giver.hdfs() - hdfs < 0.049) {
      return plan;
    }
    Map<String, Shares> moved = new TreeMap<>(plan);
    moved.put(from, new Shares(giver.cache() - cache, giver.hdfs() - hdfs));
    moved.put(to, new Shares(taker.cache() + cache, taker.hdfs() + hdfs));
    return moved;
  }

  private static double dScore(Map<String, LinearFunction> tenants, Map<String, Shares> plan) {
    return PaperPlanner.dScore(
        plan.entrySet().stream()
            .mapToDouble(
                entry ->
                    tenants
                        .get(entry.getKey())
                        .loss(entry.getValue().cache(), entry.getValue().hdfs()))
            .toArray());
  }

  @Test
  void theScoreIsHalfFairnessAndHalfEfficiency() {
    assertThat(PaperPlanner.dScore(new double[] {0.5, 0.5})).isCloseTo(0.75, within(1e-12));
    assertThat(PaperPlanner.dScore(new double[] {0.8, 0})).isCloseTo(0.55, within(1e-12));
    assertThat(PaperPlanner.dScore(new double[] {0, 0})).isEqualTo(1);
  }

  @Test
  void everyTenantNeedsAPiece() {
    LinearFunction[] many = new LinearFunction[PaperPlanner.PIECES + 1];
    Arrays.fill(many, DISK);

    assertThatThrownBy(() -> plan(1, many))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("21");
  }
}
