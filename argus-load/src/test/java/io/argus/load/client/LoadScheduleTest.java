package io.argus.load.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

class LoadScheduleTest {
  private static final List<LoadPhase> PHASES =
      List.of(LoadPhase.full(Preset.UNIFORM, 40), new LoadPhase(Preset.EXHOT, 30, 200));

  private static final LoadPhase PUTS = new LoadPhase(Requests.of(Requests.Kind.PUT), 5, 40);

  @BeforeEach
  void measurementsOfYcsbNeedProperties() {
    Measurements.setProperties(new Properties());
  }

  @Test
  void phasesFollowEachOtherAndTheLastOneHasNoEnd() throws WorkloadException {
    LoadSchedule schedule = LoadSchedule.of(PHASES, 50, "t", 1000);
    LoadSchedule.Step first = schedule.at(0);
    LoadSchedule.Step second = schedule.at(TimeUnit.SECONDS.toNanos(40));

    assertThat(first.pauseNanos()).isZero();
    assertThat(schedule.at(TimeUnit.SECONDS.toNanos(40) - 1)).isSameAs(first);
    assertThat(second.pauseNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(250));
    assertThat(schedule.at(TimeUnit.HOURS.toNanos(1))).isSameAs(second);
    assertThat(LoadPhase.length(PHASES)).isEqualTo(Duration.ofSeconds(70));
  }

  @Test
  void aPhaseMayBeOfRequestsThatCoreWorkloadDoesNotHave() throws WorkloadException {
    List<LoadPhase> phases = LoadPhase.parse(LoadPhase.format(List.of(PUTS)));

    assertThat(LoadSchedule.of(phases, 1, "t", 1000).at(0).workload())
        .isInstanceOf(RequestWorkload.class);
  }

  @Test
  void phasesAreReadAsTheyAreWritten() {
    assertThat(LoadPhase.parse(LoadPhase.format(PHASES)))
        .usingRecursiveComparison()
        .isEqualTo(PHASES);
    assertThatThrownBy(() -> LoadPhase.parse("exhot:60"))
        .hasMessageContaining("exhot:60")
        .hasMessageContaining("workload:seconds:target");
  }
}
