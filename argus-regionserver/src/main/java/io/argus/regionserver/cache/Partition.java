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
 * it is in the eviction order and in the file index, and the bytes in use are their sum. An entry
 * is removed from the map by identity, so that one remover wins and subtracts its size once.
 *
 * <p>Safe for use by any thread. No thread holds the locks of two partitions.
 */
final class Partition<K, V> {
  /** The result of an attempt to link an entry. */
  enum Linking {
    LINKED,
    /** The map has an entry of that key already. */
    PRESENT,
    /** The partition is no longer in use: the caller has to look it up again. */
    RETIRED
  }

  final TenantId tenant;
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

  /** Records an access for the reuse curve: a hit, or a block put after a miss. */
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

  /** Unlinks an entry of this partition. Returns false if another thread did. */
  synchronized boolean remove(CacheEntry<K, V> entry) {
    if (!map.remove(entry.key(), entry)) {
      return false;
    }
    removals++;
    unlink(entry);
    return true;
  }

  /** Evicts the next block of the eviction order if more bytes than the limit are in use. */
  synchronized @Nullable CacheEntry<K, V> evictAbove(long limitBytes) {
    return evict(usedBytes > limitBytes ? order.next() : null);
  }

  /** Evicts the oldest block of a priority, see {@link EvictionOrder#oldest}. */
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

  /** Lowers the total first: a total above the capacity then shows in some partition's bytes. */
  private void unlink(CacheEntry<K, V> entry) {
    order.remove(entry);
    files.remove(entry);
    totalBytes.addAndGet(-entry.heapBytes());
    usedBytes = order.bytes();
  }

  /** Retires the partition if it is empty; returns whether it is retired. */
  synchronized boolean retireIfEmpty() {
    retired |= order.count() == 0;
    return retired;
  }

  synchronized PartitionStatistics statistics(long limitBytes) {
    Map<Priority, Long> bytes = new EnumMap<>(Priority.class);
    for (Priority priority : Priority.values()) {
      bytes.put(priority, order.bytes(priority));
    }
    PartitionStatistics statistics =
        new PartitionStatistics(tenant, limitBytes, order.count(), bytes, reuse.counts(accesses()));
    statistics.hits = hits.sum();
    statistics.misses = misses.sum();
    statistics.insertions = insertions.sum();
    statistics.evictions = evictions;
    statistics.removals = removals;
    statistics.rejections = rejections.sum();
    return statistics;
  }
}
