package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.cluster.ClusterSettings;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.PrintedFragment;
import io.argus.contract.TestCluster;
import io.argus.core.Plan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A profile of a tiny grid on a running cluster, from the first reservation to the catalogue that
 * the master reads. Credits are few, so that HDFS is the bottleneck whatever the machine.
 */
class ProfileIT {
  private static final String CREDITS_PER_HALF_SECOND = "4000000";
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir private Path directory;

  private static ClusterSettings settings() {
    return new ClusterSettings(1, 10, 512, 8L << 20, Map.of())
        .withSite("argus.credits", CREDITS_PER_HALF_SECOND)
        .withSite("argus.refill.period", "500")
        .withSite("argus.report.period", "500");
  }

  @Test
  void aWorkloadIsMeasuredPublishedUsedAndRemoved() throws Exception {
    Path results = directory.resolve("small.jsonl");
    try (TestCluster cluster =
        TestCluster.start(
            HBase2.onHadoop(2), "profile", settings(), PrintedFragment.print("2.6").plugin())) {
      CliRun run =
          cluster.argus(
              ("profile run --load --workload uniform --rows 20000 --threads 20 --grid 2"
                      + " --point-seconds 12 --results "
                      + results)
                  .split(" "));
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.err()).contains("point 1 of 4", "point 4 of 4", "HDFS 8.0 MB/s");
      assertThat(run.out()).contains("baseline", "4 points", "cache 1.000");
      List<String> lines = Files.readAllLines(results);
      assertThat(lines).hasSize(5);

      CliRun again =
          cluster.argus(
              "profile", "run", "--workload", "hot", "--rows", "20000", "--results", "" + results);
      assertThat(again.exitCode()).isEqualTo(1);
      assertThat(again.err()).contains("holds another workload");

      Eventually.within(
          SOON, () -> assertThat(cluster.plan().mode()).isNotEqualTo(Plan.Mode.PINNED));
      publish(cluster, results);
    }
  }

  private void publish(TestCluster cluster, Path results) throws Exception {
    CliRun published = cluster.argus("profile", "publish", results.toString(), "--name", "Mine");
    assertThat(published.exitCode()).as(published.err()).isZero();
    assertThat(published.out()).contains("revision 1", "Mine", "here", "built in");

    String catalogue = new String(cluster.node("catalogue").orElseThrow(), StandardCharsets.UTF_8);
    cluster.write("catalogue", catalogue.replace("\"profiles\": [", "\"profiles\": [{},"));
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.status().problems())
                .anySatisfy(p -> assertThat(p).contains("performance profile 0 is left out")));
    CliRun list = cluster.argus("profile", "list", "--json");
    assertThat(list.out()).contains("\"Mine\"", "is left out");

    Path svg = directory.resolve("mine.svg");
    CliRun show = cluster.argus("profile", "show", "Mine", "--plain", "--svg", "" + svg);
    assertThat(show.out()).contains("Mine: operations per second").doesNotContain("\033");
    assertThat(Files.readString(svg)).contains("HDFS share");

    CliRun removed = cluster.argus("profile", "remove", "Mine");
    assertThat(removed.exitCode()).isZero();
    assertThat(removed.out()).contains("revision 2").doesNotContain("Mine");
    assertThat(cluster.argus("profile", "remove", "Mine").err()).contains("no profile 'Mine'");
  }
}
