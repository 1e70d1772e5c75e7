package io.argus.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.performance.Cliff;
import io.argus.core.performance.PerformanceFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AdaptiveDesignTest {
  private static final FullGrid GRID = new FullGrid(8);
  private static final int QUARTER = 16;

  static List<String> surfaces() {
    return List.copyOf(Surfaces.all().keySet());
  }

  private static List<Sample> measure(Design design, PerformanceFunction truth, long seed) {
    Random noise = new Random(seed);
    List<Sample> samples = new ArrayList<>();
    Optional<GridPoint> next = design.next(samples);
    while (next.isPresent()) {
      samples.add(Surfaces.sample(truth, next.get(), noise));
      next = design.next(samples);
    }
    return samples;
  }

  /**
   * Where the full grid is better than 3.5 % of the isolated throughput, its error counts as that.
   */
  @ParameterizedTest
  @MethodSource("surfaces")
  void aQuarterOfThePointsIsAsGoodAsTheFullGrid(String name) {
    PerformanceFunction truth = Surfaces.all().get(name);
    for (long seed = 1; seed <= 3; seed++) {
      FitChoice full = FitChoice.of(measure(GRID, truth, seed));
      List<Sample> few = measure(new AdaptiveDesign(GRID, 0.02, QUARTER), truth, seed);
      FitChoice adaptive = FitChoice.of(few);

      assertThat(few).hasSizeLessThanOrEqualTo(QUARTER);
      assertThat(Surfaces.error(adaptive.function(), truth))
          .as("full grid %s", Surfaces.error(full.function(), truth))
          .isLessThanOrEqualTo(Math.max(0.035, Surfaces.error(full.function(), truth)));
    }
  }

  @ParameterizedTest
  @MethodSource("surfaces")
  void stopsBelowTheBoundWithAnErrorThatIsTrue(String name) {
    PerformanceFunction truth = Surfaces.all().get(name);

    List<Sample> samples = measure(new AdaptiveDesign(GRID, 0.1, QUARTER), truth, 1);
    FitChoice fit = FitChoice.of(samples);

    assertThat(fit.error().orElseThrow()).isLessThanOrEqualTo(0.1);
    assertThat(Surfaces.error(fit.function(), truth)).isLessThanOrEqualTo(0.1);
  }

  @ParameterizedTest
  @CsvSource({"cliff at .30, 0.30", "cliff at .81, 0.81"})
  void closesInOnACliffFromAbove(String name, double where) {
    PerformanceFunction truth = Surfaces.all().get(name);

    FitChoice fit = FitChoice.of(measure(new AdaptiveDesign(GRID, 0.1, QUARTER), truth, 1));

    assertThat(fit.cliffs()).hasSize(1);
    Cliff cliff = fit.cliffs().get(0);
    assertThat(where).isBetween(cliff.lowShare(), cliff.highShare());
    assertThat(cliff.highShare() - cliff.lowShare()).isLessThan(0.045);
    assertThat(cliff.lost()).isGreaterThan(0.5);
    double justBelow = fit.function().throughput(cliff.highShare() - 0.005, 1);
    assertThat(justBelow).isLessThan(0.5 * fit.function().throughput(cliff.highShare(), 1));
  }

  @Test
  void measuresNoPointTwice() {
    List<Sample> samples =
        measure(new AdaptiveDesign(GRID, 0.001, 40), Surfaces.all().get("hotspot"), 2);

    assertThat(samples.stream().map(Sample::point).distinct().count()).isEqualTo(samples.size());
  }

  @Test
  void boundsThatMakeNoSenseAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new AdaptiveDesign(GRID, 0, 16));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AdaptiveDesign(GRID, 0.1, 3))
        .withMessageContaining("max points is 3");
    assertThatIllegalArgumentException().isThrownBy(() -> new FullGrid(1));
  }
}
