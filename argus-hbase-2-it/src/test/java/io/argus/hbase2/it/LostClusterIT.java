package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.cluster.ClusterSettings;
import io.argus.bench.runtime.Plugin;
import io.argus.contract.CliProcess;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.PrintedFragment;
import io.argus.contract.TestCluster;
import io.argus.core.plan.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A profile whose cluster dies during a point, and which continues once the cluster is back. */
class LostClusterIT {
  private static final int LOST = 3;
  private static final Duration SOON = Duration.ofSeconds(40);

  @TempDir private Path directory;

  private static ClusterSettings settings() {
    return new ClusterSettings(1, 10, 512, 8L << 20, Map.of())
        .withSite("argus.credits", "4000000")
        .withSite("argus.refill.period", "500")
        .withSite("argus.report.period", "500")
        .withSite("zookeeper.session.timeout", "6000");
  }

  @Test
  void whatWasMeasuredIsKeptAndTheSameCommandGoesOn() throws Exception {
    Path results = directory.resolve("small.jsonl");
    String[] command =
        ("profile run --load --workload uniform --rows 20000 --threads 20 --grid 2"
                + " --point-seconds 10 --results "
                + results)
            .split(" ");
    Plugin plugin = PrintedFragment.print("2.6").plugin();
    try (TestCluster cluster = TestCluster.start(HBase2.onHadoop(2), "lost", settings(), plugin)) {
      loseTheRegionServerAmidTheSecondPoint(cluster, command);
      String kept = Files.readString(results);
      assertThat(kept.lines()).hasSize(2);
      assertThat(cluster.node("pin")).isEmpty();
      Eventually.within(SOON, () -> assertThat(cluster.plan().mode()).isEqualTo(Plan.Mode.AUTO));

      cluster.restart(settings(), plugin);
      addPointsMeasuredMeanwhile(results);
      CliRun again = cluster.argus(command);

      assertThat(again.exitCode()).as(again.err()).isZero();
      assertThat(again.err())
          .contains("measuring the isolated throughput again", "point 4 of 4")
          .doesNotContain("loading", "point 1 of 4");
      assertThat(Files.readString(results)).startsWith(kept);
      assertThat(Files.readAllLines(results)).hasSize(5);
    }
  }

  private void loseTheRegionServerAmidTheSecondPoint(TestCluster cluster, String[] command)
      throws Exception {
    try (CliProcess run = cluster.startArgus(directory, command)) {
      run.awaitSaid("point 2 of 4", Duration.ofSeconds(90));
      cluster.processes().kill("regionserver-0");
      assertThat(run.awaitEnd(SOON)).as(run.err()).isEqualTo(LOST);
      assertThat(run.err())
          .contains("argus: the cluster was lost: region server ", " has gone")
          .contains("argus: 1 points are kept in", "run the same again to go on")
          .doesNotContain("still pinned", "interrupted");
    }
  }

  /** Fills in two of the three missing points, to save time. */
  private static void addPointsMeasuredMeanwhile(Path results) throws Exception {
    String first = Files.readAllLines(results).get(1);
    for (String shares :
        List.of("\"cacheShare\":1.0,\"hdfsShare\":0.5", "\"cacheShare\":0.5,\"hdfsShare\":1.0")) {
      Files.writeString(
          results,
          first.replace("\"cacheShare\":1.0,\"hdfsShare\":1.0", shares) + "\n",
          StandardOpenOption.APPEND);
    }
  }
}
