package io.argus.bench.day;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.load.client.LoadPhase;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DayTest {
  private static final Day SHORT = new Day(200);

  @Test
  void everyTenantIsBusyForTheWholeDay() {
    assertThat(Day.tenants()).hasSize(12);
    assertThat(Day.tenants())
        .allSatisfy(
            tenant -> {
              List<LoadPhase> phases = tenant.phases(SHORT);
              assertThat(phases).hasSize(24);
              assertThat(LoadPhase.length(phases)).isEqualTo(Duration.ofSeconds(200));
            });
  }

  @Test
  void peopleAskForMostAtNoonAndBatchAtNightOnly() {
    Demand people = Demand.awake(60, 300);
    Demand batch = Demand.between(22, 5, 250);

    assertThat(people.at(3)).isEqualTo(60);
    assertThat(people.at(23)).isEqualTo(60);
    assertThat(people.at(14)).isBetween(298.0, 300.0);
    assertThat(people.at(7)).isLessThan(people.at(10));
    assertThat(IntStream.range(0, 24).filter(hour -> batch.at(hour) == 250).boxed())
        .containsExactly(0, 1, 2, 3, 4, 22, 23);
    assertThat(IntStream.range(0, 24).filter(hour -> Demand.between(18, 21, 9).at(hour) == 9))
        .containsExactly(18, 19, 20);
  }

  /** Demand that the hours do not fill evenly, as 200 seconds have no whole seconds for each. */
  @Test
  void eachSecondIsOfTheHourWhosePhaseRunsThen() {
    for (int second = 0; second < SHORT.seconds(); second++) {
      int hour = SHORT.hour(second);
      assertThat(second)
          .isGreaterThanOrEqualTo(SHORT.second(hour))
          .isLessThan(SHORT.second(hour + 1));
    }
    assertThat(SHORT.clock(100)).isEqualTo("12:00");
  }

  @Test
  void theDaySaysWhoIsThereAndWhatHappensWhen() {
    assertThat(new Day(900).describe())
        .anyMatch(line -> line.contains("backup") && line.contains("batch"))
        .contains(
            "  08:00 a cap of 40 operations a second for partner (left out on stock HBase)",
            "  14:00 the region servers restart, one after the other");
  }

  /** Else they would be due in another order than that of the enum. */
  @Test
  void eventsAreInTheOrderOfTime() {
    assertThat(DayEvent.values()).extracting(DayEvent::hour).isSorted();
  }

  @Test
  void aDayThatIsTooShortForARestartIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Day(60))
        .withMessageContaining("at least 120");
  }
}
