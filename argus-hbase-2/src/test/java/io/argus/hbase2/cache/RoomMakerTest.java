package io.argus.hbase2.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.TenantBlockIndex;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.bucket.ArgusBucketStorage;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCaches;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.nio.HBaseReferenceCounted;
import org.apache.hbase.thirdparty.io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Room in a BucketCache of thousands of buckets, with places of three sizes. */
@Tag("long")
class RoomMakerTest {
  private static final int[] PLACES = {512, 1_024, 2_048};
  private static final int BLOCKS = 100_000;
  private static final int BYTES = 256;

  private final RegionServerNode<TableName, CallRunner> node = TenantNode.of("a", "b");
  private String other = "";
  private BucketCache cache;
  private TenantBlockIndex<BlockCacheKey, HBaseReferenceCounted> index;
  private ArgusBucketStorage storage;
  private RoomMaker roomMaker;

  /** It keeps stack traces of some of the blocks that are copied, and reports those of others. */
  private final ResourceLeakDetector.Level leaks = ResourceLeakDetector.getLevel();

  @BeforeEach
  void watchNoLeaks() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
  }

  /**
   * Half of the blocks are a's, which is within its reservation, the others another tenant's.
   *
   * @param room the places there are for each block
   */
  private void start(double room, String otherTenant) throws Exception {
    other = otherTenant;
    cache = BucketCaches.startWaiting((long) (BLOCKS * room * PLACES[0]), PLACES);
    storage = new ArgusBucketStorage(cache);
    index =
        node.blocks()
            .createIndex(
                storage.capacityBytes(),
                storage,
                ArgusBlockCache.of(node, 1 << 20, 1 << 20).tenants());
    roomMaker = new RoomMaker(storage.places(), index);
    storage.observe(new BucketPartitions(storage, index));
    for (int i = 0; i < BLOCKS; i++) {
      Cacheable block = HFileBlocks.of(BYTES, i);
      cache.cacheBlock(key(i), block, false, true);
      block.release();
    }
    BucketCaches.awaitWriters(cache);
    assertThat(index.blocks().blockCount()).isEqualTo(BLOCKS);
  }

  @AfterEach
  void stop() {
    cache.shutdown();
    ResourceLeakDetector.setLevel(leaks);
  }

  private BlockCacheKey key(int block) {
    String tenant = block % 2 == 0 ? "a" : other;
    return TenantNode.key(tenant, tenant + "-file", block);
  }

  private long blocksOf(String tenant) {
    return index.blocks().usedBytes(TenantId.of(tenant)) / PLACES[0];
  }

  private Set<Integer> bucketsInUse() {
    return index.blocks().entries().stream()
        .map(entry -> storage.places().bucketOf(entry.block()))
        .collect(Collectors.toSet());
  }

  /**
   * @param changed how many blocks are evicted or moved at most, which takes HBase some heap each
   */
  private boolean makeRoom(int size, int changed) throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Map<BlockCacheKey, Integer> waiting = Map.of(key(BLOCKS), size);
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    boolean made = roomMaker.makeRoom(storage.places().sizes(), waiting);
    long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    System.out.printf("%.1f bytes of heap per block to make room%n", allocated / (double) BLOCKS);
    assertThat(allocated).isLessThan(4 * BLOCKS + 2_000 * changed);
    return made;
  }

  @Test
  void takesLittleHeapWhereNoBucketCanBeEmptied() throws Exception {
    start(1.06, "b");
    assertThat(makeRoom(2, 0)).isFalse();
    assertThat(blocksOf("a")).isEqualTo(BLOCKS / 2);
    assertThat(blocksOf("b")).isEqualTo(BLOCKS / 2);
  }

  @Test
  void takesLittleHeapWhereTheOldestBlocksOfThatSizeGo() throws Exception {
    start(1.06, "stranger");
    assertThat(makeRoom(0, 1 + BLOCKS / 50)).isTrue();
    assertThat(blocksOf("a")).isEqualTo(BLOCKS / 2);
    assertThat(blocksOf(other)).isEqualTo(BLOCKS / 2 - 1 - BLOCKS / 50);
    assertThat(index.blocks().contains(key(1))).isFalse();
    assertThat(index.blocks().contains(key(BLOCKS - 1))).isTrue();
  }

  @Test
  void takesLittleHeapWhereBucketsAreEmptied() throws Exception {
    start(1.4, "b");
    for (int i = 0; i < BLOCKS; i += 3) {
      cache.evictBlock(key(i));
    }
    long a = blocksOf("a");
    int buckets = bucketsInUse().size();
    assertThat(makeRoom(2, BLOCKS / 100)).isTrue();
    assertThat(buckets - bucketsInUse().size()).isBetween(buckets / 150, 1 + buckets / 100);
    assertThat(blocksOf("a")).isEqualTo(a);
    for (int i = 1; i < BLOCKS; i += 3) {
      Cacheable block = cache.getBlock(key(i), true, false, true);
      assertThat(HFileBlocks.content(block)).isEqualTo(i);
      block.release();
    }
  }
}
