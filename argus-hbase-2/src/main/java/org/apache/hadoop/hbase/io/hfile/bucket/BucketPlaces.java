package org.apache.hadoop.hbase.io.hfile.bucket;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.hbase.io.hfile.ArgusBlockCopy;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.nio.HBaseReferenceCounted;
import org.jspecify.annotations.Nullable;

/**
 * The places of a BucketCache. The cache consists of buckets; each bucket is divided into places of
 * one of the configured sizes. A bucket can change to another size only while it is empty.
 *
 * <p>Safe for use by any thread.
 */
public final class BucketPlaces {
  private final BucketCache cache;
  private final Function<BlockCacheKey, @Nullable HBaseReferenceCounted> stored;
  private final BucketWriter writer;

  /**
   * @param stored returns where a block is now
   */
  BucketPlaces(
      BucketCache cache,
      Function<BlockCacheKey, @Nullable HBaseReferenceCounted> stored,
      BucketWriter writer) {
    this.cache = cache;
    this.stored = stored;
    this.writer = writer;
  }

  /** Returns the sizes of places as they are now. */
  public BucketSizes sizes() {
    BucketAllocator allocator = cache.getAllocator();
    synchronized (allocator) {
      return new BucketSizes(allocator.getBuckets());
    }
  }

  /** Returns the number of buckets. */
  public int bucketCount() {
    return cache.getAllocator().getBuckets().length;
  }

  /** Returns the blocks that wait for a place of a size that has none left, with that size. */
  public Map<BlockCacheKey, Integer> waiting(BucketSizes free) {
    Map<BlockCacheKey, Integer> sizes = new HashMap<>();
    for (BlockCacheKey key : cache.ramCache.delegate.keySet()) {
      BucketCache.RAMQueueEntry entry = cache.ramCache.get(key);
      if (entry != null) {
        int size = sizeFor(writer.bytes(entry.getData()));
        entry.getData().release();
        if (size >= 0 && free.free(size) == 0) {
          sizes.put(key, size);
        }
      }
    }
    return sizes;
  }

  private int sizeFor(int bytes) {
    BucketAllocator.BucketSizeInfo size = cache.getAllocator().roundUpToBucketSizeInfo(bytes);
    return size == null ? -1 : size.sizeIndex();
  }

  /** Returns the number of places of a bucket that are free. */
  public int freeIn(int bucket) {
    return cache.getAllocator().getBuckets()[bucket].freeCount();
  }

  /** Returns the index of the bucket in which a block is. */
  public int bucketOf(HBaseReferenceCounted place) {
    return cache.getAllocator().getBucketIndex(((BucketEntry) place).offset());
  }

  /** Returns the index of the size of a bucket's places. */
  public int sizeOf(int bucket) {
    return cache.getAllocator().getBuckets()[bucket].sizeIndex();
  }

  /** Returns the index of the size of a block's place. */
  public int sizeOf(HBaseReferenceCounted place) {
    return cache.getAllocator().sizeIndexOfAllocation(((BucketEntry) place).offset());
  }

  /** Whether a response still refers to a block, so that its place stays taken for now. */
  public boolean isReferenced(HBaseReferenceCounted place) {
    return ((BucketEntry) place).isRpcRef();
  }

  /** Returns a number that grows with the time of the last access. */
  public long lastAccess(HBaseReferenceCounted place) {
    return ((BucketEntry) place).getAccessCounter();
  }

  /**
   * Makes an empty bucket belong to a size that has no free place. Does nothing if there is none.
   */
  public void assignEmptyBucket(int size, BucketSizes sizes) {
    BucketAllocator allocator = cache.getAllocator();
    synchronized (allocator) {
      int bytes = sizes.bytes(size);
      try {
        allocator.freeBlock(allocator.allocateBlock(bytes), bytes);
      } catch (IOException noEmptyBucket) {
        return;
      }
    }
  }

  /**
   * Stores blocks of a bucket again in other buckets of its size, in the calling thread. A block
   * that changes meanwhile, or finds no place there, stays.
   *
   * @throws IOException if they cannot be written
   */
  public void moveOut(int bucket, Map<BlockCacheKey, HBaseReferenceCounted> blocks)
      throws IOException {
    List<Long> kept = new ArrayList<>();
    int bytes = cache.getAllocator().getBuckets()[bucket].getItemAllocationSize();
    Map<BlockCacheKey, BucketEntry> copies = new HashMap<>();
    boolean entered = false;
    try {
      for (Map.Entry<BlockCacheKey, HBaseReferenceCounted> each : blocks.entrySet()) {
        if (!keepOut(bucket, bytes, kept)) {
          break;
        }
        BucketEntry copy = store(each.getKey(), (BucketEntry) each.getValue());
        if (copy != null) {
          copies.put(each.getKey(), copy);
        }
      }
      // As BucketCache does, has all of it on the media before the map says where it is.
      cache.ioEngine.sync();
      copies.forEach((key, copy) -> enter(key, copy, blocks.get(key)));
      entered = true;
    } finally {
      kept.forEach(place -> cache.getAllocator().freeBlock(place, bytes));
      if (!entered) {
        copies.values().forEach(BucketEntry::release);
      }
    }
  }

  /**
   * Takes the places of a bucket as long as blocks of its size would go into it. Returns whether
   * they go elsewhere then.
   */
  private boolean keepOut(int bucket, int bytes, List<Long> kept) throws IOException {
    BucketAllocator allocator = cache.getAllocator();
    synchronized (allocator) {
      try {
        long place = allocator.allocateBlock(bytes);
        while (allocator.getBucketIndex(place) == bucket) {
          kept.add(place);
          place = allocator.allocateBlock(bytes);
        }
        allocator.freeBlock(place, bytes);
        return true;
      } catch (CacheFullException noneElsewhere) {
        return false;
      }
    }
  }

  /** Writes a copy of a block; returns where it is now, too, null if it is gone. */
  private @Nullable BucketEntry store(BlockCacheKey key, BucketEntry before) throws IOException {
    Cacheable block = cache.getBlock(key, false, true, false);
    if (block == null) {
      return null;
    }
    Cacheable onHeap = ArgusBlockCopy.onHeapIfPooled(block);
    Cacheable copy = block;
    if (onHeap != null) {
      block.release();
      copy = onHeap;
    }
    try {
      return writer.write(key, copy, before);
    } finally {
      copy.release();
    }
  }

  private void enter(BlockCacheKey key, BucketEntry copy, @Nullable HBaseReferenceCounted before) {
    if (stored.apply(key) == before) {
      cache.putIntoBackingMap(withoutRegion(key), copy);
    } else {
      copy.release();
    }
  }

  /**
   * The map keeps the key that it has. This one is equal and names no region, so that HBase does
   * not add the block to what is cached of the region, of which it is a part already.
   */
  private static BlockCacheKey withoutRegion(BlockCacheKey key) {
    return new BlockCacheKey(
        key.getHfileName(), key.getOffset(), key.isPrimary(), key.getBlockType());
  }
}
