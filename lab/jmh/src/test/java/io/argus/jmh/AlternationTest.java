package io.argus.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlternationTest {
  private static ForkRatio ratio(double... ownOver100) {
    return ForkRatio.of(
        Arrays.stream(ownOver100).mapToObj(own -> new ForkRatio.Pair(own, 100)).toList());
  }

  @Test
  void theIntervalIsStudentsOverTheForks() {
    ForkRatio ratio = ratio(104, 100, 106, 98, 102);

    // Logarithms: mean 0.01942, deviation 0.03102; quantile 2.776 for 4 degrees of freedom.
    assertThat(ratio.ratio()).isCloseTo(1.0196, within(1e-4));
    assertThat(ratio.low()).isCloseTo(0.9811, within(1e-4));
    assertThat(ratio.high()).isCloseTo(1.0596, within(1e-4));
  }

  private static Alternation.Line line(ForkRatio cpu, ForkRatio elapsed, double maxRatio) {
    return new Alternation.Line("heap hit", 8, 2, cpu, elapsed, maxRatio);
  }

  @Test
  void itHoldsIfTheWholeIntervalIsBelowTheGreatestRatio() {
    ForkRatio narrow = ratio(104, 104, 105, 105, 104);
    ForkRatio wide = ratio(80, 90, 100, 110, 125);

    assertThat(Alternation.holds(List.of(line(narrow, wide, 1.1)))).isTrue();
    assertThat(Alternation.holds(List.of(line(wide, narrow, 1.1)))).isFalse();
    assertThat(Alternation.holds(List.of(line(narrow, narrow, 0.6)))).isFalse();
  }

  @Test
  void anIntervalNeedsTwoForks() {
    Alternation.Side side = new Alternation.Side("a", "b", "c");
    assertThatThrownBy(() -> new Alternation(side, side, 5, 1))
        .hasMessage("forks is 1; must be at least 2");
  }

  @Test
  void theTableHasRatiosAndIntervals() {
    ForkRatio ratio = new ForkRatio(1.0196, 0.98, 1.05);
    String table = Alternation.table(List.of(line(ratio, ratio, 1.1)));

    assertThat(table.lines())
        .anyMatch(line -> line.matches("heap hit +8 +2 +1\\.02 +0\\.98\\.\\.1\\.05 +1\\.02 .*"));
  }
}
