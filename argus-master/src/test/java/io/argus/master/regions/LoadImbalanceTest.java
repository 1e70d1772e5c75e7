package io.argus.master.regions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.master.regions.RegionNeeds.RegionNeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LoadImbalanceTest {
  private static final RegionNeed HDFS = new RegionNeed(Need.HDFS, 0.5);
  private static final RegionNeed CACHE = new RegionNeed(Need.CACHE, 0.5);

  private static LoadImbalance of(int[] serverOf, RegionNeed... needs) {
    return new LoadImbalance(2, serverOf, Arrays.asList(needs));
  }

  @Test
  void regionsThatNeedTheSameAreApartAtNoCost() {
    LoadImbalance imbalance = of(new int[] {0, 0}, HDFS, HDFS);
    assertThat(imbalance.matters()).isTrue();
    assertThat(imbalance.cost()).isEqualTo(1);
    imbalance.moved(1, 0, 1);
    assertThat(imbalance.cost()).isZero();
  }

  @Test
  void regionsThatNeedDifferentResourcesMayBeTogether() {
    LoadImbalance imbalance = of(new int[] {0, 0}, HDFS, CACHE);
    assertThat(imbalance.matters()).isFalse();
    assertThat(imbalance.cost()).isZero();
  }

  @Test
  void regionsOfNobodyAndOnNoServerDoNotCount() {
    LoadImbalance imbalance = of(new int[] {0, 0, -1, 7}, HDFS, null, HDFS, HDFS);
    assertThat(imbalance.matters()).isFalse();
    imbalance.moved(1, 0, 1);
    imbalance.moved(9, 0, 1);
    assertThat(imbalance.cost()).isZero();
  }

  @Test
  void movesHaveTheSameEffectAsANewLayout() {
    Random random = new Random(3);
    List<RegionNeed> needs = new ArrayList<>();
    int[] serverOf = new int[40];
    for (int r = 0; r < serverOf.length; r++) {
      Need need = Need.values()[random.nextInt(Need.values().length)];
      needs.add(random.nextInt(5) == 0 ? null : new RegionNeed(need, random.nextDouble() + 0.01));
      serverOf[r] = random.nextInt(4);
    }
    LoadImbalance moving = new LoadImbalance(4, serverOf, needs);
    for (int step = 0; step < 500; step++) {
      int region = random.nextInt(serverOf.length);
      int to = random.nextInt(4);
      moving.moved(region, serverOf[region], to);
      serverOf[region] = to;
      assertThat(moving.cost())
          .isBetween(0.0, 1.0)
          .isCloseTo(new LoadImbalance(4, serverOf, needs).cost(), within(1e-6));
    }
  }
}
