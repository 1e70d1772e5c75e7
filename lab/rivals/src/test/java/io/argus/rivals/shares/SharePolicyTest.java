package io.argus.rivals.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SharePolicyTest {
  private static final Offset<Double> EXACT = within(1e-9);

  private static List<SharePolicy> policies() {
    return List.of(
        new EqualShares(), new DemandShares(), new RefillShares(), new DominantResourceFairness());
  }

  private static double hdfs(Map<String, Map<String, Shares>> shares, String at, String of) {
    return shares.get(at).get(of).hdfs();
  }

  private static double cache(Map<String, Map<String, Shares>> shares, String at, String of) {
    return shares.get(at).get(of).cache();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void sharesOfEveryResourceSumToOneWhateverTheDemand(SharePolicy policy) {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      Demands demands = new Demands();
      int tenants = 1 + random.nextInt(6);
      int servers = 1 + random.nextInt(4);
      for (int t = 0; t < tenants; t++) {
        demands.tenant("t" + t, 0.5 + random.nextInt(4));
      }
      for (int s = 0; s < servers; s++) {
        demands.server("s" + s, random.nextInt(2) * 1e8, random.nextInt(3) * 4e7);
        for (int t = 0; t < tenants; t++) {
          if (random.nextInt(3) > 0) {
            demands.asks(
                "t" + t,
                "s" + s,
                random.nextInt(3) * random.nextDouble(),
                random.nextInt(2) * 1e8 * random.nextDouble(),
                random.nextInt(2) * 1e8 * random.nextDouble());
          }
        }
      }

      Map<String, Map<String, Shares>> shares = policy.shares(demands.demand());

      assertThat(shares).hasSize(servers);
      shares
          .values()
          .forEach(
              local -> {
                assertThat(local).hasSize(tenants);
                assertThat(local.values())
                    .allMatch(s -> s.cache() >= 0 && s.hdfs() >= 0 && s.cache() <= 1 + 1e-9);
                assertThat(local.values().stream().mapToDouble(Shares::cache).sum())
                    .isCloseTo(1, EXACT);
                assertThat(local.values().stream().mapToDouble(Shares::hdfs).sum())
                    .isCloseTo(1, EXACT);
              });
    }
  }

  @Test
  void equalSharesAreByWeightEverywhere() {
    Map<String, Map<String, Shares>> shares =
        new EqualShares()
            .shares(
                new Demands()
                    .tenant("a", 3)
                    .tenant("b", 1)
                    .server("s0", 1, 1)
                    .server("s1", 1, 1)
                    .asks("a", "s0", 5, 1, 1)
                    .demand());

    assertThat(hdfs(shares, "s0", "a")).isEqualTo(0.75);
    assertThat(cache(shares, "s1", "a")).isEqualTo(0.75);
    assertThat(hdfs(shares, "s1", "b")).isEqualTo(0.25);
  }

  /**
   * By hand: each tenant has a third of all credits. On s0 come together .8/3, .1/3 and .333/3, of
   * which a has .8 / 1.2333.
   */
  @Test
  void demandSharesFollowOperations() {
    Map<String, Map<String, Shares>> shares = new DemandShares().shares(Demands.skewed().demand());

    assertThat(hdfs(shares, "s0", "a")).isCloseTo(0.8 / (0.9 + 1.0 / 3), EXACT);
    assertThat(hdfs(shares, "s0", "b")).isCloseTo(0.1 / (0.9 + 1.0 / 3), EXACT);
    assertThat(cache(shares, "s2", "c")).isCloseTo((1.0 / 3) / (0.2 + 1.0 / 3), EXACT);
  }

  /** How many operations a tenant does does not matter, only where; its weight does. */
  @Test
  void demandSharesDoNotRewardOperations() {
    Map<String, Map<String, Shares>> shares =
        new DemandShares()
            .shares(
                new Demands()
                    .tenant("a", 2)
                    .tenant("b", 1)
                    .server("s0", 1, 1)
                    .server("s1", 1, 1)
                    .asks("a", "s0", 10, 0, 0)
                    .asks("a", "s1", 10, 0, 0)
                    .asks("b", "s0", 400, 0, 0)
                    .demand());

    // Credits of thirds: a has 1/3 on each server, b 1/3 on s0.
    assertThat(hdfs(shares, "s0", "a")).isCloseTo(0.5, EXACT);
    assertThat(hdfs(shares, "s0", "b")).isCloseTo(0.5, EXACT);
    assertThat(hdfs(shares, "s1", "a")).isCloseTo(1, EXACT);
  }

  @Test
  void demandIsAMeanOverTime() {
    ClusterDemand before =
        new Demands().tenant("a", 1).server("s0", 9, 9).asks("a", "s0", 10, 100, 0).demand();
    ClusterDemand now =
        new Demands()
            .tenant("a", 1)
            .server("s0", 9, 8)
            .server("s1", 9, 9)
            .asks("a", "s0", 20, 0, 50)
            .asks("a", "s1", 7, 7, 7)
            .demand()
            .after(before, 0.3);

    assertThat(now.of("a", "s0").operationsPerSecond()).isCloseTo(13, EXACT);
    assertThat(now.of("a", "s0").cacheBytes()).isCloseTo(70, EXACT);
    assertThat(now.of("a", "s0").hdfsBytesPerSecond()).isCloseTo(15, EXACT);
    assertThat(now.of("a", "s1").cacheBytes()).isCloseTo(7, EXACT);
    assertThat(now.capacities()).containsEntry("s0", new ServerCapacity(9, 8));
  }

  @Test
  void refillGoesToThoseWhoMovedLess() {
    double[] half = {0.5, 0.5};
    assertThat(RefillShares.refill(new double[] {0.6, 0.4}, half))
        .startsWith(new double[] {0.4, 0.6}, within(1e-6));
    // Level of the others: (0.2 + 0.3 + 1) / 2 = 0.75, below what the first one moved.
    double third = 1.0 / 3;
    assertThat(
            RefillShares.refill(new double[] {1.5, 0.2, 0.3}, new double[] {third, third, third}))
        .startsWith(new double[] {0, 0.55, 0.45}, within(1e-6));
    // 0.3 + 0.3 + 1 = 1.6, two thirds of which are 1.0667.
    assertThat(RefillShares.refill(new double[] {0.3, 0.3}, new double[] {2.0 / 3, third}))
        .startsWith(new double[] {1.6 * 2 / 3 - 0.3, 1.6 / 3 - 0.3}, within(1e-6));
  }

  @Test
  void refillIsOfEachServerForItself() {
    Map<String, Map<String, Shares>> shares =
        new RefillShares()
            .shares(
                new Demands()
                    .tenant("a", 1)
                    .tenant("b", 1)
                    .server("s0", 1, 100)
                    .server("s1", 1, 200)
                    .server("s2", 1, 0)
                    .asks("a", "s0", 0, 0, 60)
                    .asks("b", "s0", 0, 0, 40)
                    .asks("a", "s1", 0, 0, 50)
                    .asks("b", "s1", 0, 0, 150)
                    .demand());

    assertThat(hdfs(shares, "s0", "a")).isCloseTo(0.4, within(1e-6));
    assertThat(hdfs(shares, "s1", "a")).isCloseTo(0.75, within(1e-6));
    assertThat(hdfs(shares, "s2", "a")).isCloseTo(0.5, within(1e-6));
    assertThat(cache(shares, "s1", "a")).isEqualTo(0.5);
  }

  /** The example of the paper: 9 CPUs and 18 GB, tasks of 1 CPU and 4 GB, 3 CPUs and 1 GB. */
  @Test
  void dominantSharesAreEqual() {
    Map<String, Map<String, Shares>> shares =
        new DominantResourceFairness()
            .shares(
                new Demands()
                    .tenant("a", 1)
                    .tenant("b", 1)
                    .server("s0", 18, 9)
                    .asks("a", "s0", 0, 4, 1)
                    .asks("b", "s0", 0, 1, 3)
                    .demand());

    assertThat(hdfs(shares, "s0", "a")).isCloseTo(3.0 / 9, EXACT);
    assertThat(hdfs(shares, "s0", "b")).isCloseTo(6.0 / 9, EXACT);
    // 12 and 2 of 18 GB; the rest in proportion.
    assertThat(cache(shares, "s0", "a")).isCloseTo(12.0 / 14, EXACT);
  }

  /** By hand: a:b = 2:1 on s0, which is then full, with 1/3 of s1 for b; c goes on to 2/3. */
  @Test
  void thoseWhoDoNotNeedAFullResourceGoOn() {
    Map<String, Map<String, Shares>> shares =
        new DominantResourceFairness()
            .shares(
                new Demands()
                    .tenant("a", 2)
                    .tenant("b", 1)
                    .tenant("c", 1)
                    .server("s0", 1, 100)
                    .server("s1", 1, 100)
                    .asks("a", "s0", 0, 0, 7)
                    .asks("b", "s0", 0, 0, 50)
                    .asks("b", "s1", 0, 0, 50)
                    .asks("c", "s1", 0, 0, 3)
                    .demand());

    assertThat(hdfs(shares, "s0", "a")).isCloseTo(2.0 / 3, EXACT);
    assertThat(hdfs(shares, "s0", "b")).isCloseTo(1.0 / 3, EXACT);
    assertThat(hdfs(shares, "s1", "b")).isCloseTo(1.0 / 3, EXACT);
    assertThat(hdfs(shares, "s1", "c")).isCloseTo(2.0 / 3, EXACT);
    assertThat(cache(shares, "s1", "a")).isCloseTo(0.5, EXACT); // nobody needs cache: by weight
  }

  /** A tenant with 80/20 and one with 50/50: both dominant on s0, which they halve. */
  @Test
  void theBottleneckServerDecides() {
    Map<String, Map<String, Shares>> shares =
        new DominantResourceFairness()
            .shares(
                new Demands()
                    .tenant("a", 1)
                    .tenant("b", 1)
                    .server("s0", 1, 100)
                    .server("s1", 1, 100)
                    .asks("a", "s0", 0, 0, 80)
                    .asks("a", "s1", 0, 0, 20)
                    .asks("b", "s0", 0, 0, 50)
                    .asks("b", "s1", 0, 0, 50)
                    .demand());

    assertThat(hdfs(shares, "s0", "a")).isCloseTo(0.5, EXACT);
    assertThat(hdfs(shares, "s1", "a")).isCloseTo(0.125 / 0.625, EXACT);
  }
}
