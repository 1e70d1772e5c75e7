package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.runtime.Plugin;
import io.argus.core.plan.Plan;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code argus profile} of an unpacked release must do on stock HBase processes of any
 * generation: a profile of a tiny grid, from the first reservation, through an interruption and the
 * death of the region server, to the catalogue that the master reads. Credits are few, so that HDFS
 * is the bottleneck on any machine.
 */
public abstract class ProfileContract {
  private static final String CREDITS = "16000000";

  /** Exit code of a process that was ended by SIGTERM. */
  private static final int TERMINATED = 143;

  /** Exit code of a command that keeps its points but has not measured all. */
  private static final int UNFINISHED = 3;

  private static final Duration SOON = Duration.ofSeconds(40);

  private final Platform platform;
  private final boolean disturbed;
  private UnpackedRelease release;
  private Map<String, String> environment;

  @TempDir private Path directory;

  /**
   * @param disturbed whether the campaign is first interrupted, and then loses the region server
   */
  protected ProfileContract(Platform platform, boolean disturbed) {
    this.platform = platform;
    this.disturbed = disturbed;
  }

  /** An installation of HBase, of which the command takes the client. */
  private Path hbaseHome() throws IOException {
    Path lib = Files.createDirectories(directory.resolve("hbase/lib"));
    String classPath = platform.runtime(TestCluster.repository()).classPath();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      if (Files.isRegularFile(jar)) {
        Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar.toAbsolutePath());
      }
    }
    return lib.getParent();
  }

  private static ClusterSettings settings() {
    return new ClusterSettings(1, 10, 512, 8L << 20, Map.of())
        .withSite("argus.credits", CREDITS)
        .withSite("argus.report.period", "500")
        .withSite("zookeeper.session.timeout", "6000");
  }

  @Test
  void aWorkloadIsMeasuredPublishedUsedAndRemoved() throws Exception {
    Path results = directory.resolve("small.jsonl");
    release = UnpackedRelease.in(directory);
    environment = Map.of("HBASE_HOME", hbaseHome().toString());
    Plugin plugin = PrintedFragment.print(platform.hbase()).plugin();
    try (TestCluster cluster =
        TestCluster.start(platform, platform.name() + "-profile", settings(), plugin)) {
      String[] command =
          ("profile run --load --workload uniform --rows 20000 --threads 20 --grid 2"
                  + " --point-seconds 12 --results "
                  + results)
              .split(" ");
      String kept = "";
      if (disturbed) {
        interruptAmidTheSecondPoint(cluster, command);
        loseTheRegionServerAmidTheSecondPoint(cluster, command);
        kept = Files.readString(results);
        assertThat(kept.lines()).hasSize(2);
        cluster.restart(settings(), plugin);
      }

      CliRun run = argus(cluster, command);
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.err()).contains("point 2 of 4", "point 4 of 4", "HDFS 8.0 MB/s");
      if (disturbed) {
        assertThat(run.err())
            .contains("measuring the isolated throughput again")
            .doesNotContain("loading", "point 1 of 4");
      }
      assertThat(Files.readString(results)).startsWith(kept);
      assertThat(run.out()).contains("isolated throughput", "4 points", "cache 1.000");
      assertThat(Files.readAllLines(results)).hasSize(5);
      requirePredictions(cluster, results);

      CliRun again =
          argus(
              cluster,
              "profile",
              "run",
              "--workload",
              "hot",
              "--rows",
              "20000",
              "--results",
              "" + results);
      assertThat(again.exitCode()).isEqualTo(1);
      assertThat(again.err()).contains("holds another workload");

      Eventually.within(
          SOON, () -> assertThat(cluster.plan().mode()).isNotEqualTo(Plan.Mode.PINNED));
      publish(cluster, results);
    }
  }

  private CliRun argus(TestCluster cluster, String... arguments) throws Exception {
    return release.run(environment, cluster.withSite(arguments).toArray(new String[0]));
  }

  private CliProcess start(TestCluster cluster, String... arguments) throws IOException {
    return release.start(directory, environment, cluster.withSite(arguments));
  }

  private void interruptAmidTheSecondPoint(TestCluster cluster, String[] command) throws Exception {
    try (CliProcess run = start(cluster, command)) {
      run.awaitSaid("point 2 of 4", Duration.ofSeconds(180));
      assertThat(cluster.node("pin")).isPresent();
      run.terminate();
      assertThat(run.awaitEnd(SOON)).as(run.err()).isEqualTo(TERMINATED);
      assertThat(run.err())
          .contains("argus: interrupted", "argus: 1 points are kept in", "run the same again")
          .doesNotContain("lost", "still pinned");
    }
    requireUnpinned(cluster);
  }

  private void loseTheRegionServerAmidTheSecondPoint(TestCluster cluster, String[] command)
      throws Exception {
    try (CliProcess run = start(cluster, command)) {
      run.awaitSaid("point 2 of 4", Duration.ofSeconds(180));
      cluster.processes().kill("regionserver-0");
      assertThat(run.awaitEnd(SOON)).as(run.err()).isEqualTo(UNFINISHED);
      assertThat(run.err())
          .contains("argus: the cluster was lost: region server ", " has gone")
          .contains("argus: 1 points are kept in", "run the same again to go on")
          .doesNotContain("still pinned", "interrupted");
    }
    requireUnpinned(cluster);
  }

  private static void requireUnpinned(TestCluster cluster) throws Exception {
    assertThat(cluster.node("pin")).isEmpty();
    Eventually.within(SOON, () -> assertThat(cluster.plan().mode()).isEqualTo(Plan.Mode.AUTO));
  }

  /** Compares the running master's model of the workload with the measurement. */
  private void requirePredictions(TestCluster cluster, Path results) throws Exception {
    CliRun show = argus(cluster, "profile", "show", "" + results, "--json");
    JsonObject json = JsonParser.parseString(show.out()).getAsJsonObject();
    JsonObject best = json.getAsJsonArray("predictions").get(0).getAsJsonObject();
    assertThat(best.get("fromCacheShare").getAsDouble()).isEqualTo(1);
    assertThat(best.get("why").getAsString()).contains("its own figures");
    assertThat(best.getAsJsonArray("points")).hasSize(4);
    assertThat(best.get("meanError").getAsDouble()).as("" + best).isLessThan(0.25);
    assertThat(best.get("meanHitRatioError").getAsDouble()).as("" + best).isLessThan(0.25);
    JsonObject all = json.getAsJsonObject("predictionsFromEachPoint");
    assertThat(all.get("points").getAsInt()).isEqualTo(4);
    assertThat(argus(cluster, "profile", "show", "" + results, "--plain").out())
        .contains("error from 1.000/1.000: mean", "error from 0.500/0.500: mean");
  }

  private static void requireProblem(TestCluster cluster, String problem) throws Exception {
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.status().problems())
                .anySatisfy(p -> assertThat(p).contains(problem)));
    assertThat(cluster.status().problems()).noneMatch(p -> p.contains("planning failed"));
  }

  private void publish(TestCluster cluster, Path results) throws Exception {
    CliRun published = argus(cluster, "profile", "publish", results.toString(), "--name", "Mine");
    assertThat(published.exitCode()).as(published.err()).isZero();
    assertThat(published.out()).contains("revision 1", "Mine", "here");

    String catalogue = new String(cluster.node("catalogue").orElseThrow(), StandardCharsets.UTF_8);
    cluster.write("catalogue", "{ by hand");
    requireProblem(cluster, "performance catalogue cannot be read");
    cluster.write(
        "catalogue", catalogue.replaceFirst("(\"cacheCapacityBytes\": *)[0-9.E]+", "$1123000000"));
    requireProblem(cluster, "'Mine' was measured on other hardware");
    assertThat(argus(cluster, "profile", "list").out()).contains("OTHER HARDWARE: 123 MB cache");
    cluster.write("catalogue", catalogue.replace("\"profiles\": [", "\"profiles\": [{},"));
    requireProblem(cluster, "performance profile 0 is left out");
    CliRun list = argus(cluster, "profile", "list", "--json");
    assertThat(list.out()).contains("\"Mine\"", "is left out");

    Path svg = directory.resolve("mine.svg");
    CliRun show = argus(cluster, "profile", "show", "Mine", "--plain", "--svg", "" + svg);
    assertThat(show.out()).contains("Mine: operations per second").doesNotContain("\033");
    assertThat(Files.readString(svg)).contains("HDFS share");

    CliRun removed = argus(cluster, "profile", "remove", "Mine");
    assertThat(removed.exitCode()).isZero();
    assertThat(removed.out()).contains("revision 2").doesNotContain("Mine");
    assertThat(argus(cluster, "profile", "remove", "Mine").err()).contains("no profile 'Mine'");
  }
}
