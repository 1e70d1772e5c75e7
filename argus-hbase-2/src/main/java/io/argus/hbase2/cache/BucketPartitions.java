package io.argus.hbase2.cache;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.TenantBlockIndex;
import io.argus.regionserver.cache.PartitionedCache;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.bucket.ArgusBucketStorage;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketEntry;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a BucketCache: keeps their index in agreement with the storage.
 *
 * <p>Safe for use by any thread. What happens on the way of a request or in BucketCache's own
 * threads throws nothing: a failure is counted as a fault.
 */
final class BucketPartitions implements ArgusBucketStorage.Observer {
  private final ArgusBucketStorage storage;
  private final TenantBlockIndex<BlockCacheKey, BucketEntry> index;
  private final RoomMaker roomMaker;

  /** The regions whose files were assigned while some blocks are nobody's. For one thread. */
  private Set<Object> assigned = Collections.emptySet();

  BucketPartitions(ArgusBucketStorage storage, TenantBlockIndex<BlockCacheKey, BucketEntry> index) {
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

  /** See {@link ArgusBucketStorage#check}. */
  boolean check() {
    return storage.check();
  }

  /** Returns a block with a reference for the caller; null if HBase has to look for it. */
  @Nullable Cacheable read(BlockCacheKey key, boolean counts) {
    try {
      BucketEntry stored = index.find(key, counts);
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
  PartitionedCache<BlockCacheKey, BucketEntry> blocks() {
    return index.blocks();
  }

  /**
   * Assigns blocks from before a restart to the tenants of the files that are open by now. Looks at
   * the files of a region once, as blocks of files that open nowhere here may stay for good. For
   * one thread.
   *
   * @param open the regions that are open
   * @param owners returns the tenants of a region's files
   */
  <R> void assignUnknown(
      Supplier<? extends Collection<? extends R>> open, Function<R, Map<String, TenantId>> owners) {
    Set<Object> looked = Collections.newSetFromMap(new IdentityHashMap<>());
    if (index.hasUnknown()) {
      for (R region : open.get()) {
        if (!assigned.contains(region)) {
          owners.apply(region).forEach(index::assign);
        }
        looked.add(region);
      }
    }
    assigned = looked;
  }

  /** Takes over a changed size of the storage. */
  void resize() {
    index.resize(storage.capacityBytes());
  }
}
