package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cluster.ClusterSettings;
import io.argus.contract.CachedBlocks;
import io.argus.contract.Eventually;
import io.argus.contract.PrintedFragment;
import io.argus.contract.Rows;
import io.argus.contract.TestCluster;
import io.argus.contract.WebPage;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.UsageReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A BucketCache on a file, whose blocks survive the death of the region server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BucketCacheIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int ROWS = 2_000;
  private static final long BLOCK = 64 << 10;

  /** The rows of a table take a megabyte. */
  private static final long ALL = 1 << 20;

  @TempDir private static Path directory;

  private ClusterSettings settings;
  private TestCluster cluster;

  @BeforeAll
  void start() throws Exception {
    settings =
        TestCluster.settings(1)
            .withSite("hbase.bucketcache.ioengine", "file:" + directory.resolve("blocks"))
            .withSite("hbase.bucketcache.persistent.path", directory.resolve("map").toString())
            .withSite("hbase.bucketcache.size", "96");
    cluster =
        TestCluster.start(
            HBase2.onHadoop(2), "bucketcache", settings, PrintedFragment.print("2.6").plugin());
    for (String table : List.of("alice:orders", "bob:orders")) {
      cluster.client().createTable(table, false, null, List.of());
      Rows.write(cluster.client(), table, ROWS);
      cluster.client().flush(table);
    }
  }

  @AfterAll
  void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  private void requireEveryRow() throws Exception {
    for (String table : List.of("alice:orders", "bob:orders")) {
      assertThat(Rows.scan(cluster.client(), table)).isEqualTo(Rows.keys(ROWS));
    }
  }

  private void requireCached(long leastBytes) throws Exception {
    new CachedBlocks(cluster).requireAtLeast(leastBytes, "alice", "bob");
  }

  @Test
  @Order(1)
  void dataBlocksGoToTheFileAndBelongToTheirTenants() throws Exception {
    requireEveryRow();
    requireCached(ALL);
    for (UsageReport report : cluster.freshReports()) {
      assertThat(report.components()).allMatch(ComponentStatus::isActive);
      assertThat(report.cacheCapacityBytes()).isGreaterThan(64L << 20);
    }
    String page = WebPage.get(cluster.regionServerPort(0), "/rs-status").body();
    assertThat(page).contains("BucketCache").contains("ArgusBlockCache");
  }

  @Test
  @Order(2)
  void afterTheServersDeathTheBlocksHaveTheirOwnersAgain() throws Exception {
    requirePersisted();
    cluster.processes().kill("regionserver-0");
    cluster.startRegionServer(0);
    Eventually.within(
        SOON, () -> assertThat(cluster.client().get("bob:orders", Rows.key(0))).isNotNull());
    // HBase had written down some of the blocks only. One get has brought one block.
    requireCached(4 * BLOCK);
    assertThat(blockCache()).contains("BucketCache file:").doesNotContain("started empty");
    requireEveryRow();
    requireCached(ALL);
  }

  @Test
  @Order(3)
  void aMapThatHBaseCannotReadIsNamed() throws Exception {
    requirePersisted();
    cluster.processes().kill("regionserver-0");
    Files.writeString(directory.resolve("map"), "no map of blocks");
    cluster.startRegionServer(0);
    Eventually.within(
        SOON, () -> assertThat(cluster.client().get("bob:orders", Rows.key(0))).isNotNull());
    assertThat(blockCache())
        .contains("started empty")
        .contains(directory.resolve("map").toString());
    requireEveryRow();
  }

  @Test
  @Order(4)
  void blocksBelongToTheirTenantWhateverBroughtThemIn() throws Exception {
    String table = "carol:orders";
    cluster.client().createTable(table, true, null, List.of());
    Rows.write(cluster.client(), table, ROWS);
    new CachedBlocks(cluster)
        .requireOwners(
            table,
            ROWS,
            Rows.key(ROWS / 2),
            () -> assertThat(Rows.scan(cluster.client(), table)).isEqualTo(Rows.keys(ROWS)),
            "alice",
            "bob",
            "carol");
  }

  private String blockCache() throws Exception {
    return cluster.freshReports().iterator().next().setup().blockCache();
  }

  /** HBase writes the map each second after blocks came or went. */
  private static void requirePersisted() throws Exception {
    Path map = directory.resolve("map");
    Eventually.within(
        SOON,
        () -> {
          assertThat(map).isNotEmptyFile();
          Instant written = Files.getLastModifiedTime(map).toInstant();
          assertThat(written).isBefore(Instant.now().minusSeconds(3));
        });
  }
}
