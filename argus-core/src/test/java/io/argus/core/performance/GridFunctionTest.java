package io.argus.core.performance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class GridFunctionTest {
  private static final double[] ENDS = {0, 1};

  @Test
  void interpolatesBilinearly() {
    GridFunction plane = GridFunction.of(ENDS, ENDS, new double[][] {{0, 10}, {20, 30}});
    assertThat(plane.throughput(0.5, 0.5)).isEqualTo(15);
    assertThat(plane.throughput(0.25, 1)).isEqualTo(15);
    assertThat(plane.throughput(1, 1)).isEqualTo(30);
    assertThat(plane.isolatedThroughput()).isEqualTo(30);
  }

  @Test
  void isConstantBeyondTheOutermostPoints() {
    GridFunction grid =
        GridFunction.of(new double[] {0.2, 0.8}, new double[] {0.5}, new double[][] {{100}, {200}});
    assertThat(grid.throughput(0, 0)).isEqualTo(100);
    assertThat(grid.throughput(0.5, 1)).isCloseTo(150, within(1e-9));
    assertThat(grid.throughput(1, 0.1)).isEqualTo(200);
  }

  @Test
  void representsACliffByClosePoints() {
    GridFunction cliff =
        GridFunction.of(
            new double[] {0, 0.35, 0.38, 1},
            new double[] {0.5},
            new double[][] {{300}, {3777}, {27_029}, {27_029}});
    assertThat(cliff.throughput(0.34, 0.5)).isLessThan(3777);
    assertThat(cliff.throughput(0.38, 0.5)).isEqualTo(27_029);
    assertThat(cliff.throughput(0.365, 0.5)).isBetween(3777.0, 27_029.0);
  }

  @Test
  void neverFallsInEitherShare() {
    Random random = new Random(5);
    for (int round = 0; round < 200; round++) {
      double[] c = axis(1 + random.nextInt(6), random);
      double[] h = axis(1 + random.nextInt(6), random);
      double[][] values = new double[c.length][h.length];
      for (double[] row : values) {
        for (int i = 0; i < row.length; i++) {
          row[i] = 1000 * random.nextDouble();
        }
      }
      GridFunction grid = GridFunction.nearestMonotone(c, h, values);
      for (int i = 0; i < 100; i++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        double more = random.nextDouble() / 2;
        double here = grid.throughput(x, y);
        assertThat(grid.throughput(x + more, y)).isGreaterThanOrEqualTo(here - 1e-9);
        assertThat(grid.throughput(x, y + more)).isGreaterThanOrEqualTo(here - 1e-9);
      }
    }
  }

  private static double[] axis(int points, Random random) {
    return random.doubles(points).sorted().toArray();
  }

  @Test
  void aSurfaceThatIsMonotoneAlreadyIsKept() {
    double[][] values = {{0, 10}, {20, 30}};
    assertThat(GridFunction.nearestMonotone(ENDS, ENDS, values).values()).isDeepEqualTo(values);
  }

  @Test
  void noiseIsHalved() {
    GridFunction grid =
        GridFunction.nearestMonotone(
            new double[] {1}, new double[] {0, 0.5, 1}, new double[][] {{100, 120, 110}});
    assertThat(grid.values()).isDeepEqualTo(new double[][] {{100, 115, 115}});
  }

  @Test
  void refusesGridsThatAreNot() {
    double[][] sound = {{0, 10}, {20, 30}};
    refuses(new double[] {}, ENDS, new double[][] {}, "must be at least one");
    refuses(new double[] {0, 0}, ENDS, sound, "must grow within 0..1");
    refuses(new double[] {0, 1.1}, ENDS, sound, "must grow within 0..1");
    refuses(new double[] {Double.NaN, 1}, ENDS, sound, "must grow within 0..1");
    refuses(ENDS, ENDS, new double[][] {{0, 10}}, "are not 2 rows");
    refuses(ENDS, ENDS, new double[][] {{0, 10}, {20}}, "are not 2 rows");
    refuses(ENDS, ENDS, new double[][] {{0, 10}, {20, 15}}, "value [1][1] of the grid is 15.0");
    refuses(ENDS, ENDS, new double[][] {{-1, 10}, {20, 30}}, "value [0][0] of the grid is -1.0");
    refuses(ENDS, ENDS, new double[][] {{0, Double.NaN}, {20, 30}}, "value [0][1]");
    refuses(ENDS, ENDS, new double[][] {{0, 1}, {2, Double.POSITIVE_INFINITY}}, "value [1][1]");
  }

  private static void refuses(double[] c, double[] h, double[][] values, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GridFunction.of(c, h, values))
        .withMessageContaining(message);
  }

  @Test
  void keepsItsValuesToItself() {
    double[][] values = {{0, 10}, {20, 30}};
    GridFunction grid = GridFunction.of(ENDS, ENDS, values);
    values[1][1] = 0;
    grid.values()[0][0] = 99;
    assertThat(grid.throughput(1, 1)).isEqualTo(30);
    assertThat(grid.throughput(0, 0)).isZero();
  }
}
