package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaperRuleTest {
  private static final Map<String, Double> BOTH = Map.of("hot", 1.0, "cold", 0.2);

  private final Reservations reservations = new Reservations();
  private final PaperRule rule = new PaperRule(reservations, Profiles.published(), new Random(1));

  private Map<String, Double> at(long seconds) {
    return rule.shares(BOTH, TimeUnit.SECONDS.toNanos(seconds));
  }

  private void mixBegins() {
    reservations.isolatedThroughputs(Map.of("hot", 30_000.0, "cold", 600.0));
    at(1000);
    for (int i = 0; i < KeyRepeats.WINDOW; i++) {
      reservations.accessed("hot", i % 1000);
      reservations.accessed("cold", i);
    }
  }

  @Test
  void whoeverRunsAloneHasTheCache() {
    assertThat(rule.shares(Map.of("hot", 1.0), 0)).isEqualTo(Map.of("hot", 1.0));
  }

  @Test
  void sharesAreEqualUntilTheFirstDecisionAndThenGoWhereTheyHelp() {
    mixBegins();
    assertThat(at(1029)).isEqualTo(Map.of("hot", 0.5, "cold", 0.5));
    assertThat(reservations.hdfsShares()).isEmpty();

    Map<String, Double> planned = at(1030);

    assertThat(planned.get("hot")).isGreaterThanOrEqualTo(0.8);
    assertThat(reservations.hdfsShares().get("cold")).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void aDecisionComesEverySixtySeconds() {
    mixBegins();
    Map<String, Double> before = at(1030);
    reservations.forgetKeys();
    for (int i = 0; i < KeyRepeats.WINDOW; i++) {
      reservations.accessed("cold", i % 1000);
      reservations.accessed("hot", i);
    }
    assertThat(at(1089)).isEqualTo(before);

    assertThat(at(1090).get("cold")).isGreaterThanOrEqualTo(0.8);
  }

  @Test
  void whoFallsShortGivesCacheAwayExceptWhileTheCacheIsReservedEqually() {
    mixBegins();
    double planned = at(1030).get("hot");
    reservations.givenAway(Map.of("hot", 0.3, "cold", 0.0));

    assertThat(at(1040).get("hot")).isCloseTo(0.7 * planned, within(1e-9));
    assertThat(at(1179).get("hot")).isCloseTo(0.7 * planned, within(1e-9));
    assertThat(at(1180)).isEqualTo(Map.of("hot", 0.5, "cold", 0.5));
    assertThat(at(1209)).isEqualTo(Map.of("hot", 0.5, "cold", 0.5));
    assertThat(at(1210).get("hot")).isCloseTo(0.7 * planned, within(1e-9));
  }

  @Test
  void theCycleBeginsWhenTwoTenantsAreThere() {
    reservations.isolatedThroughputs(Map.of("hot", 30_000.0, "cold", 600.0));
    for (long seconds = 0; seconds < 100; seconds += 2) {
      assertThat(rule.shares(Map.of("hot", 1.0), TimeUnit.SECONDS.toNanos(seconds)))
          .isEqualTo(Map.of("hot", 0.5, "cold", 0.5));
    }
    mixBegins();

    assertThat(at(1029)).isEqualTo(Map.of("hot", 0.5, "cold", 0.5));
    assertThat(at(1030)).isNotEqualTo(Map.of("hot", 0.5, "cold", 0.5));
  }

  @Test
  void betweenTwoRunsOfTheSameMixThePlanIsKept() {
    mixBegins();
    double planned = at(1030).get("hot");
    Map<String, Double> hdfs = reservations.hdfsShares();
    Map<String, Double> isolatedThroughputs = reservations.isolatedThroughputs();
    reservations.isolatedThroughputs(Map.of());

    assertThat(at(1040)).isEqualTo(Map.of("hot", 0.5, "cold", 0.5));
    assertThat(reservations.hdfsShares()).isEmpty();

    reservations.isolatedThroughputs(isolatedThroughputs);
    assertThat(at(1050).get("hot")).isEqualTo(planned);
    assertThat(reservations.hdfsShares()).isEqualTo(hdfs);
  }

  @Test
  void anotherMixBeginsAnew() {
    mixBegins();
    at(1030);
    reservations.isolatedThroughputs(Map.of("hot", 30_000.0, "cold", 700.0));

    assertThat(at(1040)).isEqualTo(Map.of("hot", 0.5, "cold", 0.5));
    assertThat(reservations.hdfsShares()).isEmpty();
    assertThat(at(1069)).isEqualTo(Map.of("hot", 0.5, "cold", 0.5));
  }
}
