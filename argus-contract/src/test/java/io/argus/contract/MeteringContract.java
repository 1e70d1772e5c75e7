package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What is metered is what HBase itself counts, through the death of a region server and a failover
 * of the master, and through what somebody does to the usage table.
 *
 * <p>What a region server did since its last report dies with it, so nothing is under way when it
 * is killed; the master is killed under load. So all sums are exact.
 */
public abstract class MeteringContract {
  private static final int ROWS = 2_000;
  private static final List<String> KEYS =
      IntStream.range(0, 400).mapToObj(i -> Rows.key(i * 5)).toList();
  private static final List<String> SPLITS =
      List.of(Rows.key(500), Rows.key(1_000), Rows.key(1_500));
  private static final List<String> TENANTS = List.of("alice", "bob");

  private static final int LARGE_BYTES = 1 << 20;
  private static final List<String> LARGE = KEYS.subList(180, 220);

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration FAILOVER = Duration.ofSeconds(120);

  private final Platform platform;
  private final String alice;
  private final String bob;
  private TestCluster cluster;
  private HBaseCounters hbase;

  protected MeteringContract(Platform platform) {
    this.platform = platform;
    this.alice = platform.tableOf("alice", "orders");
    this.bob = platform.tableOf("bob", "orders");
  }

  /** The name of the usage table. */
  protected abstract String usageTable();

  /** Disables, enables or drops a table. */
  protected abstract void change(StockClient client, String table, String how) throws Exception;

  @Test
  void sumsAreThoseOfHBaseThroughFailuresAndWhatSomebodyDoesToTheTable() throws Exception {
    try (TestCluster started =
        TestCluster.start(
            platform,
            platform.name() + "-metering",
            TestCluster.settings(2)
                .withSite("argus.report.period", "500")
                .withSite("argus.usage.write.period", "1000")
                .withSite("hbase.regionserver.msginterval", "500")
                .withSite("hbase.balancer.period", "3600000")
                .withSite("zookeeper.session.timeout", "6000"),
            PrintedFragment.print(platform.hbase()).plugin())) {
      cluster = started;
      int backupPort = cluster.startBackupMaster();
      cluster.client().createTable(alice, false, null, SPLITS);
      cluster.client().createTable(bob, false, null, SPLITS);
      hbase = new HBaseCounters(cluster, Map.of(alice, "alice", bob, "bob"));
      try (StockClient client = cluster.newClient()) {
        requireOperations(client);
        requireUsageTableIsNobodys();
        requireBytes(client);
        requireSumsThroughADeath(client);
        requireSumsThroughAFailover(client, backupPort);
      }
      requireNothingIsLostBy("disable", "enable");
      requireItIsCreatedAgain();
      requireCommands();
    }
  }

  private MeteredLoad load(StockClient client) {
    return new MeteredLoad(client, List.of(alice, bob), KEYS);
  }

  private JsonObject usage() {
    CliRun run = cluster.argus("usage", "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    return JsonParser.parseString(run.out()).getAsJsonObject();
  }

  private Map<String, UsageCounters> metered() {
    Map<String, UsageCounters> metered = new TreeMap<>();
    for (JsonElement period : usage().getAsJsonArray("periods")) {
      for (JsonElement each : period.getAsJsonObject().getAsJsonArray("tenants")) {
        JsonObject tenant = each.getAsJsonObject();
        metered.put(
            tenant.get("tenant").getAsString(),
            new Gson().fromJson(tenant.get("amounts"), UsageCounters.class));
      }
    }
    return metered;
  }

  private void requireSums() throws Exception {
    Eventually.within(
        SOON,
        () -> {
          hbase.look();
          Map<String, UsageCounters> metered = metered();
          for (String tenant : TENANTS) {
            UsageCounters of = metered.get(tenant);
            assertThat(of.get(UsageCounter.ROWS_WRITTEN))
                .as("rows written of %s", tenant)
                .isEqualTo(hbase.written(tenant))
                .isPositive();
            assertThat(of.get(UsageCounter.ROWS_READ))
                .as("rows read of %s", tenant)
                .isEqualTo(hbase.read(tenant))
                .isPositive();
          }
        });
  }

  private void requireOperations(StockClient client) throws Exception {
    MeteredLoad load = load(client);
    load.goOn(5, SOON);
    load.stop();
    requireSums();
    Eventually.within(
        SOON,
        () -> {
          for (String tenant : TENANTS) {
            UsageCounters of = metered().get(tenant);
            assertThat(of.get(UsageCounter.GETS)).isEqualTo(load.got());
            assertThat(of.get(UsageCounter.MULTIS)).isEqualTo(load.written());
            assertThat(of.get(UsageCounter.SCANS)).isPositive();
            assertThat(of.get(UsageCounter.PROCESSOR_NANOS)).isPositive();
          }
        });
  }

  private void requireUsageTableIsNobodys() throws Exception {
    Eventually.within(
        SOON,
        () -> {
          assertThat(cluster.client().scan(usageTable(), null, null, 100)).isNotEmpty();
          assertThat(cluster.status().problems()).isEmpty();
        });
    assertThat(metered()).containsOnlyKeys(TENANTS);
  }

  /** Values so large that all else on the wire is within the margin. */
  private void requireBytes(StockClient client) throws Exception {
    Optional<long[]> countedBefore = hbase.wireBytes();
    UsageCounters before = metered().get("bob");
    byte[] value = new byte[LARGE_BYTES];
    for (String key : LARGE) {
      client.put(bob, key, value);
      assertThat(client.get(bob, key)).hasSize(LARGE_BYTES);
    }
    Optional<long[]> countedAfter = hbase.wireBytes();
    requireSums();
    UsageCounters after = metered().get("bob");
    long received = growth(before, after, UsageCounter.RECEIVED_BYTES);
    long sent = growth(before, after, UsageCounter.SENT_BYTES);
    long large = (long) LARGE.size() * LARGE_BYTES;
    assertThat(received).as("bytes received").isCloseTo(large, withinPercentage(1));
    assertThat(sent).as("bytes sent").isCloseTo(large, withinPercentage(1));
    assertThat(growth(before, after, UsageCounter.HDFS_WRITTEN_BYTES)).isGreaterThan(large);
    if (countedBefore.isPresent() && countedAfter.isPresent()) {
      long[] was = countedBefore.get();
      long[] is = countedAfter.get();
      assertThat(received).isCloseTo(is[0] - was[0], withinPercentage(1));
      assertThat(sent).isCloseTo(is[1] - was[1], withinPercentage(1));
    }
    client.putAll(bob, Rows.of(LARGE)); // small values again
  }

  private static long growth(UsageCounters before, UsageCounters after, UsageCounter of) {
    return after.get(of) - before.get(of);
  }

  private void requireSumsThroughADeath(StockClient client) throws Exception {
    requireSums();
    cluster.processes().kill("regionserver-1");
    try (MeteredLoad load = load(client)) {
      load.goOn(2, FAILOVER);
      load.stop();
    }
    requireSums();
  }

  private void requireSumsThroughAFailover(StockClient client, int backupPort) throws Exception {
    try (MeteredLoad load = load(client)) {
      load.goOn(1, SOON);
      cluster.processes().kill("master");
      Eventually.within(
          FAILOVER,
          () ->
              assertThat(WebPage.tryGet(backupPort, "/argus/status.json").status()).isEqualTo(200));
      load.goOn(1, SOON);
      load.stop();
    }
    requireSums();
  }

  private long written() {
    return metered().get("alice").get(UsageCounter.ROWS_WRITTEN);
  }

  private void requireNothingIsLostBy(String before, String after) throws Exception {
    long written = written();
    change(cluster.client(), usageTable(), before);
    Rows.write(cluster.client(), alice, ROWS);
    Eventually.within(
        SOON,
        () ->
            assertThat(String.join("; ", cluster.status().problems()))
                .contains("what tenants use is not written into the table " + usageTable())
                .contains("it is disabled: type enable"));
    CliRun refused = cluster.argus("usage");
    assertThat(refused.exitCode()).isOne();
    assertThat(refused.err()).contains("it is disabled: type enable");
    change(cluster.client(), usageTable(), after);
    Eventually.within(
        SOON,
        () -> {
          assertThat(cluster.status().problems()).isEmpty();
          assertThat(written()).isEqualTo(written + ROWS);
        });
  }

  private void requireItIsCreatedAgain() throws Exception {
    long written = written();
    change(cluster.client(), usageTable(), "drop");
    Rows.write(cluster.client(), alice, ROWS);
    Eventually.within(
        SOON,
        () -> {
          assertThat(cluster.client().scan(usageTable(), null, null, 100)).isNotEmpty();
          assertThat(cluster.status().problems()).isEmpty();
          assertThat(written()).as("of the present hour").isBetween((long) ROWS, written + ROWS);
        });
  }

  private void requireCommands() {
    CliRun table = cluster.argus("usage", "--by", "hour");
    assertThat(table.exitCode()).as(table.err()).isZero();
    assertThat(table.out()).contains("rows written", "alice", "bob", "(all)");
    CliRun csv = cluster.argus("usage", "alice", "--csv");
    assertThat(csv.out()).contains("from,tenant,gets,multis").doesNotContain("bob");
    CliRun bill = cluster.argus("usage", "--bill");
    assertThat(bill.exitCode()).as(bill.err()).isZero();
    assertThat(bill.out()).contains("EUR cost", "million operations", "sum");
    CliRun contention = cluster.argus("contention");
    assertThat(contention.exitCode()).as(contention.err()).isZero();
    assertThat(cluster.argus("usage", "--from", "yesterday").exitCode()).isEqualTo(2);
    assertThat(cluster.argus("usage", "--bill", "--prices", "/no/file").exitCode()).isOne();
  }
}
