package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Whose blocks a cluster has in its caches, whatever brought them in. Used by one thread. */
public final class CachedBlocks {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final TestCluster cluster;

  /** Reads every row of a table, and checks them. */
  @FunctionalInterface
  public interface Reading {
    void run() throws Exception;
  }

  public CachedBlocks(TestCluster cluster) {
    this.cluster = cluster;
  }

  /** The cached bytes of each tenant over all region servers, except those with none. */
  public Map<String, Long> bytes() throws Exception {
    Map<String, Long> bytes = new TreeMap<>();
    for (UsageReport report : cluster.freshReports()) {
      for (TenantUsage usage : report.tenants()) {
        if (usage.cacheBytes() > 0) {
          bytes.merge(usage.tenant().name(), usage.cacheBytes(), Long::sum);
        }
      }
    }
    return bytes;
  }

  /** Checks that blocks of these tenants are cached, and of no other. */
  public void require(String after, String... owners) throws Exception {
    Eventually.within(
        SOON, () -> assertThat(bytes()).as("after " + after).containsOnlyKeys(owners));
  }

  /** Checks that each of these tenants has that many bytes in the caches, and no other has any. */
  public void requireAtLeast(long leastBytes, String... owners) throws Exception {
    Eventually.within(
        SOON,
        () ->
            assertThat(bytes())
                .containsOnlyKeys(owners)
                .allSatisfy((tenant, bytes) -> assertThat(bytes).isGreaterThan(leastBytes)));
  }

  /**
   * Flushes, compacts, splits and moves a table whose blocks are cached when they are written, and
   * checks each time whose blocks are cached.
   *
   * @param table its rows were not flushed yet
   * @param rows how many it has
   * @param split where its first region is split
   * @param everyRow reads it and checks what was read
   * @param owners the tenants of whom blocks are to be cached; one of them owns the table
   */
  public void requireOwners(
      String table, int rows, String split, Reading everyRow, String... owners) throws Exception {
    StockClient client = cluster.client();
    int regions = client.regions(table);
    client.flush(table);
    require("flush with cache-on-write", owners);
    everyRow.run();
    require("reading flushed files", owners);
    Rows.write(client, table, rows);
    client.flush(table);
    client.majorCompact(table);
    Eventually.within(SOON, () -> assertThat(client.storeFiles(table)).isEqualTo(regions));
    everyRow.run();
    require("compaction", owners);
    client.splitFirstRegion(table, split);
    Eventually.within(SOON, () -> assertThat(client.regions(table)).isGreaterThan(regions));
    everyRow.run();
    require("split", owners);
    client.moveRegions(table);
    everyRow.run();
    require("region moves", owners);
  }
}
