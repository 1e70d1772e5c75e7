package io.argus.hbase2.cache;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.TenantBlockIndex;
import io.argus.regionserver.cache.PartitionedCache;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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
  private final Set<String> assigned = new HashSet<>();

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

  /** See {@link ArgusBucketStorage#check}. */
  boolean check() {
    return storage.check();
  }

  /** Returns a block with a reference for the caller; null if HBase has to look for it. */
  @Nullable Cacheable read(BlockCacheKey key, boolean firstLook) {
    try {
      BucketEntry stored = index.find(key, firstLook);
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
  void searched(BlockCacheKey key, boolean firstLook, boolean found) {
    if (found && StoreFileInfo.isReference(key.getHfileName())) {
      String whole = StoreFileInfo.getReferredToRegionAndFile(key.getHfileName()).getSecond();
      index.find(new BlockCacheKey(whole, key.getOffset()), firstLook);
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
   * Assigns blocks from before a restart to the tenants of the files that are open by now, each
   * file once. For one thread.
   */
  void assignUnknown(Supplier<Map<String, TenantId>> owners) {
    if (!index.hasUnknown()) {
      assigned.clear();
      return;
    }
    Map<String, TenantId> open = owners.get();
    assigned.retainAll(open.keySet());
    open.forEach(
        (file, owner) -> {
          if (assigned.add(file)) {
            index.assign(file, owner);
          }
        });
  }

  /** Takes over a changed size of the storage. */
  void resize() {
    index.resize(storage.capacityBytes());
  }
}
