package io.argus.hbase2.cache;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.TenantBlockIndex;
import io.argus.regionserver.cache.CacheEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketPlaces;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketSizes;
import org.apache.hadoop.hbase.nio.HBaseReferenceCounted;

/**
 * Finds places for blocks of a size of which a BucketCache has none left, although it is within its
 * size. Blocks of a tenant within its reservation are moved, never evicted.
 *
 * <p>First it evicts blocks of that size of tenants above their reservation, those not accessed for
 * longest first. If there are none, it empties buckets of other sizes, those with the fewest blocks
 * to move: blocks of tenants above their reservation are evicted, the others are stored again in
 * free places elsewhere. The buckets then belong to the size that needs them. If that fails, too,
 * the tenants whose blocks wait lose others of their own: more is being written than the index
 * knows of.
 *
 * <p>Looks at every block of the cache, so each call frees several places; it keeps only what it is
 * going to evict or move, and a few bytes for each bucket. Safe for use by any thread; one makes
 * room at a time.
 */
final class RoomMaker {
  /** Of the blocks of a size, one of so many is evicted. */
  private static final int EVICTED_PART = 50;

  /** Of the buckets of other sizes, one of so many is emptied. */
  private static final int EMPTIED_PART = 100;

  private final BucketPlaces places;
  private final TenantBlockIndex<BlockCacheKey, HBaseReferenceCounted> index;

  RoomMaker(BucketPlaces places, TenantBlockIndex<BlockCacheKey, HBaseReferenceCounted> index) {
    this.places = places;
    this.index = index;
  }

  /** What is in the buckets of other sizes than the one that is missing. */
  private final class OtherBuckets {
    /** Buckets with blocks, and those whose blocks a response still refers to. */
    private final BitSet inUse = new BitSet();

    private final BitSet referenced = new BitSet();

    /** How many blocks of each bucket may not be evicted. */
    private final int[] kept = new int[places.bucketCount()];

    void add(HBaseReferenceCounted stored, boolean evictable) {
      int bucket = places.bucketOf(stored);
      inUse.set(bucket);
      kept[bucket] += evictable ? 0 : 1;
      if (places.isReferenced(stored)) {
        referenced.set(bucket);
      }
    }

    /** Returns the buckets to empty, those with the fewest blocks to move first. */
    private Map<Integer, List<CacheEntry<BlockCacheKey, HBaseReferenceCounted>>> choose(
        BucketSizes sizes) {
      int most = 1 + inUse.cardinality() / EMPTIED_PART;
      inUse.andNot(referenced);
      PrimitiveIterator.OfInt fewestFirst =
          inUse.stream()
              .boxed()
              .sorted((one, other) -> Integer.compare(kept[one], kept[other]))
              .mapToInt(Integer::intValue)
              .iterator();
      Map<Integer, List<CacheEntry<BlockCacheKey, HBaseReferenceCounted>>> chosen =
          new LinkedHashMap<>();
      while (fewestFirst.hasNext() && chosen.size() < most) {
        int bucket = fewestFirst.nextInt();
        int size = places.sizeOf(bucket);
        int free = places.freeIn(bucket);
        if (sizes.canEmpty(size, free, kept[bucket])) {
          sizes.emptied(size, free, kept[bucket]);
          chosen.put(bucket, new ArrayList<>());
        }
      }
      return chosen;
    }
  }

  /** Returns whether there may be a place now for a block that had none. */
  synchronized boolean makeRoom() throws IOException {
    BucketSizes sizes = places.sizes();
    Map<BlockCacheKey, Integer> waiting = places.waiting(sizes);
    return waiting.isEmpty() || makeRoom(sizes, waiting);
  }

  /**
   * Makes room for blocks.
   *
   * @param waiting the blocks, with their size
   */
  synchronized boolean makeRoom(BucketSizes sizes, Map<BlockCacheKey, Integer> waiting)
      throws IOException {
    int missing = waiting.values().iterator().next();
    Set<TenantId> owners =
        waiting.keySet().stream().map(index::ownerOf).collect(Collectors.toSet());
    Map<TenantId, Long> excess = index.excessBytes();
    int most = 1 + (int) (sizes.used(missing) / EVICTED_PART);
    Lowest<CacheEntry<BlockCacheKey, HBaseReferenceCounted>> ofThatSize = new Lowest<>(most);
    Lowest<CacheEntry<BlockCacheKey, HBaseReferenceCounted>> ofTheOwners = new Lowest<>(most);
    OtherBuckets others = new OtherBuckets();
    for (CacheEntry<BlockCacheKey, HBaseReferenceCounted> entry : index.blocks().entries()) {
      HBaseReferenceCounted stored = entry.block();
      boolean evictable = excess.getOrDefault(entry.tenant(), 0L) > 0;
      if (places.sizeOf(stored) != missing) {
        others.add(stored, evictable);
      } else if (!places.isReferenced(stored)) {
        if (evictable) {
          ofThatSize.offer(entry, places.lastAccess(stored));
        } else if (owners.contains(entry.tenant())) {
          ofTheOwners.offer(entry, places.lastAccess(stored));
        }
      }
    }
    if (evict(ofThatSize, excess) || empty(others.choose(sizes), sizes, missing, excess)) {
      return true;
    }
    owners.forEach(owner -> excess.put(owner, Long.MAX_VALUE));
    return evict(ofTheOwners, excess);
  }

  private boolean evict(
      Lowest<CacheEntry<BlockCacheKey, HBaseReferenceCounted>> oldest, Map<TenantId, Long> excess) {
    int evicted = 0;
    for (CacheEntry<BlockCacheKey, HBaseReferenceCounted> entry : oldest.ascending()) {
      evicted += evict(entry, excess) ? 1 : 0;
    }
    return evicted > 0;
  }

  /** Evicts a block while its owner is above its reservation. */
  private boolean evict(
      CacheEntry<BlockCacheKey, HBaseReferenceCounted> entry, Map<TenantId, Long> excess) {
    long above = excess.getOrDefault(entry.tenant(), 0L);
    if (above <= 0 || !index.blocks().displace(entry.key())) {
      return false;
    }
    excess.put(entry.tenant(), above - entry.heapBytes());
    return true;
  }

  private boolean empty(
      Map<Integer, List<CacheEntry<BlockCacheKey, HBaseReferenceCounted>>> buckets,
      BucketSizes sizes,
      int missing,
      Map<TenantId, Long> excess)
      throws IOException {
    if (buckets.isEmpty()) {
      return false;
    }
    BitSet chosen = new BitSet(); // a map alone would box the number of each block's bucket
    buckets.keySet().forEach(chosen::set);
    for (CacheEntry<BlockCacheKey, HBaseReferenceCounted> entry : index.blocks().entries()) {
      int bucket = places.bucketOf(entry.block());
      List<CacheEntry<BlockCacheKey, HBaseReferenceCounted>> ofBucket =
          chosen.get(bucket) ? buckets.get(bucket) : null;
      if (ofBucket != null) {
        ofBucket.add(entry);
      }
    }
    for (Map.Entry<Integer, List<CacheEntry<BlockCacheKey, HBaseReferenceCounted>>> bucket :
        buckets.entrySet()) {
      Map<BlockCacheKey, HBaseReferenceCounted> kept = new HashMap<>();
      for (CacheEntry<BlockCacheKey, HBaseReferenceCounted> entry : bucket.getValue()) {
        if (!evict(entry, excess)) {
          kept.put(entry.key(), entry.block());
        }
      }
      places.moveOut(bucket.getKey(), kept);
      places.assignEmptyBucket(missing, sizes);
    }
    return true;
  }
}
