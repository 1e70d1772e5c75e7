package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cluster.runtime.Plugin;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.PrintedFragment;
import io.argus.contract.TestCluster;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.ServerSetup.ModeOrigin;
import io.argus.core.settings.Settings.Mode;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * One of three region servers tries the mode enforce under a load that reads from HDFS only. While
 * HDFS credits are plenty the guard must not trip; with hardly any it must, without a master.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CanaryIT {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final TableName TABLE = TableName.valueOf("alice:uncached");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 3_000;
  private static final int REGIONS = 3;
  private static final int THREADS_PER_REGION = 2;
  private static final long PERIOD_MILLIS = 1_000;

  /** Windows in which the guard watches and must not trip: several times what it needs to. */
  private static final int WATCHED = 25;

  /** Windows before the change, with which the guard compares. */
  private static final int BEFORE = 10;

  /** Of a refill period: less than what a few reads of a block need. */
  private static final String HARDLY_ANY_CREDITS = "argus.credits=100000";

  private final List<Thread> readers = new ArrayList<>();
  private TestCluster cluster;
  private Connection connection;
  private int canary;
  private volatile boolean ending;

  @BeforeAll
  void startUnderLoad() throws Exception {
    PrintedFragment fragment = PrintedFragment.print("2.6");
    Map<String, String> keys = new TreeMap<>(fragment.keys());
    keys.put("argus.mode", "observe");
    keys.put("argus.report.period", Long.toString(PERIOD_MILLIS));
    keys.put("argus.usage.enabled", "false");
    cluster =
        TestCluster.start(
            HBase2.onHadoop(2),
            "canary",
            TestCluster.settings(REGIONS),
            new Plugin("argus", List.of(fragment.jar()), keys));
    connection = ((HBase2Client) cluster.client()).connection();
    createUncachedTable();
    for (int region = 0; region < REGIONS; region++) {
      for (int i = 0; i < THREADS_PER_REGION; i++) {
        int of = region;
        Thread reader = new Thread(() -> read(of), "reader-" + region + "-" + i);
        reader.setDaemon(true);
        readers.add(reader);
        reader.start();
      }
    }
    Eventually.within(
        SOON,
        () -> {
          assertThat(cluster.plan().reservations()).isNotEmpty();
          for (int i = 0; i < REGIONS; i++) {
            assertThat(operations(cluster.report(i))).isGreaterThan(40);
          }
        });
  }

  @AfterAll
  void stop() throws Exception {
    try (AutoCloseable processes = cluster) {
      endLoad();
    }
  }

  private void endLoad() {
    ending = true;
    readers.forEach(Thread::interrupt);
  }

  private static String key(int region, int row) {
    return (char) ('a' + region) + String.format("%06d", row);
  }

  private void createUncachedTable() throws IOException {
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(TABLE)) {
      admin.createNamespace(NamespaceDescriptor.create("alice").build());
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                      .setBlockCacheEnabled(false)
                      .build())
              .build(),
          new byte[][] {Bytes.toBytes("b"), Bytes.toBytes("c")});
      byte[] value = new byte[500];
      for (int region = 0; region < REGIONS; region++) {
        List<Put> puts = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
          puts.add(new Put(Bytes.toBytes(key(region, row))).addColumn(FAMILY, FAMILY, value));
        }
        table.put(puts);
      }
      admin.flush(TABLE);
    }
    TreeSet<String> servers = new TreeSet<>();
    try (RegionLocator locator = connection.getRegionLocator(TABLE)) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        servers.add(location.getServerName().getServerName());
      }
    }
    assertThat(servers).as("each server has a region").hasSize(REGIONS);
  }

  private void read(int region) {
    try (Table table = connection.getTable(TABLE)) {
      for (int i = 0; !ending; i++) {
        try {
          table.get(new Get(Bytes.toBytes(key(region, i * 37 % ROWS))));
        } catch (IOException e) {
          // a client goes on; the guard counts what the server did
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double operations(UsageReport report) {
    return report.tenants().stream()
        .filter(tenant -> tenant.tenant().name().equals("alice"))
        .mapToDouble(tenant -> tenant.totalOperationsPerSecond())
        .sum();
  }

  private ServerSetup setup(int server) throws Exception {
    return cluster.report(server).setup();
  }

  private void requireOthersObserve() throws Exception {
    for (int i = 0; i < REGIONS; i++) {
      if (i != canary) {
        assertThat(setup(i).mode()).isEqualTo(Mode.OBSERVE);
        assertThat(setup(i).modeOrigin()).isEqualTo(ModeOrigin.SITE);
      }
    }
  }

  private void enforceOnTheCanary() throws Exception {
    String server = "localhost:" + port();
    CliRun run =
        cluster.argus(
            "mode", "enforce", "--server", server, "--guard=4", "--reason", "try it", "-y");
    assertThat(run.out() + run.err()).contains("argus.mode on localhost:");
    Eventually.within(
        SOON,
        () -> {
          assertThat(setup(canary).mode()).isEqualTo(Mode.ENFORCE);
          assertThat(setup(canary).modeOrigin()).isEqualTo(ModeOrigin.SERVER);
        });
  }

  @Test
  @Order(1)
  void oneServerEnforcesAndTheGuardDoesNotTripWhereNothingGetsWorse() throws Exception {
    for (int window = 0; window < BEFORE; window++) {
      cluster.freshReports();
    }
    enforceOnTheCanary();
    requireOthersObserve();
    Eventually.within(
        SOON,
        () -> {
          CliRun status = cluster.argus("status");
          assertThat(status.out())
              .contains("mode observe by hbase-site.xml on 2 of 3 region servers")
              .contains(
                  "mode enforce by 'argus mode --server' on 1 of 3 region servers: localhost");
        });
    for (int window = 0; window < WATCHED; window++) {
      cluster.freshReports();
      assertThat(setup(canary).modeOrigin()).as(setup(canary).guard()).isEqualTo(ModeOrigin.SERVER);
    }
    assertThat(setup(canary).guard()).contains("judged 1 tenants", "beside 2 other servers");
    assertThat(cluster.argus("settings", "log").out()).contains("try it");
  }

  @Test
  @Order(2)
  void withoutAMasterTheGuardTripsWhereATenantGetsWorse() throws Exception {
    cluster.processes().kill("master");
    CliRun set = cluster.argus("set", HARDLY_ANY_CREDITS, "--timeout", "2");
    assertThat(set.out()).as(set.err()).contains("not confirmed by [master]");

    Eventually.within(
        SOON, () -> assertThat(setup(canary).modeOrigin()).isEqualTo(ModeOrigin.GUARD));

    assertThat(setup(canary).mode()).isEqualTo(Mode.OBSERVE);
    assertThat(setup(canary).guard()).contains("of alice is ", "before the change ");
    requireOthersObserve();
    assertThat(cluster.log("regionserver-" + canary))
        .anyMatch(line -> line.contains("The guard takes the mode of this server back"));
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.argus("doctor").out())
                .containsPattern(
                    "PROBLEM guard-tripped: localhost,\\d+,\\d+ went back .* of alice"));
    assertThat(cluster.node("guard/localhost," + port())).isPresent();
  }

  private int port() {
    return cluster.processes().ports().regionServers().get(canary);
  }

  @Test
  @Order(3)
  void aModeForATimeEndsWhileTheMasterIsDown() throws Exception {
    endLoad(); // a master that starts beside it takes twice as long
    CliRun off = cluster.argus("mode", "off", "--for", "10s", "--reason", "short");
    assertThat(off.exitCode()).as(off.out() + off.err()).isZero();
    for (int i = 0; i < REGIONS; i++) {
      assertThat(setup(i).mode()).isEqualTo(Mode.OFF);
      assertThat(setup(i).modeOrigin()).isEqualTo(ModeOrigin.CLUSTER);
    }
    Eventually.within(
        SOON,
        () -> {
          for (int i = 0; i < REGIONS; i++) {
            assertThat(setup(i).mode()).isEqualTo(Mode.OBSERVE);
            assertThat(setup(i).modeOrigin()).isEqualTo(ModeOrigin.SITE);
          }
        });
    SettingsOverrides stored = SettingsOverrides.read(cluster.node("settings").orElse(null));
    assertThat(stored.values(System.currentTimeMillis())).doesNotContainKey("argus.mode");
    assertThat(stored.servers(System.currentTimeMillis())).as("ended by mode off").isEmpty();

    int master = cluster.startBackupMaster();
    assertThat(master).isPositive();
    Eventually.within(
        Duration.ofSeconds(180),
        () -> {
          assertThat(cluster.status().writtenMillis()).isGreaterThan(end(stored));
          assertThat(cluster.status().mode()).isEqualTo(Mode.OBSERVE);
          assertThat(cluster.status().settingsVersion()).isEqualTo(stored.version());
        });
  }

  private static long end(SettingsOverrides stored) {
    return stored.log().get(stored.log().size() - 1).millis();
  }
}
