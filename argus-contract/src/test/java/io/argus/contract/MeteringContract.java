package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * What is metered is what HBase itself counts, through a failover of the master and the death of a
 * region server, and through what somebody does to the usage table.
 */
public abstract class MeteringContract {
  private static final int ROWS = 2_000;
  private static final List<String> SPLITS =
      List.of(Rows.key(500), Rows.key(1_000), Rows.key(1_500));
  private static final Duration PHASE = Duration.ofSeconds(25);
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration FAILOVER = Duration.ofSeconds(120);

  private final Platform platform;
  private final String alice;
  private final String bob;
  private TestCluster cluster;

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
  void sumsAreThoseOfHBaseThroughAFailoverAndADeath() throws Exception {
    try (TestCluster started =
        TestCluster.start(
            platform,
            platform.name() + "-metering",
            TestCluster.settings(2)
                .withSite("argus.report.period", "500")
                .withSite("hbase.regionserver.msginterval", "500"),
            PrintedFragment.print(platform.hbase()).plugin())) {
      cluster = started;
      int backupPort = cluster.startBackupMaster();
      cluster.client().createTable(alice, false, null, SPLITS);
      cluster.client().createTable(bob, false, null, SPLITS);
      try (HBaseCounters hbase = new HBaseCounters(cluster, Map.of(alice, "alice", bob, "bob"));
          Load load = new Load()) {
        load.run(PHASE);
        requireUsageTableIsNobodys();
        cluster.processes().kill("master");
        load.run(PHASE);
        Eventually.within(
            FAILOVER,
            () ->
                assertThat(WebPage.tryGet(backupPort, "/argus/status.json").status())
                    .isEqualTo(200));
        load.run(PHASE);
        cluster.processes().kill("regionserver-1");
        load.run(PHASE);
        load.stop();
        Thread.sleep(2_000);
        hbase.look();
        requireSums(hbase, load);
      }
      requireNothingIsLostBy("disable", "enable");
      requireItIsCreatedAgain();
      requireCommands();
    }
  }

  /** Writes, reads and scans, as much of alice's table as of bob's, by a rate. */
  private final class Load implements AutoCloseable {
    private final Thread thread = new Thread(this::work, "load");
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong got = new AtomicLong();
    private volatile boolean ending;
    private volatile Throwable failure;

    Load() {
      thread.setDaemon(true);
      thread.start();
    }

    private void work() {
      SortedMap<String, byte[]> rows = Rows.of(Rows.keys(ROWS));
      try (StockClient client = cluster.newClient()) {
        while (!ending) {
          for (String table : List.of(alice, bob)) {
            client.putAll(table, rows);
            written.addAndGet(ROWS);
            for (int i = 0; i < ROWS; i += 20) {
              client.get(table, Rows.key(i));
              got.incrementAndGet();
            }
            if (table.equals(bob)) {
              Rows.scan(client, table, null, null, 100);
            }
          }
        }
      } catch (Throwable e) {
        failure = e;
      }
    }

    void run(Duration time) throws Exception {
      Thread.sleep(time.toMillis());
      assertThat(failure).isNull();
    }

    void stop() throws Exception {
      ending = true;
      thread.join(FAILOVER.toMillis());
      assertThat(failure).isNull();
    }

    @Override
    public void close() {
      ending = true;
    }
  }

  private JsonObject usage(String... more) {
    String[] command = new String[more.length + 2];
    command[0] = "usage";
    command[1] = "--json";
    System.arraycopy(more, 0, command, 2, more.length);
    CliRun run = cluster.argus(command);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return JsonParser.parseString(run.out()).getAsJsonObject();
  }

  private Map<String, UsageCounters> metered() {
    Map<String, UsageCounters> metered = new TreeMap<>();
    for (JsonElement period : usage().getAsJsonArray("periods")) {
      for (JsonElement tenant : period.getAsJsonObject().getAsJsonArray("tenants")) {
        metered.put(
            tenant.getAsJsonObject().get("tenant").getAsString(),
            new com.google.gson.Gson()
                .fromJson(tenant.getAsJsonObject().get("amounts"), UsageCounters.class));
      }
    }
    return metered;
  }

  private void requireUsageTableIsNobodys() throws Exception {
    Eventually.within(
        SOON,
        () -> {
          assertThat(cluster.client().scan(usageTable(), null, null, 100)).isNotEmpty();
          assertThat(metered().keySet()).containsExactly("alice", "bob");
          assertThat(cluster.status().problems()).isEmpty();
        });
  }

  private void requireSums(HBaseCounters hbase, Load load) throws Exception {
    Eventually.within(
        SOON,
        () -> {
          Map<String, UsageCounters> metered = metered();
          for (String tenant : List.of("alice", "bob")) {
            System.out.println(
                "metered "
                    + tenant
                    + " "
                    + metered.get(tenant)
                    + "; HBase read "
                    + hbase.read(tenant)
                    + " written "
                    + hbase.written(tenant));
          }
          System.out.println(
              "HBase received " + hbase.receivedBytes() + " sent " + hbase.sentBytes());
          UsageCounters all = UsageCounters.NONE;
          for (String tenant : List.of("alice", "bob")) {
            UsageCounters of = metered.get(tenant);
            all = all.plus(of);
            assertThat(of.get(UsageCounter.ROWS_WRITTEN))
                .as("rows written of %s", tenant)
                .isCloseTo(hbase.written(tenant), withinPercentage(1));
            assertThat(of.get(UsageCounter.ROWS_READ))
                .as("rows read of %s", tenant)
                .isCloseTo(hbase.read(tenant), withinPercentage(1));
            assertThat(of.get(UsageCounter.PROCESSOR_NANOS)).isPositive();
            assertThat(of.get(UsageCounter.HDFS_WRITTEN_BYTES)).isPositive();
          }
          assertThat(all.get(UsageCounter.GETS)).isCloseTo(load.got.get(), withinPercentage(1));
          assertThat(all.get(UsageCounter.MULTIS))
              .as("writes that were acknowledged; some were tried twice")
              .isCloseTo(load.written.get(), withinPercentage(2));
          if (hbase.receivedBytes() > 0) {
            assertThat(all.get(UsageCounter.RECEIVED_BYTES))
                .as("bytes received")
                .isCloseTo(hbase.receivedBytes(), withinPercentage(1));
            assertThat(all.get(UsageCounter.SENT_BYTES))
                .as("bytes sent, without those of system tables")
                .isLessThanOrEqualTo(hbase.sentBytes());
          }
        });
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
    assertThat(cluster.argus("usage", "--from", "yesterday").exitCode()).isEqualTo(2);
    assertThat(cluster.argus("usage", "--bill", "--prices", "/no/file").exitCode()).isOne();
  }
}
