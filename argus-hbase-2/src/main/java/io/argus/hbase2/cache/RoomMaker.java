package io.argus.hbase2.cache;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.TenantBlockIndex;
import io.argus.regionserver.cache.CacheEntry;
import java.io.IOException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketEntry;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketPlaces;

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
 * <p>Looks at every block of the cache, so each call frees several places. Safe for use by any
 * thread; one makes room at a time.
 */
final class RoomMaker {
  /** Of the blocks of a size that may be evicted, one of so many is. */
  private static final int EVICTED_PART = 50;

  /** Of the buckets of other sizes, one of so many is emptied. */
  private static final int EMPTIED_PART = 100;

  private final BucketPlaces places;
  private final TenantBlockIndex<BlockCacheKey, BucketEntry> index;

  RoomMaker(BucketPlaces places, TenantBlockIndex<BlockCacheKey, BucketEntry> index) {
    this.places = places;
    this.index = index;
  }

  private static final class Bucket {
    final int number;
    final int size;
    final List<CacheEntry<BlockCacheKey, BucketEntry>> evictable = new ArrayList<>();
    final List<CacheEntry<BlockCacheKey, BucketEntry>> others = new ArrayList<>();
    boolean referenced;

    Bucket(int number, int size) {
      this.number = number;
      this.size = size;
    }

    void add(CacheEntry<BlockCacheKey, BucketEntry> entry, boolean isEvictable, boolean inUse) {
      (isEvictable ? evictable : others).add(entry);
      referenced |= inUse;
    }
  }

  /** Returns whether there may be a place now for a block that had none. */
  synchronized boolean makeRoom() throws IOException {
    long[] free = places.free();
    Map<BlockCacheKey, Integer> waiting = places.waiting(free);
    if (waiting.isEmpty()) {
      return true;
    }
    int missing = waiting.values().iterator().next();
    Set<TenantId> owners =
        waiting.keySet().stream().map(index::ownerOf).collect(Collectors.toSet());
    Map<TenantId, Long> excess = index.excessBytes();
    List<CacheEntry<BlockCacheKey, BucketEntry>> ofThatSize = new ArrayList<>();
    List<CacheEntry<BlockCacheKey, BucketEntry>> ofTheOwners = new ArrayList<>();
    Map<Integer, Bucket> buckets = new HashMap<>();
    for (CacheEntry<BlockCacheKey, BucketEntry> entry : index.blocks().entries()) {
      BucketEntry stored = entry.block();
      int size = places.sizeOf(stored);
      boolean evictable = excess.getOrDefault(entry.tenant(), 0L) > 0;
      boolean referenced = places.isReferenced(stored);
      if (size != missing) {
        buckets
            .computeIfAbsent(places.bucketOf(stored), number -> new Bucket(number, size))
            .add(entry, evictable, referenced);
      } else if (evictable && !referenced) {
        ofThatSize.add(entry);
      } else if (owners.contains(entry.tenant()) && !referenced) {
        ofTheOwners.add(entry);
      }
    }
    if (evict(ofThatSize, excess) || emptyBuckets(missing, buckets.values(), excess)) {
      return true;
    }
    owners.forEach(owner -> excess.put(owner, Long.MAX_VALUE));
    return evict(ofTheOwners, excess);
  }

  private boolean evict(
      List<CacheEntry<BlockCacheKey, BucketEntry>> candidates, Map<TenantId, Long> excess) {
    int most = 1 + candidates.size() / EVICTED_PART;
    int evicted = 0;
    for (CacheEntry<BlockCacheKey, BucketEntry> entry :
        ascending(candidates, each -> places.lastAccess(each.block()))) {
      evicted += evict(entry, excess) ? 1 : 0;
      if (evicted == most) {
        break;
      }
    }
    return evicted > 0;
  }

  /** Returns elements in the order of a figure that changes meanwhile: it is read once of each. */
  static <T> List<T> ascending(Collection<T> elements, ToLongFunction<T> figure) {
    List<Map.Entry<T, Long>> read = new ArrayList<>();
    for (T each : elements) {
      read.add(new SimpleImmutableEntry<>(each, figure.applyAsLong(each)));
    }
    read.sort(Map.Entry.comparingByValue());
    return read.stream().map(Map.Entry::getKey).collect(Collectors.toList());
  }

  /** Evicts a block while its owner is above its reservation. */
  private boolean evict(CacheEntry<BlockCacheKey, BucketEntry> entry, Map<TenantId, Long> excess) {
    long above = excess.getOrDefault(entry.tenant(), 0L);
    if (above <= 0 || !index.blocks().evict(entry.key())) {
      return false;
    }
    excess.put(entry.tenant(), above - entry.heapBytes());
    return true;
  }

  private boolean emptyBuckets(int missing, Collection<Bucket> buckets, Map<TenantId, Long> excess)
      throws IOException {
    int most = 1 + buckets.size() / EMPTIED_PART;
    int emptied = 0;
    int[] ofSize = places.buckets();
    List<Bucket> inOrder = new ArrayList<>(buckets);
    inOrder.sort(Comparator.comparingInt(bucket -> bucket.others.size()));
    for (Bucket bucket : inOrder) {
      long freeElsewhere = places.free()[bucket.size] - places.freeIn(bucket.number);
      if (!bucket.referenced && ofSize[bucket.size] > 1 && bucket.others.size() <= freeElsewhere) {
        empty(bucket, missing, excess);
        ofSize[bucket.size]--;
        emptied++;
      }
      if (emptied == most) {
        break;
      }
    }
    return emptied > 0;
  }

  private void empty(Bucket bucket, int missing, Map<TenantId, Long> excess) throws IOException {
    for (CacheEntry<BlockCacheKey, BucketEntry> entry : bucket.evictable) {
      if (!evict(entry, excess)) {
        bucket.others.add(entry);
      }
    }
    Map<CacheEntry<BlockCacheKey, BucketEntry>, Cacheable> moved = new LinkedHashMap<>();
    for (CacheEntry<BlockCacheKey, BucketEntry> entry : bucket.others) {
      Cacheable copy = places.copy(entry.key());
      if (copy != null) {
        moved.put(entry, copy);
        index.blocks().evict(entry.key());
      }
    }
    // Otherwise the moved blocks would go back into the bucket.
    places.assignEmptyBucket(missing);
    try {
      for (Map.Entry<CacheEntry<BlockCacheKey, BucketEntry>, Cacheable> move : moved.entrySet()) {
        places.store(move.getKey().key(), move.getValue(), move.getKey().block());
      }
    } finally {
      moved.values().forEach(Cacheable::release);
    }
  }
}
