package io.argus.hbase2.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.cache.PartitionStatistics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCaches;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A BucketCache of a million blocks, which is 64 GB of blocks of 64 KB. */
@Tag("long")
class MillionBlocksTest {
  private static final int BLOCKS = 1_000_000;
  private static final int BYTES = 256;
  private static final int PLACE = 512;
  private static final int FILE_BLOCKS = 1_000;

  /** Room for a million blocks within what BucketCache accepts, and for one bucket to spare. */
  private static final long CAPACITY = (long) (BLOCKS * 1.06 * PLACE);

  private BucketCache second;
  private ArgusCombinedBlockCache cache;
  private RegionServerNode<TableName, CallRunner> node;

  private void put(String tenant, int from, int to) {
    for (int i = from; i < to; i++) {
      Cacheable block = HFileBlocks.of(BYTES, i);
      cache.cacheBlock(
          TenantNode.key(tenant, tenant + "-" + i / FILE_BLOCKS, i), block, false, true);
      block.release();
    }
    BucketCaches.awaitWriters(second);
  }

  private Map<String, Long> blocks() {
    Map<String, Long> blocks = new TreeMap<>();
    for (PartitionStatistics partition : cache.data().blocks().statistics()) {
      if (partition.usedBytes() > 0) {
        blocks.put(partition.tenant().name(), partition.usedBytes() / PLACE);
      }
    }
    return blocks;
  }

  @Test
  void areAccountedForAndResizedInSeconds() throws Exception {
    node = TenantNode.of("a", "b");
    second = BucketCaches.startWaiting(CAPACITY, PLACE);
    cache = TenantNode.cache(node, 1 << 20, second);
    put("a", 0, BLOCKS);
    assertThat(blocks()).isEqualTo(Map.of("a", (long) BLOCKS));
    put("b", 0, BLOCKS / 4);
    assertThat(blocks().get("b")).isEqualTo(BLOCKS / 4);
    long start = System.nanoTime();
    node.plans().accept(WireFormat.write(withoutBorrowing()));
    Duration resized = Duration.ofNanos(System.nanoTime() - start);
    assertThat(blocks().get("a")).isLessThan(BLOCKS / 3);
    assertThat(blocks().get("b")).isEqualTo(BLOCKS / 4);
    assertThat(resized).isLessThan(Duration.ofSeconds(30));
    assertThat(second.getStats().getEvictionCount()).as("HBase's own evictions").isZero();
    assertThat(cache.data().blocks().usedBytes()).isEqualTo(BucketCaches.usedBytes(second));
    cache.shutdown();
  }

  private static Plan withoutBorrowing() {
    return Plan.of(
        2,
        Plan.Mode.PINNED,
        0,
        false,
        List.of(
            Reservation.of(TenantId.of("a"), 0.3, 0.5), Reservation.of(TenantId.of("b"), 0.7, 0.5)),
        PlanExplanation.because("test"));
  }
}
