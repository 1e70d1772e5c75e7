package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.cli.install.SiteFile;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.runtime.Plugin;
import io.argus.contract.CliProcess;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.JmxBeans;
import io.argus.contract.PrintedFragment;
import io.argus.contract.Rows;
import io.argus.contract.SteadyClient;
import io.argus.contract.TestCluster;
import io.argus.contract.WebPage;
import java.io.File;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The findings of {@code argus doctor} on real clusters with a wrong setup. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DoctorIT {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final String VERSION = "2.6.4";
  private static final String OTHER_FACTORY =
      "org.apache.hadoop.hbase.regionserver.FifoRpcSchedulerFactory";
  private static final String HEDGED_READS = "dfs.client.hedged.read.threadpool.size";
  private static final String FACTORY_KEY = "hbase.region.server.rpc.scheduler.factory.class";
  private static final String SALES = "sales:orders";

  @TempDir private Path directory;

  private PrintedFragment fragment;
  private ClusterSettings settings;
  private TestCluster cluster;

  /** Uses a table from the start on, so that every minute that is recorded has something. */
  private SteadyClient sales;

  private List<JsonElement> minutesOfFirstMaster;
  private long firstMasterEndMillis;

  @BeforeAll
  void startWithAMisspeltKey() throws Exception {
    fragment = PrintedFragment.print("2.6");
    settings = TestCluster.settings(2).withSite("argus.alhpa", "0.3");
    cluster = TestCluster.start(HBase2.onHadoop(2), "doctor", settings, fragment.plugin());
    cluster.client().createTable("plain", false, null, List.of());
    cluster.client().createTable(SALES, false, null, List.of());
    Rows.write(cluster.client(), SALES, 50);
    sales = new SteadyClient(cluster.newClient(), SALES);
  }

  @AfterAll
  void stop() throws Exception {
    try (AutoCloseable processes = cluster) {
      if (sales != null) {
        sales.close();
      }
    }
  }

  private void requireFindings(String... lines) throws Exception {
    Eventually.within(
        SOON,
        () -> {
          CliRun run = cluster.argus("doctor");
          assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(3);
          for (String line : lines) {
            assertThat(run.out()).containsPattern(line);
          }
        });
  }

  /** Restarts the second region server, with other jars and keys than the first. */
  private void restartWith(Plugin plugin, Map<String, String> keys) throws Exception {
    cluster.processes().kill("regionserver-1");
    Path site = cluster.conf().resolve("hbase-site.xml");
    String before = Files.readString(site);
    SiteFile changed = SiteFile.read(site);
    keys.forEach(
        (key, value) -> {
          if (value.isEmpty()) {
            changed.remove(key);
          } else {
            changed.set(key, value);
          }
        });
    Files.writeString(site, changed.text());
    cluster.processes().startRegionServer(1, settings, plugin);
    int port = cluster.regionServerPort(1);
    Eventually.within(
        SOON, () -> assertThat(WebPage.tryGet(port, "/rs-status").status()).isEqualTo(200));
    Files.writeString(site, before);
  }

  @Test
  @Order(1)
  void aMisspeltKeyAndAnUnmappedTableAreNamed() throws Exception {
    requireFindings(
        "PROBLEM unknown-key: argus.alhpa .*did you mean argus.alpha\\?.* and master ",
        "PROBLEM unmapped-table: plain ",
        "2 region servers, 2 of them with Argus: 2 problems");
    CliRun run = cluster.argus("doctor", "--json");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).contains("\"name\": \"unknown-key\"").contains("\"problems\": 2");
  }

  @Test
  @Order(1)
  void theVersionThatServersWriteIntoZooKeeperIsRead() throws Exception {
    try (LiveCluster live = LiveCluster.connect(SiteLocation.of(cluster.conf()))) {
      assertThat(live.hbaseVersions())
          .hasSize(2)
          .allSatisfy((server, version) -> assertThat(version).isEqualTo(VERSION));
    }
  }

  @Test
  @Order(2)
  void aServerWithoutTheJarIsNamed() throws Exception {
    Map<String, String> keys = new TreeMap<>();
    fragment.keys().keySet().forEach(key -> keys.put(key, ""));
    restartWith(Plugin.none(), keys);
    requireFindings(
        "PROBLEM jar-missing: \\S+,\\d+,\\d+ is up but does not report",
        "2 region servers, 1 of them with Argus");
  }

  @Test
  @Order(3)
  void anotherVersionSchedulerAndCacheAreNamed() throws Exception {
    Map<String, String> keys = new TreeMap<>();
    keys.put(FACTORY_KEY, OTHER_FACTORY);
    keys.put("hfile.block.cache.policy", "IndexOnlyLRU");
    keys.put(HEDGED_READS, "20");
    restartWith(new Plugin("argus", List.of(otherVersion()), Map.of()), keys);
    requireFindings(
        "PROBLEM versions-differ: .*0\\.0\\.9 on \\[\\S+,\\d+,\\d+]",
        "PROBLEM scheduler-factory: \\S+,\\d+,\\d+ .*" + OTHER_FACTORY,
        "PROBLEM block-cache: \\S+,\\d+,\\d+ .*IndexOnlyLruBlockCache",
        "2 region servers, 2 of them with Argus");
  }

  @Test
  @Order(4)
  void hedgedReadsAreNamedWhereverBytesOfHdfsAreShown() throws Exception {
    requireFindings(
        "PROBLEM component-failed: \\S+,\\d+,\\d+ component hdfs-bytes FAILED: "
            + HEDGED_READS
            + " is 20: .*set it to 0");
    for (String option : List.of("--by=all", "--bill")) {
      Eventually.within( // once the region of the usage table is online again
          SOON,
          () ->
              assertThat(cluster.argus("usage", option).err())
                  .containsPattern(
                      "note: HDFS bytes read are too low on \\S+,\\d+,\\d+: " + HEDGED_READS));
    }
  }

  /** What it records from then on is read at the end, when it has recorded a minute. */
  @Test
  @Order(5)
  void anotherMasterRecordsOnceTheFirstHasRecordedAMinute() throws Exception {
    minutesOfFirstMaster = minutesUntil(0);
    cluster.processes().kill("master");
    firstMasterEndMillis = System.currentTimeMillis();
    cluster.processes().startAgain("master");
    Eventually.within(
        SOON,
        () -> assertThat(cluster.status().writtenMillis()).isGreaterThan(firstMasterEndMillis));
  }

  @Test
  @Order(6)
  void aMemberThatAVendorsBuildLacksIsNamedAndHBaseWorks() throws Exception {
    Path build =
        VendorBuild.rename(
            serverJar(), "getHfileName", "getHFileName", directory.resolve("vendor.jar"));
    restartWith(
        new Plugin("argus", List.of(build, fragment.jar()), Map.of()), fragment.plugin().site());
    String lacks =
        "this HBase lacks org\\.apache\\.hadoop\\.hbase\\.io\\.hfile\\.BlockCacheKey"
            + "\\.getHfileName\\(\\)";
    requireFindings(
        "PROBLEM component-failed: \\S+,\\d+,\\d+ component cache FAILED: HBase's own block cache"
            + " stays: "
            + lacks,
        "2 region servers, 2 of them with Argus");
    assertThat(WebPage.get(cluster.processes().ports().masterHttp(), "/argus/status.json").body())
        .containsPattern(lacks);
    Eventually.within( // beans vanish for a moment after regions open
        Duration.ofSeconds(30),
        Duration.ofMillis(500),
        () ->
            assertThat(
                    JmxBeans.read(cluster.regionServerPort(1))
                        .of("ArgusComponent,component=cache")
                        .get("Failed")
                        .getAsInt())
                .isOne());

    cluster.client().createTable("served", false, null, List.of("k"));
    for (String key : List.of("a", "z")) {
      cluster.client().put("served", key, new byte[] {1});
      assertThat(cluster.client().get("served", key)).containsExactly(1);
    }
  }

  /** The jar with the servers of the HBase that the cluster runs. */
  private static Path serverJar() {
    String classPath = HBase2.onHadoop(2).runtime(TestCluster.repository()).classPath();
    return Stream.of(classPath.split(File.pathSeparator))
        .filter(part -> part.matches(".*/hbase-server-[^/]+\\.jar"))
        .map(Path::of)
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Order(7)
  void aClusterThatIsNotThereIsAFailureNotAProblem() {
    assertThat(CliRun.of("doctor", "--site", directory.toString()).exitCode()).isOne();
  }

  private JsonObject history(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("history", "sales", "--from", "1h", "--json"));
    all.addAll(List.of(arguments));
    CliRun run = cluster.argus(all.toArray(new String[0]));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return JsonParser.parseString(run.out()).getAsJsonObject();
  }

  /** Waits for a minute that ends after a time; returns the minutes until then. */
  private List<JsonElement> minutesUntil(long millis) throws Exception {
    Eventually.within(
        Duration.ofMinutes(4),
        Duration.ofSeconds(1),
        () ->
            assertThat(history().getAsJsonArray("millis"))
                .anyMatch(minute -> minute.getAsLong() > millis - 60_000));
    return history().getAsJsonArray("millis").asList();
  }

  /** After all others: it ends the servers, so that nobody is left to ask what was wrong. */
  @Test
  @Order(8)
  void whatWasRecordedIsReadOnceAllServersAreDown() throws Exception {
    List<JsonElement> minutes = minutesUntil(firstMasterEndMillis);
    assertThat(minutes).containsAll(minutesOfFirstMaster);

    sales.close();
    for (String process : List.of("master", "regionserver-0", "regionserver-1", "zookeeper")) {
      cluster.processes().kill(process);
    }
    JsonObject down = history();
    assertThat(down.getAsJsonArray("millis").asList()).containsAll(minutes);
    assertThat(down.getAsJsonArray("problems")).isEmpty();
    assertThat(down.getAsJsonObject("scores").getAsJsonArray("servers").asList())
        .anyMatch(servers -> !servers.isJsonNull() && servers.getAsDouble() > 0);
    JsonObject sales = down.getAsJsonArray("tenants").get(0).getAsJsonObject();
    assertThat(sales.get("tenant").getAsString()).isEqualTo("sales");
    assertThat(sales.getAsJsonArray("operationsPerSecond").asList())
        .anyMatch(rate -> !rate.isJsonNull() && rate.getAsDouble() > 0);
    List<String> events =
        down.getAsJsonArray("events").asList().stream()
            .map(event -> event.getAsJsonObject().get("text").getAsString())
            .toList();
    assertThat(events.stream().filter(text -> text.endsWith(" is the active master")))
        .hasSizeGreaterThanOrEqualTo(2);

    CliRun people = cluster.argus("history", "sales", "--from", "1h");
    assertThat(people.exitCode()).as(people.err()).isZero();
    assertThat(people.out()).contains("isolated ops/s").contains("is the active master");

    List<String> why = cluster.withSite("explain", "sales", "--since", "30m");
    try (CliProcess argus = CliProcess.start("bin/argus", directory, why, Map.of())) {
      assertThat(argus.awaitEnd(SOON)).as(argus.err()).isZero();
      assertThat(argus.out())
          .contains("Limited by: ", "Who used more: ", "is the active master", "What would help: ");
    }
  }

  /** Makes a jar of an older release: only its version differs. */
  private Path otherVersion() throws Exception {
    Path copy = directory.resolve("argus-old.jar");
    Files.copy(fragment.jar(), copy);
    try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + copy.toUri()), Map.of())) {
      Files.writeString(zip.getPath("/io/argus/core/version.properties"), "version=0.0.9\n");
    }
    return copy;
  }
}
