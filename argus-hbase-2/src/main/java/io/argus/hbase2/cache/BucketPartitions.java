package io.argus.hbase2.cache;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.TenantBlockIndex;
import io.argus.regionserver.cache.CacheEntry;
import io.argus.regionserver.cache.PartitionedCache;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.bucket.ArgusBucketStorage;
import org.apache.hadoop.hbase.nio.HBaseReferenceCounted;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a BucketCache: keeps their index in agreement with the storage.
 *
 * <p>Safe for use by any thread. What happens on the way of a request or in BucketCache's own
 * threads throws nothing: a failure is counted as a fault.
 */
final class BucketPartitions implements ArgusBucketStorage.Observer {
  /** Of the capacity, the part that is free in a cache that is not full. */
  private static final int FREE_PART = 20;

  private static final long STALE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final ArgusBucketStorage storage;
  private final TenantBlockIndex<BlockCacheKey, HBaseReferenceCounted> index;
  private final RoomMaker roomMaker;

  private volatile boolean follows;

  /** When stale blocks were evicted last. For one thread. */
  private long evictedStaleNanos = System.nanoTime() - STALE_NANOS;

  BucketPartitions(
      ArgusBucketStorage storage, TenantBlockIndex<BlockCacheKey, HBaseReferenceCounted> index) {
    this.storage = storage;
    this.index = index;
    this.roomMaker = new RoomMaker(storage.places(), index);
  }

  @Override
  public void stored(BlockCacheKey key) {
    index.stored(key);
  }

  @Override
  public void removed(BlockCacheKey key) {
    index.removed(key);
  }

  @Override
  public void cleared() {
    index.clear();
  }

  @Override
  public boolean makeRoom() {
    try {
      return roomMaker.makeRoom();
    } catch (IOException | RuntimeException | LinkageError e) {
      index.fault(e);
      return false;
    }
  }

  /** See {@link TenantBlockIndex#readAfterMiss}. */
  void readAfterMiss(BlockCacheKey key) {
    index.readAfterMiss(key);
  }

  /**
   * Begins to follow the storage once that has started. Until then, HBase has no block of it.
   *
   * @throws ReflectiveOperationException if it cannot be followed
   */
  void followOnceStarted() throws ReflectiveOperationException {
    if (!follows && storage.hasStarted()) {
      resize();
      storage.observe(this);
      follows = true;
    }
  }

  /** See {@link ArgusBucketStorage#check}; true until the storage has started. */
  boolean check() {
    return !follows || storage.check();
  }

  /**
   * While the cache is full, evicts what HBase would evict before all else, whoever's it is. Looks
   * at every block, so it does so once a minute. For one thread.
   */
  void evictStale() throws ReflectiveOperationException {
    PartitionedCache<BlockCacheKey, HBaseReferenceCounted> blocks = index.blocks();
    long now = System.nanoTime();
    if (now - evictedStaleNanos < STALE_NANOS
        || blocks.freeBytes() > blocks.capacityBytes() / FREE_PART) {
      return;
    }
    evictedStaleNanos = now;
    BiPredicate<BlockCacheKey, HBaseReferenceCounted> stale = storage.stale();
    if (stale == null) {
      return;
    }
    for (CacheEntry<BlockCacheKey, HBaseReferenceCounted> entry : blocks.entries()) {
      if (stale.test(entry.key(), entry.block())) {
        blocks.displace(entry.key());
      }
    }
  }

  /** Returns a block with a reference for the caller; null if HBase has to look for it. */
  @Nullable Cacheable read(BlockCacheKey key, boolean counts) {
    try {
      HBaseReferenceCounted stored = index.find(key, counts);
      return stored == null ? null : storage.read(stored);
    } catch (RuntimeException | LinkageError e) {
      index.fault(e);
      return null;
    }
  }

  /**
   * Notes how HBase's search for a block ended. HBase finds the blocks of a half of a split region
   * under the name of the whole file. After some I/O errors it forgets a block.
   */
  void searched(BlockCacheKey key, boolean counts, boolean found) {
    if (found && StoreFileInfo.isReference(key.getHfileName())) {
      String whole = StoreFileInfo.getReferredToRegionAndFile(key.getHfileName()).getSecond();
      index.find(new BlockCacheKey(whole, key.getOffset()), counts);
    } else if (!found) {
      index.removed(key);
    }
  }

  boolean hasRoomFor(@Nullable TenantId tenant, long bytes) {
    return index.blocks().hasRoomFor(tenant == null ? TenantId.UNKNOWN : tenant, bytes);
  }

  /** Returns the partitions, for their size and content. */
  PartitionedCache<BlockCacheKey, HBaseReferenceCounted> blocks() {
    return index.blocks();
  }

  /** Takes over a changed size of the storage. */
  void resize() {
    index.resize(storage.capacityBytes());
  }
}
