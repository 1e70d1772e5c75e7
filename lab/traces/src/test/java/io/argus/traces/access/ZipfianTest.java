package io.argus.traces.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import site.ycsb.generator.ZipfianGenerator;

class ZipfianTest {
  private static final int DRAWS = 200_000;
  private static final int ITEMS = 1000;

  private final SplittableRandom random = new SplittableRandom(7);

  @Test
  void frequenciesFallWithTheRank() {
    double zeta = 0;
    for (int rank = 1; rank <= ITEMS; rank++) {
      zeta += Math.pow(rank, -0.99);
    }
    double[] parts = parts(Zipfian.of(ITEMS));

    assertThat(parts[0]).isCloseTo(1 / zeta, within(0.005));
    assertThat(parts[1]).isCloseTo(Math.pow(2, -0.99) / zeta, within(0.005));
    assertThat(parts[0] + parts[1] + parts[2] + parts[3]).isBetween(0.26, 0.31);
    assertThat(parts[ITEMS - 1]).isBetween(0.0, 0.001);
  }

  @Test
  void ranksAreDistributedAsThoseOfYcsb() {
    ZipfianGenerator generator = new ZipfianGenerator(ITEMS);
    double[] ycsb = new double[ITEMS];
    for (int i = 0; i < DRAWS; i++) {
      ycsb[generator.nextValue().intValue()] += 1.0 / DRAWS;
    }

    double[] parts = parts(Zipfian.of(ITEMS));

    double apart = 0;
    for (int rank = 0; rank < ITEMS; rank++) {
      apart += Math.abs(parts[rank] - ycsb[rank]) / 2;
    }
    assertThat(apart).isLessThan(0.05); // two draws of the same distribution are .03 apart
  }

  @Test
  void growingGivesTheDistributionOfMoreItems() {
    Zipfian grown = Zipfian.of(ITEMS - 3);
    for (int i = 0; i < 3; i++) {
      grown.grow();
    }
    Zipfian made = Zipfian.of(ITEMS);

    assertThat(grown.items()).isEqualTo(ITEMS);
    for (int seed = 0; seed < 1000; seed++) {
      assertThat(grown.next(new SplittableRandom(seed)))
          .isEqualTo(made.next(new SplittableRandom(seed)));
    }
  }

  private double[] parts(Zipfian zipfian) {
    double[] parts = new double[ITEMS];
    for (int i = 0; i < DRAWS; i++) {
      parts[(int) zipfian.next(random)] += 1.0 / DRAWS;
    }
    return parts;
  }
}
