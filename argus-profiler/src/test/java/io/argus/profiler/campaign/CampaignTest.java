package io.argus.profiler.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.PerformanceFunction;
import io.argus.core.performance.PerformanceProfile;
import io.argus.profiler.fit.FullGrid;
import io.argus.profiler.fit.GridPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignTest {
  private static final PerformanceFunction UNIFORM = (c, h) -> 610 * h / (1 - 0.3 * c);
  private static final long NEVER = Long.MAX_VALUE;

  @TempDir private Path directory;
  private ResultsFile file;
  private Workload workload;
  private final List<GridPoint> begun = new ArrayList<>();
  private final List<Duration> left = new ArrayList<>();

  @BeforeEach
  void begin() throws IOException {
    file = new ResultsFile(directory.resolve("r.jsonl"));
    workload = Workload.named("uniform", 10_000, 50);
    file.create(workload, SimulatedCluster.CONDITIONS);
  }

  private boolean run(SimulatedCluster cluster, Duration longest) throws IOException {
    CampaignListener listener =
        new CampaignListener() {
          @Override
          public void point(GridPoint point, int number, int most, Duration remaining) {
            begun.add(point);
            left.add(remaining);
          }

          @Override
          public void second(String phase, int second, LoadSecond load) {}

          @Override
          public void measured(Measurement measurement) {}
        };
    return new Campaign(
            cluster,
            file,
            file.read().orElseThrow().measurements(),
            new FullGrid(3),
            new CampaignLimits(Duration.ofSeconds(30), Duration.ofSeconds(40), longest),
            listener,
            cluster::nanos)
        .run();
  }

  @Test
  void measuresEveryPointAndItsProfileIsTheTruth() throws IOException {
    assertThat(run(new SimulatedCluster(UNIFORM, NEVER), Duration.ofDays(1))).isTrue();

    List<Measurement> measured = file.read().orElseThrow().measurements();
    assertThat(measured).hasSize(9).allMatch(Measurement::steady);
    for (Measurement m : measured) {
      assertThat(m.throughput())
          .isCloseTo(UNIFORM.throughput(m.cacheShare(), m.hdfsShare()), within(4.0));
      assertThat(m.latencies().p50Millis()).isCloseTo(5, within(0.1));
      assertThat(m.ownFunction().get("at").getAsString()).isEqualTo("" + m.point());
      assertThat(m.usage().hitRatio()).isCloseTo(0.3 * m.cacheShare(), within(0.01));
    }
    PerformanceProfile profile = Profiles.of("u", SimulatedCluster.CONDITIONS, measured);
    assertThat(profile.keyRepeatRatio()).isEqualTo(0.25);
    assertThat(profile.fitErrors()).containsOnlyKeys("linear", "monotone");
    assertThat(profile.crossValidatedError().orElseThrow()).isLessThan(0.03);
    assertThat(profile.function().throughput(0.5, 0)).isZero();
    assertThat(profile.function().throughput(0.5, 1 / 6.0))
        .isCloseTo(UNIFORM.throughput(0.5, 1 / 6.0), within(15.0));
    assertThat(profile.function().throughput(0, 1)).isPositive().isLessThan(670);
  }

  @Test
  void whatWasMeasuredSurvivesTheClusterAndIsNotMeasuredAgain() throws IOException {
    assertThatExceptionOfType(ClusterLostException.class)
        .isThrownBy(() -> run(new SimulatedCluster(UNIFORM, 60), Duration.ofDays(1)));
    int kept = file.read().orElseThrow().measurements().size();
    assertThat(kept).isBetween(2, 8);
    begun.clear();

    assertThat(run(new SimulatedCluster(UNIFORM, NEVER), Duration.ofDays(1))).isTrue();

    assertThat(begun).hasSize(9 - kept);
    assertThat(file.read().orElseThrow().measurements())
        .extracting(Measurement::point)
        .doesNotHaveDuplicates()
        .hasSize(9);
  }

  @Test
  void beginsNoPointThatTheTimeDoesNotAllow() throws IOException {
    SimulatedCluster cluster = new SimulatedCluster(UNIFORM, NEVER);

    assertThat(run(cluster, Duration.ofSeconds(60))).isFalse();

    assertThat(cluster.nanos()).isLessThan(Duration.ofSeconds(75).toNanos());
    assertThat(begun).hasSizeBetween(2, 6);
    assertThat(left).isSortedAccordingTo((a, b) -> b.compareTo(a));
  }

  @Test
  void aPointThatNeverSettlesSaysSo() throws IOException {
    double[] level = {100};
    run(new SimulatedCluster((c, h) -> level[0] *= 1.03, NEVER), Duration.ofSeconds(30));

    Measurement measured = file.read().orElseThrow().measurements().get(0);
    assertThat(measured.steady()).isFalse();
    assertThat(measured.settledSeconds()).isEqualTo(40);
  }

  @Test
  void aWorkloadThatDoesNothingHasNoProfile() throws IOException {
    run(new SimulatedCluster((c, h) -> 0, NEVER), Duration.ofSeconds(1000));
    List<Measurement> measured =
        file.read().orElseThrow().measurements().stream().map(m -> withThroughput(m, 0)).toList();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Profiles.of("idle", SimulatedCluster.CONDITIONS, measured))
        .withMessageContaining("did nothing");
  }

  private static Measurement withThroughput(Measurement m, double throughput) {
    return new Measurement(
        m.cacheShare(),
        m.hdfsShare(),
        m.atMillis(),
        throughput,
        m.standardError(),
        m.seconds(),
        m.settledSeconds(),
        m.steady(),
        m.latencies(),
        m.errors(),
        m.usage(),
        m.ownFunction());
  }
}
