package io.argus.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.load.client.LoadPhase;
import io.argus.load.client.Preset;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static final Timeline STEP_UP_AND_DOWN =
      new Timeline(
          "a",
          List.of(
              100L, 100L, 100L, 100L, 100L, 100L, 100L, 100L, 100L, // until 9
              100L, 100L, 150L, 200L, 300L, 300L, 300L, 300L, 300L, // until 18
              300L, 200L, 120L, 100L, 100L, 100L, 100L, 100L, 100L));

  @Test
  void steadyIsTheMedianOfTheLastThirdOfAPhase() {
    assertThat(STEP_UP_AND_DOWN.steady(9, 18)).isEqualTo(300);
    assertThat(STEP_UP_AND_DOWN.steady(18, 27)).isEqualTo(100);
  }

  @Test
  void settledIsWithinATenthOfSteadyInTheDirectionOfTheChange() {
    assertThat(STEP_UP_AND_DOWN.settledAfter(0, 9)).isEqualTo(OptionalInt.of(0));
    assertThat(STEP_UP_AND_DOWN.settledAfter(9, 18)).isEqualTo(OptionalInt.of(4));
    assertThat(STEP_UP_AND_DOWN.settledAfter(18, 27)).isEqualTo(OptionalInt.of(2));
  }

  @Test
  void backIsAtNineTenthsForTenSeconds() {
    Timeline dip =
        new Timeline(
            "a",
            List.of(
                100L, 100L, 100L, 100L, 100L, 100L, // until 6
                0L, 0L, 60L, 100L, 100L, 100L, 100L, 70L, 70L, 70L, // back for four seconds only
                91L, 92L, 91L, 93L, 91L, 94L, 91L, 99L, 95L, 91L, 91L, 92L, 93L, 92L));

    assertThat(dip.backAfter(6, 30, 100)).isEqualTo(OptionalInt.of(10));
    assertThat(dip.backAfter(0, 6, 100)).isEqualTo(OptionalInt.of(0));
    assertThat(dip.backAfter(6, 12, 100)).isEqualTo(OptionalInt.of(3));
    assertThat(dip.backAfter(6, 16, 100)).isEmpty();
    assertThat(dip.backAfter(6, 30, 120)).isEmpty();
    assertThat(dip.backAfter(6, 30, 0)).isEmpty();
    assertThat(dip.backAfter(17, 30, 100)).isEqualTo(OptionalInt.of(0));
  }

  @Test
  void reportsSayWhoNeverSettled() {
    ScenarioReport report =
        new ScenarioReport(
            "demand",
            "2.6.4",
            "kernel",
            List.of(0, 9, 18, 27),
            false,
            List.of(
                new ScenarioReport.Run(
                    "argus",
                    List.of(STEP_UP_AND_DOWN),
                    List.of(600, 300, 600),
                    List.of(new ScenarioReport.Observation(3, "plan v2")),
                    List.of(new ScenarioReport.Noticed(3, 2)))));

    assertThat(report.toTable()).anyMatch(line -> line.contains("plan v2"));
    assertThat(report.toTable())
        .anyMatch(line -> line.endsWith("9 s  the disk is limited to 300 reads a second"));
    assertThat(report.toJson()).contains("\"seconds\": 4", "\"steady\": 300.0");
    assertThat(report.toTable()).noneMatch(line -> line.contains("before/s"));
  }

  @Test
  void aLevelIsReachedAtNineteenTwentiethsOfItForTheFirstTime() {
    assertThat(STEP_UP_AND_DOWN.reachedAfter(9, 18, 300)).isEqualTo(OptionalInt.of(4));
    assertThat(STEP_UP_AND_DOWN.reachedAfter(9, 18, 315)).isEqualTo(OptionalInt.of(4));
    assertThat(STEP_UP_AND_DOWN.reachedAfter(9, 18, 316)).isEmpty();
    assertThat(STEP_UP_AND_DOWN.reachedAfter(18, 27, 100)).isEqualTo(OptionalInt.of(0));
  }

  @Test
  void whoCanDoAgainWhatItDidIsMeasuredByThat() {
    Timeline moved =
        new Timeline("tenanta", List.of(200L, 200L, 200L, 20L, 50L, 180L, 196L, 204L, 188L, 200L));
    ScenarioReport report =
        new ScenarioReport(
            "hot-set",
            "2.6.4",
            "kernel",
            List.of(0, 3, 10),
            true,
            List.of(
                new ScenarioReport.Run("argus", List.of(moved), List.of(), List.of(), List.of())));

    assertThat(report.toTable())
        .anyMatch(
            line -> line.matches("argus +tenanta +3 +200 +20 +2")); // the mean of 180, 196, 204
    assertThat(report.toJson()).contains("\"before\": 200.0", "\"lowest\": 20");
  }

  @Test
  void aHotSetMovesAtEachPhaseAndNothingElseChanges() {
    Scenario scenario = Scenario.hotSet(60, 2);

    assertThat(scenario.bounds()).containsExactly(0, 60, 120, 180);
    assertThat(LoadPhase.format(scenario.actors().get(0).phases()))
        .isEqualTo("exhot:60:0.0,exhot.1:60:0.0,exhot.2:60:0.0");
    assertThat(LoadPhase.format(scenario.actors().get(1).phases()))
        .isEqualTo("uniform:60:0.0,uniform:60:0.0,uniform:60:0.0");
    assertThat(scenario.shifts()).isEmpty();
  }

  @Test
  void tenantsOfDifferentLengthsAreRefused() {
    assertThatThrownBy(
            () ->
                new Scenario(
                    "odd",
                    List.of(
                        Scenario.Actor.of("a", 1, LoadPhase.full(Preset.HOT, 5)),
                        Scenario.Actor.of("b", 1, LoadPhase.full(Preset.HOT, 6))),
                    List.of(),
                    false))
        .hasMessageContaining("different lengths");
    assertThat(Scenario.demand(30).bounds()).containsExactly(0, 30, 60, 90, 120);
  }
}
