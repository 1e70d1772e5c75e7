package org.apache.hadoop.hbase.io.hfile.bucket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.ArgusBlockCopy;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockPriority;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.jspecify.annotations.Nullable;

/**
 * The places of a BucketCache. The cache consists of buckets; each bucket is divided into places of
 * one of the configured sizes. A bucket can change to another size only while it is empty.
 *
 * <p>Safe for use by any thread.
 */
public final class BucketPlaces {
  private final BucketCache cache;
  private final LongAdder storedBytes;
  private final LongAdder storedBlocks;

  /**
   * @param storedBytes the cache's own count of the bytes it stores
   * @param storedBlocks the cache's own count of blocks
   */
  BucketPlaces(BucketCache cache, LongAdder storedBytes, LongAdder storedBlocks) {
    this.cache = cache;
    this.storedBytes = storedBytes;
    this.storedBlocks = storedBlocks;
  }

  /** Returns the number of free places of each size. */
  public long[] free() {
    BucketAllocator allocator = cache.getAllocator();
    synchronized (allocator) {
      BucketAllocator.IndexStatistics[] sizes = allocator.getIndexStatistics();
      long[] free = new long[sizes.length];
      for (int i = 0; i < free.length; i++) {
        free[i] = sizes[i].freeCount();
      }
      return free;
    }
  }

  /** Returns the number of buckets of each size. The last bucket of a size never changes it. */
  public int[] buckets() {
    BucketAllocator allocator = cache.getAllocator();
    synchronized (allocator) {
      int[] buckets = new int[allocator.getIndexStatistics().length];
      for (BucketAllocator.Bucket bucket : allocator.getBuckets()) {
        if (!bucket.isUninstantiated()) {
          buckets[bucket.sizeIndex()]++;
        }
      }
      return buckets;
    }
  }

  /** Returns the blocks that wait for a place of a size that has none left, with that size. */
  public Map<BlockCacheKey, Integer> waiting(long[] free) {
    Map<BlockCacheKey, Integer> sizes = new HashMap<>();
    for (BlockCacheKey key : cache.ramCache.delegate.keySet()) {
      BucketCache.RAMQueueEntry entry = cache.ramCache.get(key);
      if (entry != null) {
        int size = sizeOf(entry.getData().getSerializedLength());
        entry.getData().release();
        if (size >= 0 && free[size] == 0) {
          sizes.put(key, size);
        }
      }
    }
    return sizes;
  }

  private int sizeOf(int bytes) {
    BucketAllocator.BucketSizeInfo size =
        cache.getAllocator().roundUpToBucketSizeInfo(bytes + (isTimed() ? Long.BYTES : 0));
    return size == null ? -1 : size.sizeIndex();
  }

  /** Whether a block is stored with the time when it was. */
  private boolean isTimed() {
    return cache.isCachePersistent() && cache.ioEngine instanceof FileIOEngine;
  }

  /** Returns the number of places of a bucket that are free. */
  public int freeIn(int bucket) {
    return cache.getAllocator().getBuckets()[bucket].freeCount();
  }

  /** Returns the index of the bucket in which a block is. */
  public int bucketOf(BucketEntry stored) {
    return cache.getAllocator().getBucketIndex(stored.offset());
  }

  /** Returns the index of the size of a block's place. */
  public int sizeOf(BucketEntry stored) {
    return cache.getAllocator().sizeIndexOfAllocation(stored.offset());
  }

  /** Whether a response still refers to a block, so that its place stays taken for now. */
  public boolean isReferenced(BucketEntry stored) {
    return stored.isRpcRef();
  }

  /** Returns a number that grows with the time of the last access. */
  public long lastAccess(BucketEntry stored) {
    return stored.getAccessCounter();
  }

  /**
   * Makes an empty bucket belong to a size that has no free place. Does nothing if there is none.
   */
  public void assignEmptyBucket(int size) {
    BucketAllocator allocator = cache.getAllocator();
    synchronized (allocator) {
      int bytes = (int) allocator.getIndexStatistics()[size].itemSize();
      try {
        allocator.freeBlock(allocator.allocateBlock(bytes), bytes);
      } catch (IOException noEmptyBucket) {
        return;
      }
    }
  }

  /** Returns a copy of a stored block on the heap, null if it is gone. */
  public @Nullable Cacheable copy(BlockCacheKey key) {
    Cacheable block = cache.getBlock(key, false, true, false);
    if (block == null) {
      return null;
    }
    Cacheable copy = ArgusBlockCopy.onHeapIfPooled(block);
    if (copy == null) {
      return block;
    }
    block.release();
    return copy;
  }

  /**
   * Stores a copied block at once, in the calling thread.
   *
   * @param before where it was stored
   * @throws IOException if there is no place for it, or it cannot be written
   */
  public void store(BlockCacheKey key, Cacheable copy, BucketEntry before) throws IOException {
    boolean inMemory = before.getPriority() == BlockPriority.MEMORY;
    BucketCache.RAMQueueEntry entry =
        new BucketCache.RAMQueueEntry(key, copy, before.getAccessCounter(), inMemory, isTimed());
    BucketEntry stored =
        entry.writeToCache(
            cache.ioEngine,
            cache.getAllocator(),
            storedBytes,
            // as its createRecycler, which is private before HBase 2.6.2
            written -> () -> cache.freeBucketEntry(written),
            ByteBuffer.allocate(HFileBlock.BLOCK_METADATA_SPACE));
    if (stored != null) {
      storedBlocks.increment();
      cache.putIntoBackingMap(key, stored);
    }
  }
}
