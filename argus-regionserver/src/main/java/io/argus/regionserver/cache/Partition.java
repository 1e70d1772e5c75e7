package io.argus.regionserver.cache;

import io.argus.core.tenant.TenantId;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one tenant in a {@link PartitionedCache}, with their eviction order and counters.
 *
 * <p>Invariant under its lock: an entry of this partition is in the map of all entries exactly if
 * it is in the eviction order and in the file index, and the bytes in use are the sum over them.
 * Each entry is removed from the map by identity, so that one remover wins and sizes are subtracted
 * once.
 *
 * <p>Safe for use by any thread. Its lock is never held together with another partition's.
 */
final class Partition<K, V> {
  /** What became of an attempt to link an entry. */
  enum Linking {
    LINKED,
    /** The map has an entry of that key, which stays. */
    PRESENT,
    /** The partition is no longer in use; look it up again. */
    RETIRED
  }

  private final TenantId tenant;
  private final ConcurrentHashMap<K, CacheEntry<K, V>> map;
  private final FileIndex<K, V> files;
  private final AtomicLong totalBytes;

  // Configuration.
  private volatile double share;

  // Live state, guarded by this; usedBytes is read without.
  private final EvictionOrder<K, V> order;
  private boolean retired;
  private volatile long usedBytes;

  // Counters.
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder rejections = new LongAdder();
  private final LongAdder insertions = new LongAdder();
  private final BlockReuse reuse = new BlockReuse();
  private long evictions;
  private long removals;

  Partition(
      TenantId tenant,
      ConcurrentHashMap<K, CacheEntry<K, V>> map,
      FileIndex<K, V> files,
      AtomicLong totalBytes,
      AtomicLong stamps) {
    this.order = new EvictionOrder<>(stamps::incrementAndGet);
    this.tenant = tenant;
    this.map = map;
    this.files = files;
    this.totalBytes = totalBytes;
  }

  TenantId tenant() {
    return tenant;
  }

  double share() {
    return share;
  }

  void share(double newShare) {
    share = newShare;
  }

  long usedBytes() {
    return usedBytes;
  }

  void hit() {
    hits.increment();
  }

  /** Takes note of a hit, or of a block that came in because a lookup had missed it. */
  void accessed(K key, long heapBytes, long capacityBytes) {
    reuse.access(key.hashCode(), heapBytes, capacityBytes, this::accesses);
  }

  private long accesses() {
    return hits.sum() + insertions.sum();
  }

  void miss() {
    misses.increment();
  }

  void reject() {
    rejections.increment();
  }

  synchronized Linking link(CacheEntry<K, V> entry) {
    if (retired) {
      return Linking.RETIRED;
    }
    if (map.putIfAbsent(entry.key(), entry) != null) {
      return Linking.PRESENT;
    }
    order.add(entry);
    files.add(entry);
    insertions.increment();
    usedBytes = order.bytes();
    totalBytes.addAndGet(entry.heapBytes());
    return Linking.LINKED;
  }

  /** Unlinks an entry of this partition; returns false if somebody else did. */
  synchronized boolean remove(CacheEntry<K, V> entry) {
    if (!map.remove(entry.key(), entry)) {
      return false;
    }
    removals++;
    unlink(entry);
    return true;
  }

  /** Unlinks and returns the next block of the eviction order if more than that is in use. */
  synchronized @Nullable CacheEntry<K, V> evictAbove(long limitBytes) {
    return evict(usedBytes > limitBytes ? order.next() : null);
  }

  /** Unlinks and returns the oldest block of a priority, see {@link EvictionOrder#oldest}. */
  synchronized @Nullable CacheEntry<K, V> evictOldest(Priority priority, boolean anyway) {
    return evict(order.oldest(priority, anyway));
  }

  private @Nullable CacheEntry<K, V> evict(@Nullable CacheEntry<K, V> victim) {
    if (victim == null) {
      return null;
    }
    map.remove(victim.key(), victim);
    evictions++;
    unlink(victim);
    return victim;
  }

  synchronized long bytes(Priority priority) {
    return order.bytes(priority);
  }

  synchronized long oldestStamp(Priority priority) {
    return order.oldestStamp(priority);
  }

  /** Lowers the total first, so that a total above the capacity shows in some partition's bytes. */
  private void unlink(CacheEntry<K, V> entry) {
    order.remove(entry);
    files.remove(entry);
    totalBytes.addAndGet(-entry.heapBytes());
    usedBytes = order.bytes();
  }

  /** Puts the partition out of use if it is empty; returns whether it is out of use. */
  synchronized boolean retireIfEmpty() {
    retired |= order.count() == 0;
    return retired;
  }

  synchronized PartitionStatistics statistics(long limitBytes) {
    Map<Priority, Long> bytes = new EnumMap<>(Priority.class);
    for (Priority priority : Priority.values()) {
      bytes.put(priority, order.bytes(priority));
    }
    PartitionStatistics.Counts counts = new PartitionStatistics.Counts();
    counts.hits = hits.sum();
    counts.misses = misses.sum();
    counts.insertions = insertions.sum();
    counts.evictions = evictions;
    counts.removals = removals;
    counts.rejections = rejections.sum();
    counts.reuse = reuse.counts(accesses());
    return new PartitionStatistics(tenant, limitBytes, order.count(), bytes, counts);
  }
}
