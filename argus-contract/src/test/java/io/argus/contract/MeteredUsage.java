package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.usage.UsageAmounts;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What {@code argus usage} reports of a cluster, beside what HBase itself counts and what clients
 * know. All sums are exact, if nothing is under way while they are compared. What a region server
 * did since its last report dies with it, so nothing may be under way then either.
 *
 * <p>For use by one thread.
 */
final class MeteredUsage {
  private static final int LARGE_BYTES = 1 << 20;
  private static final int LARGE = 20;
  private static final int FEW = 20;
  private static final Duration SOON = Duration.ofSeconds(60);

  private final TestCluster cluster;
  private final String table;
  private final Map<String, String> tables;
  private final HBaseCounters hbase;

  /**
   * @param table the name of the usage table
   * @param tables tenant by table that is the tenant's only one; regions do not move from servers
   *     that live
   */
  MeteredUsage(TestCluster cluster, String table, Map<String, String> tables) {
    this.cluster = cluster;
    this.table = table;
    this.tables = tables;
    this.hbase = new HBaseCounters(cluster, tables);
  }

  private UsageCounters of(String tenant) {
    return all().getOrDefault(tenant, UsageCounters.NONE);
  }

  private Map<String, UsageCounters> all() {
    CliRun run = cluster.argus("usage", "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, UsageCounters> metered = new TreeMap<>();
    for (JsonElement period :
        JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("periods")) {
      for (JsonElement each : period.getAsJsonObject().getAsJsonArray("tenants")) {
        JsonObject tenant = each.getAsJsonObject();
        metered.put(
            tenant.get("tenant").getAsString(),
            new Gson().fromJson(tenant.get("amounts"), UsageAmounts.class).counters());
      }
    }
    return metered;
  }

  /**
   * Requires the requests that HBase counts of the tables, since the cluster started. Both may lack
   * what was done a few seconds ago; it counts the next time.
   */
  void requireSums() throws Exception {
    Eventually.within(
        SOON,
        () -> {
          hbase.poll();
          Map<String, UsageCounters> metered = all();
          for (String tenant : tables.values()) {
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

  /** Requires only tenants that are known, and their CPU and storage. */
  void requireTenants(Set<String> tenants) {
    Map<String, UsageCounters> metered = all();
    assertThat(metered.keySet()).isEqualTo(tenants);
    for (String tenant : tables.values()) {
      assertThat(metered.get(tenant).get(UsageCounter.CPU_NANOS)).isPositive();
      assertThat(metered.get(tenant).get(UsageCounter.STORED_BYTE_SECONDS)).isPositive();
    }
  }

  /** Writes and reads values so large that headers are within the margin. */
  void requireBytes(String ofTable) throws Exception {
    String tenant = tables.get(ofTable);
    requireSums();
    UsageCounters before = of(tenant);
    byte[] value = new byte[LARGE_BYTES];
    List<String> keys = Rows.keys(LARGE);
    for (String key : keys) {
      cluster.client().put(ofTable, key, value);
      assertThat(cluster.client().get(ofTable, key)).hasSize(LARGE_BYTES);
    }
    cluster.client().putAll(ofTable, Rows.of(keys)); // as before, and small
    Eventually.within(SOON, () -> requireGrowth(before, of(tenant)));
    requireSums();
  }

  private static void requireGrowth(UsageCounters before, UsageCounters after) {
    long bytes = (long) LARGE * LARGE_BYTES;
    assertThat(growth(before, after, UsageCounter.WRITES)).isEqualTo(LARGE);
    assertThat(growth(before, after, UsageCounter.MULTIS)).isEqualTo(LARGE);
    assertThat(growth(before, after, UsageCounter.GETS)).isEqualTo(LARGE);
    assertThat(growth(before, after, UsageCounter.RECEIVED_BYTES))
        .as("bytes received")
        .isCloseTo(bytes, withinPercentage(1));
    assertThat(growth(before, after, UsageCounter.SENT_BYTES))
        .as("bytes sent")
        .isCloseTo(bytes, withinPercentage(1));
    assertThat(growth(before, after, UsageCounter.HDFS_WRITTEN_BYTES))
        .as("bytes written to the log")
        .isGreaterThan(bytes);
  }

  private static long growth(UsageCounters before, UsageCounters after, UsageCounter of) {
    return after.get(of) - before.get(of);
  }

  /** Disables the usage table for some time. */
  void requireNothingIsLostWhileTheTableIsDisabled(String ofTable) throws Exception {
    cluster.client().enableTable(table, false);
    writeFew(ofTable);
    Eventually.within(
        SOON,
        () ->
            assertThat(String.join("; ", cluster.status().problems()))
                .contains("what tenants use is not written into the table " + table)
                .contains("it is disabled: type enable"));
    CliRun refused = cluster.argus("usage");
    assertThat(refused.exitCode()).isOne();
    assertThat(refused.err()).contains("it is disabled: type enable");
    cluster.client().enableTable(table, true);
    requireSums();
    Eventually.within(SOON, () -> assertThat(cluster.status().problems()).isEmpty());
  }

  /** Drops the usage table. */
  void requireItIsCreatedAgainOnceDropped(String ofTable) throws Exception {
    long written = rowsWritten(ofTable);
    cluster.client().dropTable(table);
    writeFew(ofTable);
    Eventually.within(
        SOON,
        () -> {
          assertThat(cluster.client().scan(table, null, null, 100)).isNotEmpty();
          assertThat(cluster.status().problems()).isEmpty();
          assertThat(rowsWritten(ofTable))
              .as("of the current hour")
              .isBetween((long) FEW, written + FEW);
        });
  }

  private void writeFew(String ofTable) throws Exception {
    for (String key : Rows.keys(FEW)) {
      cluster.client().put(ofTable, key, Rows.value(key));
    }
  }

  private long rowsWritten(String ofTable) {
    return of(tables.get(ofTable)).get(UsageCounter.ROWS_WRITTEN);
  }

  /** Tries what the commands print for people. */
  void requireCommands() {
    CliRun byHour = cluster.argus("usage", "--by", "hour");
    assertThat(byHour.exitCode()).as(byHour.err()).isZero();
    assertThat(byHour.out()).contains("rows written", "(all)").contains(tables.values());
    CliRun csv = cluster.argus("usage", "bob", "--csv");
    assertThat(csv.out()).contains("from,tenant,gets,multis", ",bob,").doesNotContain("carol");
    CliRun bill = cluster.argus("usage", "--bill");
    assertThat(bill.exitCode()).as(bill.err()).isZero();
    assertThat(bill.out()).contains("EUR cost", "million operations", "sum");
    CliRun contention = cluster.argus("contention");
    assertThat(contention.exitCode()).as(contention.err()).isZero();
    assertThat(contention.err()).doesNotContain("note:");
    assertThat(cluster.argus("usage", "--from", "yesterday").exitCode()).isEqualTo(2);
    assertThat(cluster.argus("usage", "--bill", "--prices", "/no/file").exitCode()).isOne();
  }
}
