package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cluster.ClusterSettings;
import io.argus.cluster.runtime.Plugin;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.PrintedFragment;
import io.argus.contract.TestCluster;
import io.argus.core.usage.Figure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Two tenants write far more than memstores can be flushed; a third one writes and reads a little.
 */
class MemstoreIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final List<String> TABLES = List.of("alice:t", "bob:t", "carol:t");
  private static final int WRITERS = 4;
  private static final int BATCH = 20;
  private static final int ROW_BYTES = 10_000;

  /** A put that takes longer has waited for memstores. */
  private static final double STALL_SECONDS = 2;

  private static final int MIN_SECONDS = 8;
  private static final int MAX_SECONDS = 60;

  private TestCluster cluster;
  private Connection connection;

  /** Flushes write 8 MB/s; nothing but HBase's own controller of them is so slow. */
  private static ClusterSettings settings() {
    return TestCluster.settings(1)
        .withSite("hbase.regionserver.global.memstore.size", "0.1")
        .withSite(
            "hbase.regionserver.flush.throughput.controller",
            "org.apache.hadoop.hbase.regionserver.throttle.PressureAwareFlushThroughputController")
        .withSite("hbase.hstore.flush.throughput.lower.bound", "8388608")
        .withSite("hbase.hstore.flush.throughput.upper.bound", "8388608")
        .withSite("hbase.hstore.flush.throughput.tune.period", "3600000")
        .withSite("hbase.hstore.flush.control.check.interval", "1048576");
  }

  private Clients writers(String table, long first) {
    return new Clients(
        connection,
        TableName.valueOf(table),
        WRITERS,
        (to, client, number) -> {
          List<Put> puts = new ArrayList<>();
          for (int i = 0; i < BATCH; i++) {
            byte[] value = new byte[ROW_BYTES];
            ThreadLocalRandom.current().nextBytes(value);
            byte[] key = Bytes.toBytes(first + (long) number * BATCH + i);
            puts.add(new Put(key).addColumn(FAMILY, FAMILY, value));
          }
          to.put(puts);
        });
  }

  private static void sleepMillis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * What clients had to wait.
   *
   * @param seconds for which all of them ran
   * @param put the longest of the third tenant, s
   * @param held writes a second of the first two tenants that waited in their queues, at most
   * @param rows that were written
   */
  private record Waits(int seconds, double put, double held, long rows) {}

  /**
   * Runs all clients for that long, and until memstores were full: writes held, or a put stalled.
   */
  private Waits load(long first, int minSeconds, boolean areHeld) throws Exception {
    Clients alice = writers("alice:t", first);
    Clients bob = writers("bob:t", first);
    Clients puts =
        new Clients(
            connection,
            TableName.valueOf("carol:t"),
            1,
            (table, client, number) -> {
              table.put(new Put(Bytes.toBytes(first + number)).addColumn(FAMILY, FAMILY, FAMILY));
              sleepMillis(5);
            });
    Clients gets =
        new Clients(
            connection,
            TableName.valueOf("carol:t"),
            1,
            (table, client, number) -> {
              assertThat(table.get(new Get(FAMILY)).isEmpty()).isFalse();
              sleepMillis(5);
            });
    double held = 0;
    int seconds = 0;
    while (seconds < minSeconds
        || (seconds < MAX_SECONDS
            && (areHeld ? held == 0 : puts.longestSeconds() <= STALL_SECONDS))) {
      sleepMillis(1000);
      seconds++;
      held = Math.max(held, heldWrites("alice") + heldWrites("bob"));
    }
    for (Clients each : List.of(puts, gets, alice, bob)) {
      each.close();
    }
    long rows = (alice.done() + bob.done()) * BATCH + puts.done();
    return new Waits(seconds, puts.longestSeconds(), held, rows);
  }

  private long rows() throws IOException {
    long rows = 0;
    for (String name : TABLES) {
      try (Table table = connection.getTable(TableName.valueOf(name));
          ResultScanner scanner =
              table.getScanner(new Scan().setFilter(new FirstKeyOnlyFilter()).setCaching(100))) {
        while (scanner.next() != null) {
          rows++;
        }
      }
    }
    return rows;
  }

  private double heldWrites(String tenant) throws Exception {
    return cluster.report(0).tenants().stream()
        .filter(each -> each.tenant().name().equals(tenant))
        .findFirst()
        .orElseThrow()
        .get(Figure.HELD_WRITES);
  }

  /** What one load leaves in the memstores does not stall the next. */
  private void flush() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (String table : TABLES) {
        admin.flush(TableName.valueOf(table));
      }
    }
  }

  private void set(boolean enabled) throws Exception {
    CliRun run = cluster.argus("set", "argus.memstore.enabled=" + enabled);
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.report(0).components())
                .anyMatch(
                    each -> each.component().equals("memstore") && each.isActive() == enabled));
  }

  @Test
  void writersBeyondTheirShareDoNotBlockAThird() throws Exception {
    PrintedFragment fragment = PrintedFragment.print("2.6");
    Map<String, String> keys = new TreeMap<>(fragment.keys());
    keys.put("argus.mode", "enforce");
    keys.put("argus.usage.enabled", "false");
    cluster =
        TestCluster.start(
            HBase2.onHadoop(2),
            "memstore",
            settings(),
            new Plugin("argus", List.of(fragment.jar()), keys));
    try (TestCluster closed = cluster) {
      connection = ((HBase2Client) closed.client()).connection();
      for (String table : TABLES) {
        closed.client().createTable(table, false, null, List.of());
      }
      closed.client().put("carol:t", "f", FAMILY);

      set(false);
      Waits without = load(1L << 40, MIN_SECONDS, false);
      flush();
      set(true);
      Waits with = load(2L << 40, without.seconds(), true);

      assertThat(without.put()).as("the load fills the memstores").isGreaterThan(STALL_SECONDS);
      assertThat(without.held()).isZero();
      assertThat(with.held()).isPositive();
      assertThat(with.put()).isLessThan(without.put() / 2);
      assertThat(rows()).isEqualTo(1 + without.rows() + with.rows());
    }
  }
}
