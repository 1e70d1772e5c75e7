package io.argus.hbase2.cache;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.TenantBlockCache;
import io.argus.regionserver.TenantBlockIndex;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.bucket.ArgusBucketStorage;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.nio.HBaseReferenceCounted;
import org.jspecify.annotations.Nullable;

/**
 * HBase's cache of two levels with both levels partitioned: index and bloom blocks on the heap in
 * an {@link ArgusBlockCache}, data blocks in HBase's own BucketCache.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusCombinedBlockCache extends CombinedBlockCache {
  private final TenantBlockCache<BlockCacheKey, Cacheable> tenants;
  private final BucketPartitions data;

  private ArgusCombinedBlockCache(
      ArgusBlockCache first, BucketCache second, BucketPartitions data) {
    super(first, second);
    this.tenants = first.tenants();
    this.data = data;
  }

  /**
   * Returns a cache whose partitions follow the plan of a region server.
   *
   * @param first the level on the heap
   * @throws ReflectiveOperationException if this HBase's BucketCache cannot be observed
   */
  public static ArgusCombinedBlockCache of(
      RegionServerNode<TableName, ?> node, ArgusBlockCache first, BucketCache second)
      throws ReflectiveOperationException {
    ArgusBucketStorage storage = new ArgusBucketStorage(second);
    TenantBlockIndex<BlockCacheKey, HBaseReferenceCounted> index =
        node.blocks().createIndex(storage.capacityBytes(), storage, first.tenants());
    BucketPartitions data = new BucketPartitions(storage, index);
    data.followOnceStarted();
    return new ArgusCombinedBlockCache(first, second, data);
  }

  /** Data blocks are searched for below first: the level on the heap hardly ever has one. */
  @Override
  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    boolean firstLookup = updateCacheMetrics && !repeat;
    boolean counts = tenants.counts(firstLookup, caching);
    BlockType type = key.getBlockType();
    boolean isData = type != null && type.isData();
    BlockCache level = l2Cache;
    Cacheable block = isData ? data.read(key, counts) : null;
    if (block == null) {
      block = tenants.find(key, counts);
      level = block != null || isMetaBlock(type) ? l1Cache : l2Cache;
    }
    if (block == null) {
      block = readFromSecond(key, isData, caching, repeat, counts);
      level = block != null ? l2Cache : level;
    }
    tenants.lookedUp(key, firstLookup, caching, counts, block);
    if (updateCacheMetrics && block != null) {
      level.getStats().hit(caching, key.isPrimary(), key.getBlockType());
    } else if (updateCacheMetrics) {
      level.getStats().miss(caching, key.isPrimary(), key.getBlockType());
    }
    return block;
  }

  /** HBase 3 looks for blocks in this way. */
  @SuppressWarnings("MissingOverride") // earlier versions lack the method
  public @Nullable Cacheable getBlock(
      BlockCacheKey key,
      boolean caching,
      boolean repeat,
      boolean updateCacheMetrics,
      @Nullable BlockType type) {
    if (type != null) {
      key.setBlockType(type);
    }
    return getBlock(key, caching, repeat, updateCacheMetrics);
  }

  /**
   * @param searched whether Argus has looked in its index already
   */
  private @Nullable Cacheable readFromSecond(
      BlockCacheKey key, boolean searched, boolean caching, boolean repeat, boolean counts) {
    Cacheable indexed = searched ? null : data.read(key, counts);
    if (indexed != null) {
      return indexed;
    }
    Cacheable found = l2Cache.getBlock(key, caching, repeat, false);
    data.searched(key, counts, found != null);
    return found;
  }

  /** What calls this on HBase before 2.6 calls the other one on 2.6. */
  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    read(key, block);
    super.cacheBlock(key, block, inMemory);
  }

  @Override
  public void cacheBlock(
      BlockCacheKey key, Cacheable block, boolean inMemory, boolean waitWhenCache) {
    read(key, block);
    super.cacheBlock(key, block, inMemory, waitWhenCache);
  }

  private void read(BlockCacheKey key, Cacheable block) {
    if (!isMetaBlock(block.getBlockType()) && tenants.readForOtherLevel(key, block)) {
      data.readAfterMiss(key);
    }
  }

  /** Prefetch goes on while this is so: up to the reservation of the file's tenant at least. */
  @Override
  public Optional<Boolean> blockFitsIntoTheCache(HFileBlock block) {
    String file = block.getHFileContext().getHFileName();
    if (file == null || isMetaBlock(block.getBlockType())) {
      return super.blockFitsIntoTheCache(block);
    }
    try {
      TenantId owner = tenants.ownerOfFile(new BlockCacheKey(file, 0), block);
      return Optional.of(data.hasRoomFor(owner, block.getOnDiskSizeWithHeader()));
    } catch (RuntimeException | LinkageError e) {
      tenants.fault(e);
      return super.blockFitsIntoTheCache(block);
    }
  }

  @Override
  public void onConfigurationChange(Configuration conf) {
    super.onConfigurationChange(conf);
    data.resize();
  }

  /** Looks what has become of BucketCache since the last call. Throws nothing. */
  public void check(RegionServerNode<TableName, ?> node) {
    try {
      data.followOnceStarted();
      if (!data.check()) {
        node.blocks().bucketCacheIsDisabled();
      }
      data.evictStale();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      tenants.fault(e);
    }
  }

  /** The partitions of the level in BucketCache. */
  BucketPartitions data() {
    return data;
  }
}
