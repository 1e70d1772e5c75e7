package io.argus.bench.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.result.MixResult;
import io.argus.bench.result.Runs;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.WorkloadMix;
import io.argus.cluster.runtime.Plugin;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunPlanTest {
  private static final String FIRST = "uniform50+uniform200";
  private static final String SECOND = "exhot50+uniform200";
  private static final List<WorkloadMix> MIXES =
      List.of(WorkloadMix.parse(FIRST), WorkloadMix.parse(SECOND));
  private static final List<SystemUnderTest> SYSTEMS =
      List.of(system("stock"), system("quota"), system("argus"));
  private static final List<String> FINGERPRINTS = List.of("stock", "quota", "argus");

  private static SystemUnderTest system(String name) {
    return new SystemUnderTest(name, Plugin.none());
  }

  private static List<String> plan(int repeats, List<String> fingerprints, MixResult... measured) {
    return RunPlan.of(SYSTEMS, fingerprints, MIXES, repeats, Runs.ROWS, List.of(measured))
        .sessions()
        .stream()
        .map(
            session ->
                session.repeat()
                    + " "
                    + session.system().name()
                    + " "
                    + session.mixes().stream().map(WorkloadMix::label).toList())
        .toList();
  }

  @Test
  void everySystemServesAllMixesAndTheirOrderTurnsWithEachRepeat() {
    assertThat(plan(2, FINGERPRINTS))
        .containsExactly(
            "0 stock [" + FIRST + ", " + SECOND + "]",
            "0 quota [" + FIRST + ", " + SECOND + "]",
            "0 argus [" + FIRST + ", " + SECOND + "]",
            "1 quota [" + FIRST + ", " + SECOND + "]",
            "1 argus [" + FIRST + ", " + SECOND + "]",
            "1 stock [" + FIRST + ", " + SECOND + "]");
  }

  @Test
  void whatIsMeasuredIsLeftOutAndASystemWithoutAnythingLeftIsNotStarted() {
    assertThat(
            plan(
                1,
                FINGERPRINTS,
                Runs.run(FIRST, "stock", 0, 500, 500),
                Runs.run(SECOND, "stock", 0, 500, 500),
                Runs.run(FIRST, "argus", 0, 500, 500),
                Runs.run(SECOND, "argus", 1, 500, 500)))
        .containsExactly("0 quota [" + FIRST + ", " + SECOND + "]", "0 argus [" + SECOND + "]");
  }

  @Test
  void aRebuiltSystemIsMeasuredAgainAndTheOthersAreNot() {
    List<MixResult> all =
        FINGERPRINTS.stream()
            .flatMap(
                name ->
                    List.of(Runs.run(FIRST, name, 0, 5, 5), Runs.run(SECOND, name, 0, 5, 5))
                        .stream())
            .toList();

    assertThat(plan(1, FINGERPRINTS, all.toArray(new MixResult[0]))).isEmpty();
    assertThat(plan(1, List.of("stock", "quota", "argus-rebuilt"), all.toArray(new MixResult[0])))
        .containsExactly("0 argus [" + FIRST + ", " + SECOND + "]");
  }

  @Test
  void timeLeftCountsSharedIsolatedThroughputsOnce() {
    RunSettings settings = RunSettings.defaults();
    RemainingTime time = new RemainingTime(settings);
    RunPlan.of(
            List.of(system("stock")),
            List.of("stock"),
            WorkloadMix.standard(),
            1,
            Runs.ROWS,
            List.of())
        .sessions()
        .forEach(time::add);

    // A restart, six isolated throughputs of 40 + 20 s and seven mixes of 40 + 20 s, each with 6 s
    // around it.
    assertThat(time.left().toSeconds()).isEqualTo(25 + 6 * 66 + 7 * 66);
    time.begin();
    assertThat(time.left().toSeconds()).isEqualTo(6 * 66 + 7 * 66);
  }
}
