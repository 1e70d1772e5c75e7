package io.argus.rivals;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockPriority;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.FirstLevelBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.jspecify.annotations.Nullable;

/**
 * A rigidly partitioned block cache: one of HBase's own LRU caches for each tenant (section 5.2.1
 * of the dissertation). The namespace of a table is its tenant. System tables have a fiftieth of
 * the cache.
 *
 * <p>Safe for use by any thread.
 */
final class TenantLruCaches implements FirstLevelBlockCache {
  /** Part of the cache for blocks that belong to no tenant. */
  private static final double SYSTEM_SHARE = 0.02;

  /** Calls of {@link #reuseRatios} without a lookup after which a tenant has left. */
  private static final int ABSENT = 2;

  private final Configuration conf;
  private final long blockBytes;
  private final CacheStats stats = new CacheStats("Rivals");
  private final Map<String, Partition> partitions = new ConcurrentHashMap<>();
  private final Map<String, String> tenantsOfFiles = new ConcurrentHashMap<>();
  private volatile long maxBytes;
  private volatile Map<String, Double> shares = Map.of();

  private static final class Partition {
    final LruBlockCache blocks;
    final LongAdder lookups = new LongAdder();
    int decisionsWithoutLookup = ABSENT;

    Partition(LruBlockCache blocks) {
      this.blocks = blocks;
    }
  }

  TenantLruCaches(long maxBytes, long blockBytes, Configuration conf) {
    this.maxBytes = maxBytes;
    this.blockBytes = blockBytes;
    this.conf = conf;
  }

  /** Reuse ratios of the tenants that looked for blocks lately, see {@link CacheRule}. */
  Map<String, Double> reuseRatios() {
    Map<String, Double> ratios = new TreeMap<>();
    partitions.forEach(
        (tenant, partition) -> {
          boolean looked = partition.lookups.sumThenReset() > 0;
          partition.decisionsWithoutLookup = looked ? 0 : partition.decisionsWithoutLookup + 1;
          if (!isSystem(tenant) && partition.decisionsWithoutLookup < ABSENT) {
            ratios.put(tenant, reuseRatio(partition.blocks));
          }
        });
    return ratios;
  }

  /** HBase's LRU cache raises the priority of a block at its second visit. */
  private static double reuseRatio(LruBlockCache blocks) {
    long all = 0;
    long visitedTwice = 0;
    for (CachedBlock block : blocks) {
      all++;
      visitedTwice += block.getBlockPriority() == BlockPriority.SINGLE ? 0 : 1;
    }
    return all == 0 ? 0 : (double) visitedTwice / all;
  }

  /**
   * Sets the sizes of the partitions; one that shrinks evicts at once.
   *
   * @param wanted parts of the cache by tenant, 0..1; who is not in it gets none
   */
  void resize(Map<String, Double> wanted) {
    shares = Map.copyOf(wanted);
    partitions.forEach((tenant, partition) -> partition.blocks.setMaxSize(bytes(tenant)));
  }

  private long bytes(String tenant) {
    double share =
        isSystem(tenant) ? SYSTEM_SHARE : (1 - SYSTEM_SHARE) * shares.getOrDefault(tenant, 0.0);
    return (long) (share * maxBytes);
  }

  private static boolean isSystem(String tenant) {
    return tenant.equals(NamespaceDescriptor.SYSTEM_NAMESPACE_NAME_STR);
  }

  private Partition partition(String tenant) {
    Partition known = partitions.get(tenant);
    return known != null ? known : partitions.computeIfAbsent(tenant, this::create);
  }

  private Partition create(String tenant) {
    LruBlockCache blocks = new LruBlockCache(maxBytes, blockBytes, true, conf);
    blocks.setMaxSize(bytes(tenant));
    return new Partition(blocks);
  }

  /** The keys of readers have the path of the file, the blocks of writers the name of the table. */
  private String tenant(BlockCacheKey key, @Nullable Cacheable block) {
    String known = tenantsOfFiles.get(key.getHfileName());
    if (known != null) {
      return known;
    }
    String tenant = namespace(key.getFilePath());
    byte[] table = block instanceof HFileBlock read ? read.getHFileContext().getTableName() : null;
    if (tenant == null && table != null && table.length > 0) {
      tenant = TableName.valueOf(table).getNamespaceAsString();
    }
    if (tenant == null) {
      return NamespaceDescriptor.SYSTEM_NAMESPACE_NAME_STR;
    }
    tenantsOfFiles.put(key.getHfileName(), tenant);
    return tenant;
  }

  /** A file is in namespace/table/region/family. */
  static @Nullable String namespace(@Nullable Path file) {
    Path directory = file;
    for (int i = 0; i < 4 && directory != null; i++) {
      directory = directory.getParent();
    }
    return directory == null || directory.getName().isEmpty() ? null : directory.getName();
  }

  @Override
  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    Partition partition = partition(tenant(key, null));
    if (!repeat) {
      partition.lookups.increment();
    }
    Cacheable block = partition.blocks.getBlock(key, caching, repeat, updateCacheMetrics);
    if (updateCacheMetrics && block != null) {
      stats.hit(caching, key.isPrimary(), key.getBlockType());
    } else if (updateCacheMetrics && !repeat) {
      stats.miss(caching, key.isPrimary(), key.getBlockType());
    }
    return block;
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    partition(tenant(key, block)).blocks.cacheBlock(key, block, inMemory);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cacheBlock(key, block, false);
  }

  @Override
  public boolean containsBlock(BlockCacheKey key) {
    return caches().anyMatch(cache -> cache.containsBlock(key));
  }

  @Override
  public boolean evictBlock(BlockCacheKey key) {
    return caches().filter(cache -> cache.evictBlock(key)).count() > 0;
  }

  @Override
  public int evictBlocksByHfileName(String file) {
    tenantsOfFiles.remove(file);
    return caches().mapToInt(cache -> cache.evictBlocksByHfileName(file)).sum();
  }

  @Override
  public void setMaxSize(long size) {
    maxBytes = size;
    resize(shares);
  }

  /** Blocks that leave a partition go nowhere. */
  @Override
  public void setVictimCache(BlockCache victimCache) {}

  @Override
  public void shutdown() {
    caches().forEach(LruBlockCache::shutdown);
  }

  @Override
  public CacheStats getStats() {
    return stats;
  }

  @Override
  public long size() {
    return getCurrentSize();
  }

  @Override
  public long heapSize() {
    return getCurrentSize();
  }

  @Override
  public long getMaxSize() {
    return maxBytes;
  }

  @Override
  public long getFreeSize() {
    return maxBytes - getCurrentSize();
  }

  @Override
  public long getCurrentSize() {
    return caches().mapToLong(LruBlockCache::getCurrentSize).sum();
  }

  @Override
  public long getCurrentDataSize() {
    return caches().mapToLong(LruBlockCache::getCurrentDataSize).sum();
  }

  @Override
  public long getBlockCount() {
    return caches().mapToLong(LruBlockCache::getBlockCount).sum();
  }

  @Override
  public long getDataBlockCount() {
    return caches().mapToLong(LruBlockCache::getDataBlockCount).sum();
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    List<CachedBlock> blocks = new ArrayList<>();
    caches().forEach(cache -> cache.forEach(blocks::add));
    return blocks.iterator();
  }

  /** This cache shows as one. */
  @Override
  public BlockCache @Nullable [] getBlockCaches() {
    return null;
  }

  private Stream<LruBlockCache> caches() {
    return partitions.values().stream().map(partition -> partition.blocks);
  }
}
