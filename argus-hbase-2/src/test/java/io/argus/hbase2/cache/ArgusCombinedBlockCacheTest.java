package io.argus.hbase2.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.Reason;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.cache.CacheEntry;
import io.argus.regionserver.cache.PartitionStatistics;
import io.argus.regionserver.cache.PartitionedCache;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCaches;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.nio.HBaseReferenceCounted;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The partitions over HBase's own BucketCache. */
class ArgusCombinedBlockCacheTest {
  private static final long CAPACITY = 64L << 20;
  private static final int LARGE = 64 * 1024;
  private static final int SMALL = 16 * 1024;

  /** What a large block takes in a bucket. */
  private static final int PLACE = 65 * 1024;

  /** Fewer than wait in the writers' queues, so that no block is dropped. */
  private static final int BATCH = 48;

  @TempDir private Path directory;

  private BucketCache second;
  private ArgusCombinedBlockCache cache;
  private RegionServerNode<TableName, CallRunner> node;

  private void start(String engine, String... tenants) throws Exception {
    node = TenantNode.of(tenants);
    second = BucketCaches.start(engine, CAPACITY, null);
    cache = TenantNode.cache(node, CAPACITY, second);
  }

  @AfterEach
  void stop() {
    if (cache != null) {
      cache.shutdown();
    }
  }

  private void put(String tenant, int from, int to, int bytes) {
    for (int i = from; i < to; i++) {
      Cacheable block = HFileBlocks.of(bytes, i);
      cache.cacheBlock(TenantNode.key(tenant, tenant + "-file", i), block);
      block.release();
      if (i % BATCH == 0) {
        BucketCaches.awaitWriters(second);
      }
    }
    BucketCaches.awaitWriters(second);
  }

  /** Returns how many blocks are cached, and checks the content of each. */
  private int cached(String tenant, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      Cacheable block =
          cache.getBlock(TenantNode.key(tenant, tenant + "-file", i), true, false, true);
      if (block != null) {
        assertThat(HFileBlocks.content(block)).isEqualTo(i);
        block.release();
        count++;
      }
    }
    return count;
  }

  private Map<String, Long> usedBytes() {
    Map<String, Long> used = new TreeMap<>();
    for (PartitionStatistics partition : cache.data().blocks().statistics()) {
      if (partition.usedBytes() > 0) {
        used.put(partition.tenant().name(), partition.usedBytes());
      }
    }
    return used;
  }

  /** Index and storage hold the same blocks, and account for the same bytes. */
  private void requireAgreement() {
    Map<BlockCacheKey, ? extends HBaseReferenceCounted> stored = second.getBackingMap();
    for (CacheEntry<BlockCacheKey, HBaseReferenceCounted> entry : cache.data().blocks().entries()) {
      assertThat(stored.get(entry.key())).isSameAs(entry.block());
    }
    assertThat(cache.data().blocks().blockCount()).isEqualTo(stored.size());
    assertThat(cache.data().blocks().usedBytes()).isEqualTo(BucketCaches.usedBytes(second));
    assertThat(node.components().statuses()).allMatch(status -> status.reason().isEmpty());
  }

  @Test
  void aBlockBelongsToTheTenantOfItsFile() throws Exception {
    start("offheap", "a", "b");
    put("a", 0, 100, LARGE);
    put("b", 0, 10, SMALL);
    assertThat(usedBytes()).containsOnlyKeys("a", "b");
    assertThat(cached("a", 0, 100)).isEqualTo(100);
    assertThat(cached("b", 0, 10)).isEqualTo(10);
    requireAgreement();
  }

  @Test
  void indexBlocksStayOnTheHeap() throws Exception {
    start("offheap", "a");
    BlockCacheKey key = TenantNode.key("a", "file", 1);
    Cacheable index = HFileBlocks.of(SMALL, 1, BlockType.LEAF_INDEX);
    cache.cacheBlock(key, index);
    assertThat(second.getBlockCount()).isZero();
    assertThat(cache.getFirstLevelCache().containsBlock(key)).isTrue();
    Cacheable found = cache.getBlock(key, true, false, true);
    assertThat(found).isNotNull();
    found.release();
  }

  private double accesses() {
    return cache.data().blocks().statistics().stream()
        .mapToDouble(partition -> partition.curveSince(null, 1).lookupsPerSecond())
        .sum();
  }

  @Test
  void aBlockIsAnAccessOnceSomebodyHasAskedForIt() throws Exception {
    start("offheap", "a");
    put("a", 0, 100, LARGE);
    assertThat(accesses()).as("written or read ahead").isZero();
    for (int i = 100; i < 300; i++) {
      assertThat(cached("a", i, i + 1)).isZero();
      put("a", i, i + 1, LARGE);
    }
    assertThat(accesses()).isCloseTo(200, within(0.1));
    assertThat(cached("a", 0, 300)).isEqualTo(300);
    assertThat(accesses()).isCloseTo(500, within(0.1));
    requireAgreement();
  }

  @Test
  void aLookupThatNamesTheTypeAsInHBase3IsAnAccess() throws Exception {
    start("offheap", "a");
    BlockCacheKey key = TenantNode.key("a", "a-file", 7);
    assertThat(cache.getBlock(key, true, false, true, BlockType.DATA)).isNull();
    put("a", 7, 8, LARGE);
    Cacheable block = cache.getBlock(key, true, false, true, BlockType.DATA);
    assertThat(HFileBlocks.content(block)).isEqualTo(7);
    block.release();
    assertThat(accesses()).isCloseTo(2, within(0.1));
  }

  @Test
  void aCompactionFindsBlocksAndIsNoAccess() throws Exception {
    start("offheap", "a");
    for (int i = 0; i < 50; i++) {
      assertThat(cache.getBlock(TenantNode.key("a", "a-file", i), false, false, true)).isNull();
    }
    put("a", 0, 50, LARGE);
    for (int i = 0; i < 50; i++) {
      Cacheable block = cache.getBlock(TenantNode.key("a", "a-file", i), false, false, true);
      assertThat(HFileBlocks.content(block)).isEqualTo(i);
      block.release();
    }
    assertThat(accesses()).isZero();
    for (PartitionedCache<?, ?> level :
        List.of(
            cache.data().blocks(),
            ((ArgusBlockCache) cache.getFirstLevelCache()).tenants().blocks())) {
      assertThat(level.statistics())
          .allMatch(partition -> partition.hits() == 0 && partition.misses() == 0);
    }
    assertThat(cache.getStats().getMissCount()).as("HBase counts on").isEqualTo(50);
    assertThat(cache.getStats().getHitCount()).isEqualTo(50);
  }

  @Test
  void aTenantWithinItsReservationLosesNothingToAnother() throws Exception {
    start("offheap", "a", "b");
    put("a", 0, 250, LARGE);
    put("b", 0, 3_000, LARGE);
    assertThat(cached("a", 0, 250)).isEqualTo(250);
    assertThat(BucketCaches.usedBytes(second)).isLessThanOrEqualTo(second.acceptableSize());
    assertThat(second.getStats().getEvictionCount()).as("HBase's own evictions").isZero();
    assertThat(cache.data().blocks().freeBytes()).isLessThan(CAPACITY / 20);
    requireAgreement();
  }

  @Test
  void anotherSizeOfBlocksFindsPlacesAndReservedBlocksMove() throws Exception {
    start("offheap", "a", "b", "c");
    // c's blocks lie between those of a, which borrows all that is left.
    for (int i = 0; i < 40; i++) {
      put("c", 15 * i, 15 * (i + 1), SMALL);
      put("a", 100 * i, 100 * (i + 1), SMALL);
    }
    assertThat(cached("c", 0, 600)).isEqualTo(600);
    put("b", 0, 150, LARGE);
    assertThat(cached("c", 0, 600)).isEqualTo(600);
    assertThat(cached("b", 0, 150)).isEqualTo(150);
    requireAgreement();
  }

  @Test
  void theIndexFollowsWhatHBaseRemoves() throws Exception {
    start("offheap", "a");
    put("a", 0, 20, LARGE);
    assertThat(cache.evictBlock(TenantNode.key("a", "a-file", 3))).isTrue();
    assertThat(cached("a", 0, 20)).isEqualTo(19);
    requireAgreement();
    assertThat(cache.evictBlocksByHfileName("a-file")).isEqualTo(19);
    assertThat(usedBytes()).isEmpty();
    requireAgreement();
  }

  @Test
  void aReplacedBlockIsCountedOnce() throws Exception {
    start("offheap", "a");
    put("a", 0, 4, SMALL);
    BlockCacheKey key = TenantNode.key("a", "a-file", 2);
    BucketCaches.storeAgain(second, key, HFileBlocks.of(LARGE, 2));
    assertThat(cached("a", 0, 4)).isEqualTo(4);
    requireAgreement();
    assertThat(cache.evictBlocksByHfileName("a-file")).isEqualTo(4);
    requireAgreement();
  }

  @Test
  void aBlockInAResponseSurvivesItsEviction() throws Exception {
    start("offheap", "a");
    put("a", 0, 1, LARGE);
    Cacheable held = cache.getBlock(TenantNode.key("a", "a-file", 0), true, false, true);
    put("a", 1, 2_000, LARGE);
    assertThat(cached("a", 0, 1)).isLessThanOrEqualTo(1);
    cache.evictBlocksByHfileName("a-file");
    assertThat(HFileBlocks.content(held)).isZero();
    assertThat(BucketCaches.usedBytes(second)).isPositive();
    held.release();
    assertThat(BucketCaches.usedBytes(second)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:", "mmap:"})
  void blocksInAFileArePartitionedToo(String engine) throws Exception {
    start(engine + directory.resolve("blocks"), "a", "b");
    put("a", 0, 250, LARGE);
    put("b", 0, 2_000, LARGE);
    assertThat(cached("a", 0, 250)).isEqualTo(250);
    requireAgreement();
  }

  @Test
  void blocksFromBeforeARestartAreNobodysUntilTheirFileIsKnown() throws Exception {
    assumeThat(BucketCaches.startsLater()).as("HBase whose messages Maven does not have").isFalse();
    String engine = "file:" + directory.resolve("blocks");
    String map = directory.resolve("map").toString();
    node = TenantNode.of("a");
    second = BucketCaches.start(engine, CAPACITY, map);
    cache = TenantNode.cache(node, CAPACITY, second);
    put("a", 0, 100, LARGE);
    cache.shutdown();
    restart(engine, map);
    assertThat(usedBytes()).containsOnlyKeys(TenantId.UNKNOWN.name());
    node.blocks().opens("b-file", TenantNode.table("b"));
    assertThat(usedBytes()).containsOnlyKeys(TenantId.UNKNOWN.name());
    node.blocks().opens("a-file", TenantNode.table("a"));
    assertThat(usedBytes()).containsOnlyKeys("a");
    assertThat(cached("a", 0, 100)).isEqualTo(100);
    requireAgreement();
  }

  @Test
  void aCacheThatStartsLaterIsFollowedFromThen() throws Exception {
    assumeThat(BucketCaches.startsLater()).isTrue();
    start("offheap", "a");
    put("a", 0, 20, LARGE);
    BucketCaches.setStarted(second, false);
    cache = TenantNode.cache(node, CAPACITY, second);
    cache.check(node);
    assertThat(cached("a", 0, 20)).as("as HBase answers meanwhile").isZero();
    assertThat(cache.data().blocks().blockCount()).isZero();
    BucketCaches.setStarted(second, true);
    cache.check(node);
    assertThat(cached("a", 0, 20)).isEqualTo(20);
    assertThat(node.components().statuses()).allMatch(status -> status.reason().isEmpty());
  }

  @Test
  void aBlockThatIsStoredWhileTheCacheIsTakenOverIsFoundByItsFile() throws Exception {
    node = TenantNode.of("a");
    second = BucketCaches.start("offheap", CAPACITY, null);
    for (int i = 0; i < 20; i++) {
      second.cacheBlock(TenantNode.key("a", "a-file", i), HFileBlocks.of(LARGE, i));
    }
    BucketCaches.awaitWriters(second);
    BucketCaches.forgetFiles(second);
    cache = TenantNode.cache(node, CAPACITY, second);
    assertThat(cached("a", 0, 20)).isEqualTo(20);
    assertThat(cache.evictBlocksByHfileName("a-file")).isEqualTo(20);
    requireAgreement();
  }

  private void restart(String engine, String map) throws IOException, ReflectiveOperationException {
    node = TenantNode.withoutFiles("a");
    second = BucketCaches.start(engine, CAPACITY, map);
    cache = TenantNode.cache(node, CAPACITY, second);
  }

  @Test
  void prefetchEndsWhereAnotherReservationBegins() throws Exception {
    start("offheap", "a", "b");
    int all = (int) (cache.data().blocks().capacityBytes() / PLACE);
    assertThat(prefetch("a")).isEqualTo(all);
    assertThat(prefetch("b")).isEqualTo(all / 2);
    requireAgreement();
  }

  /** Stores blocks of a file while HBase would read ahead; returns how many. */
  private int prefetch(String tenant) {
    HFileBlock next = HFileBlocks.ofFile(LARGE, tenant + "-file");
    int count = 0;
    while (cache.blockFitsIntoTheCache(next).orElseThrow()) {
      put(tenant, count, count + 1, LARGE);
      count++;
    }
    return count;
  }

  @Test
  void aStorageThatFailsMakesMissesUntilHBaseDisablesItAndThatIsReported() throws Exception {
    start("file:" + directory.resolve("blocks"), "a");
    node.blocks().areInPlace("LruBlockCache");
    put("a", 0, 10, LARGE);
    BucketCaches.breakReads(second);
    while (BucketCaches.isEnabled(second)) {
      assertThat(cached("a", 0, 10)).isZero();
    }
    cache.check(node);
    assertThat(node.components().statuses())
        .anySatisfy(
            status -> {
              assertThat(status.component()).isEqualTo(Component.CACHE.key());
              assertThat(status.cause()).isEqualTo(Reason.BUCKET_CACHE_DISABLED);
              assertThat(status.isActive()).isFalse();
              assertThat(status.reason()).contains("HBase has disabled the BucketCache");
            });
    put("a", 0, 10, LARGE);
    assertThat(cached("a", 0, 10)).isZero();
    assertThat(usedBytes()).isEmpty();
  }
}
