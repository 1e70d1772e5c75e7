package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.cluster.runtime.Plugin;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.PrintedFragment;
import io.argus.contract.TestCluster;
import io.argus.core.tenant.Caps;
import io.argus.core.usage.Figure;
import io.argus.core.usage.UsageReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
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

/** A cap over three idle region servers: clients wait, none fails. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CapIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final TableName TABLE = TableName.valueOf("alice:capped");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int SERVERS = 3;
  private static final int ROWS_PER_SERVER = 100;
  private static final int CAP = 200;
  private static final int BURST_SECONDS = 10;

  private TestCluster cluster;
  private Connection connection;

  @BeforeAll
  void start() throws Exception {
    PrintedFragment fragment = PrintedFragment.print("2.6");
    Map<String, String> keys = new TreeMap<>(fragment.keys());
    keys.put("argus.mode", "enforce");
    keys.put("argus.usage.enabled", "false");
    cluster =
        TestCluster.start(
            HBase2.onHadoop(2),
            "caps",
            TestCluster.settings(SERVERS),
            new Plugin("argus", List.of(fragment.jar()), keys));
    connection = ((HBase2Client) cluster.client()).connection();
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(TABLE)) {
      admin.createNamespace(NamespaceDescriptor.create("alice").build());
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          new byte[][] {Bytes.toBytes("b"), Bytes.toBytes("c")});
      List<Put> puts = new ArrayList<>();
      for (int row = 0; row < SERVERS * ROWS_PER_SERVER; row++) {
        puts.add(new Put(key(row)).addColumn(FAMILY, FAMILY, FAMILY));
      }
      table.put(puts);
    }
  }

  @AfterAll
  void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static byte[] key(int row) {
    return Bytes.toBytes(
        (char) ('a' + row / ROWS_PER_SERVER) + String.format("%03d", row % ROWS_PER_SERVER));
  }

  /** Clients that read as fast as they may, one row or a batch of rows at a time. */
  private Clients readers(int clients, int batch) {
    return new Clients(
        connection,
        TABLE,
        clients,
        (table, client, number) -> {
          List<Get> gets = new ArrayList<>();
          for (int i = 0; i < batch; i++) {
            int row = ThreadLocalRandom.current().nextInt(SERVERS * ROWS_PER_SERVER);
            gets.add(new Get(key(row)));
          }
          Result[] found = batch == 1 ? new Result[] {table.get(gets.get(0))} : table.get(gets);
          assertThat(found).hasSize(batch).noneMatch(Result::isEmpty);
        });
  }

  /** Clients that read single rows as fast as they may, as many of each server. */
  private Clients readersOfOneServerEach(int clients) {
    return new Clients(
        connection,
        TABLE,
        clients,
        (table, client, number) -> {
          int row = client % SERVERS * ROWS_PER_SERVER + number % ROWS_PER_SERVER;
          assertThat(table.get(new Get(key(row))).isEmpty()).isFalse();
        });
  }

  private void cap(String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("tenant", "cap", "alice"));
    Collections.addAll(arguments, options);
    CliRun run = cluster.argus(arguments.toArray(new String[0]));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
  }

  private Caps.Parts parts() throws Exception {
    return Caps.Parts.read(cluster.node("caps").orElseThrow());
  }

  /** Waits until the division is in force on all servers, and each has a part between these. */
  private void awaitParts(double least, double most) throws Exception {
    Eventually.within(
        SOON,
        () -> {
          Caps.Parts parts = parts();
          for (int i = 0; i < SERVERS; i++) {
            UsageReport report = cluster.report(i);
            assertThat(report.setup().capsVersion()).isEqualTo(parts.version());
            assertThat(parts.part("alice", report.server()).orElseThrow()).isBetween(least, most);
          }
        });
  }

  private double heldBack() throws Exception {
    double held = 0;
    for (int i = 0; i < SERVERS; i++) {
      held +=
          cluster.report(i).tenants().stream()
              .filter(tenant -> tenant.tenant().name().equals("alice"))
              .mapToDouble(tenant -> tenant.get(Figure.CAPPED))
              .sum();
    }
    return held;
  }

  /**
   * Enough clients that each server always has some of them: of N that choose one of three servers
   * at random, none is at a server for 2 / (N + 2) of the time.
   */
  @Test
  @Order(1)
  void gets() throws Exception {
    try (Clients load = readers(400, 1)) {
      Eventually.within(
          SOON, () -> assertThat(load.perSecond(3)).as("without a cap").isGreaterThan(2 * CAP));
      cap("--max-ops", Integer.toString(CAP));
      awaitParts(0.2, 0.5);
      load.perSecond(3); // what was saved is spent

      assertThat(load.perSecond(12)).isCloseTo(CAP, within(0.02 * CAP));
      assertThat(heldBack()).isPositive();
    }
  }

  /**
   * What is counted are whole batches, and twelve of them are under way. Each reads of all servers,
   * so that the server with the smallest part decides: the parts are even first.
   */
  @Test
  @Order(2)
  void eachActionOfABatchOfAHundredCounts() throws Exception {
    int batch = 100;
    cap("--max-ops", Integer.toString(CAP));
    try (Clients load = readers(12, batch)) {
      load.perSecond(5);
      awaitParts(0.26, 0.45);

      assertThat(load.perSecond(25) * batch).isBetween(0.7 * CAP, 1.1 * CAP);
    }
  }

  /**
   * Each client keeps to one server: of clients that choose one at random, all would soon wait for
   * the server that has the smallest part, and what the others saved would stay unused.
   */
  @Test
  @Order(3)
  void aBurstAfterIdleTime() throws Exception {
    cap("--max-ops", Integer.toString(CAP), "--burst", BURST_SECONDS + "s");
    awaitParts(0.2, 0.5);
    Thread.sleep((BURST_SECONDS + 8) * 1000L); // the idle time is what is tested
    Caps.Parts atRest = parts();

    try (Clients load = readersOfOneServerEach(30)) {
      int seconds = 12;
      double most = CAP * (1 + (double) BURST_SECONDS / seconds);
      assertThat(load.perSecond(seconds))
          .as("parts before and after: %s, %s", atRest.byHolder(), parts().byHolder())
          .isBetween(0.85 * most, 1.02 * most);
    }
    cap("--remove");
  }
}
