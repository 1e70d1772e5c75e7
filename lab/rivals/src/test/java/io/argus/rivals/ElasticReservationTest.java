package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElasticReservationTest {

  @ParameterizedTest
  @CsvSource({"60, 0", "50, 0", "45.5, 0", "45, 0.1", "41, 0.1", "40, 0.2", "4, 0.9", "0, 1"})
  void everyTenthBelowWhatIsExpectedGivesATenth(double throughput, double part) {
    assertThat(ElasticReservation.givenAway(throughput, 50)).isCloseTo(part, within(1e-12));
  }

  @Test
  void ofWhomNothingIsKnownNothingIsTaken() {
    assertThat(ElasticReservation.givenAway(0, 0)).isZero();
  }

  @Test
  void theBusyShareEvenlyWhatTheSlowGive() {
    Map<String, Double> shares = Map.of("slow", 0.4, "small", 0.1, "large", 0.5);

    Map<String, Double> cache = ElasticReservation.shares(shares, Map.of("slow", 0.5), false);
    Map<String, Double> credits = ElasticReservation.shares(shares, Map.of("slow", 0.5), true);

    assertThat(cache.get("slow")).isCloseTo(0.2, within(1e-12));
    assertThat(credits.get("slow")).isCloseTo(0.4, within(1e-12));
    for (Map<String, Double> after : List.of(cache, credits)) {
      assertThat(after.get("small")).isCloseTo(0.2, within(1e-12));
      assertThat(after.get("large")).isCloseTo(0.6, within(1e-12));
    }
  }

  @Test
  void ifNobodyIsBusyNothingChanges() {
    Map<String, Double> shares = Map.of("a", 0.4, "b", 0.6);

    assertThat(ElasticReservation.shares(shares, Map.of("a", 0.5, "b", 0.1), false))
        .isEqualTo(shares);
  }
}
