package io.argus.regionserver.cache;

import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A block cache of fixed size in which every tenant has a partition of its own, as large as its
 * reservation: cache share x capacity.
 *
 * <p>While it lends (see {@link Plan#borrowing}), a tenant may use more than its reservation as
 * long as others leave theirs unused. When a put makes the whole exceed its capacity, blocks are
 * evicted from the partition that is furthest over its reservation in proportion; <b>a tenant
 * within its reservation never loses a block to another</b>. When it does not lend, every partition
 * is cut off at its reservation. A tenant that no plan names has a reservation of 0 and lives on
 * what others leave. Blocks of HBase's own tables belong to {@link #SYSTEM}: what they use, up to
 * {@value #SYSTEM_PART} of the capacity, is taken off before shares are reckoned and is lost to no
 * tenant.
 *
 * <p>While it does not isolate, all blocks are in one LRU over the whole capacity, whosever they
 * are, and reservations have no effect; who owns what is counted all the same.
 *
 * <p>There are no background threads and no fill factor: a put evicts at once what it displaces, a
 * smaller size or, without lending, a smaller reservation is in force when the call that sets it
 * returns, and a partition is used to its full size. Concurrent puts may exceed the capacity by a
 * block each until they return.
 *
 * <p>Safe for use by any thread. A hit waits for no lock.
 *
 * @param <K> names a block
 * @param <V> a block
 */
public final class PartitionedCache<K, V> {
  /*
   * One map of all entries; each entry belongs to a partition whose lock guards the entry's
   * presence in map, eviction order and file index together (see Partition). Reference counts are
   * taken and given back outside of all locks. A hit that meets an entry whose block has just been
   * freed by an eviction is a miss.
   *
   * Room is made one block at a time: read the total, pick the partition furthest over without a
   * lock, evict there if under its lock it is still over. Two threads may each evict for the same
   * excess, which costs a block too many but never one of a tenant within its reservation. Since
   * the reservations and the system's protected bytes sum to the capacity at most, a total above
   * it means that somebody is over; a thread that finds nobody has read figures in motion and
   * tries again. O(tenants) per eviction, over an array.
   */

  /** Owns the blocks of HBase's own tables; no plan's share applies to it. */
  public static final TenantId SYSTEM = TenantId.SYSTEM;

  /** Most of the capacity, 0..1, that is protected for {@link #SYSTEM}. */
  public static final double SYSTEM_PART = 0.05;

  /** What an entry costs on the heap beside key and block: entry, map node, table slot. */
  public static final long ENTRY_HEAP_BYTES = 136;

  private static final int MOST_ATTEMPTS = 2 * EvictionOrder.MOST_SECOND_CHANCES;

  private final BlockReferences<K, V> references;
  private final ConcurrentHashMap<K, CacheEntry<K, V>> map = new ConcurrentHashMap<>();
  private final FileIndex<K, V> files = new FileIndex<>();
  private final AtomicLong usedBytes = new AtomicLong();
  private final AtomicLong stamps = new AtomicLong();
  private final Partitions<K, V> partitions =
      new Partitions<>(tenant -> new Partition<>(tenant, map, files, usedBytes, stamps));

  // Configuration, written under the monitor of this.
  private volatile long capacityBytes;
  private volatile boolean isolating = true;

  /**
   * Returns an empty cache that lends, with no reservations yet.
   *
   * @throws IllegalArgumentException if the capacity is negative
   */
  public PartitionedCache(long capacityBytes, BlockReferences<K, V> references) {
    requireCapacity(capacityBytes);
    this.capacityBytes = capacityBytes;
    this.references = references;
  }

  private static void requireCapacity(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "cache capacity is " + bytes + " bytes: must not be below 0");
    }
  }

  /**
   * Returns the block of that key with a reference taken for the caller, null if it is not cached.
   * A hit counts for the tenant whose block it is; a miss is for the caller to {@link #miss
   * report}.
   */
  public @Nullable V get(K key) {
    CacheEntry<K, V> entry = map.get(key);
    if (entry == null || !references.retain(entry.block())) {
      return null;
    }
    entry.touch();
    entry.partition().hit();
    entry.partition().accessed(key, entry.heapBytes(), capacityBytes);
    return entry.block();
  }

  /** Counts a lookup by that tenant that found nothing. */
  public void miss(TenantId tenant) {
    partitions.of(tenant).miss();
  }

  /** {@link #get(Object)} that reports a miss of that tenant, unless it is a second look. */
  public @Nullable V get(K key, TenantId tenant, boolean countMiss) {
    V block = get(key);
    if (block == null && countMiss) {
      miss(tenant);
    }
    return block;
  }

  public boolean contains(K key) {
    return map.containsKey(key);
  }

  /**
   * Caches a block unless its key is cached already, taking a reference of its own.
   *
   * @param file name of the block's file, by which {@link #evictFile} finds it
   * @param inMemory whether it gets in-memory priority
   * @return whether it was cached; false also if it is bigger than its partition may become
   */
  public boolean put(K key, V block, TenantId tenant, String file, boolean inMemory) {
    long heapBytes = references.heapBytes(key, block);
    Partition<K, V> partition = partitions.of(tenant);
    if (heapBytes > mostBytes(partition)) {
      partition.reject();
      return false;
    }
    if (!references.retain(block)) {
      return false;
    }
    Priority priority = inMemory ? Priority.IN_MEMORY : Priority.SINGLE_ACCESS;
    Partition.Linking linking = link(partition, key, block, heapBytes, file, priority);
    while (linking == Partition.Linking.RETIRED) {
      partition = partitions.of(tenant);
      linking = link(partition, key, block, heapBytes, file, priority);
    }
    if (linking == Partition.Linking.PRESENT) {
      references.release(block);
      return false;
    }
    references.entered(key, block, heapBytes);
    partition.accessed(key, heapBytes, capacityBytes);
    makeRoom(partition);
    return true;
  }

  private Partition.Linking link(
      Partition<K, V> partition, K key, V block, long heapBytes, String file, Priority priority) {
    return partition.link(new CacheEntry<>(key, block, heapBytes, file, priority, partition));
  }

  /** Caches a block in place of the one of that key, if any; otherwise like {@link #put}. */
  public boolean replace(K key, V block, TenantId tenant, String file, boolean inMemory) {
    evict(key);
    return put(key, block, tenant, file, inMemory);
  }

  /** Takes a block out; returns whether it was there. */
  public boolean evict(K key) {
    CacheEntry<K, V> entry = map.get(key);
    return entry != null && remove(entry);
  }

  /** Takes out the blocks of a file and returns how many there were. */
  public int evictFile(String file) {
    int count = 0;
    for (CacheEntry<K, V> entry : files.entries(file)) {
      count += remove(entry) ? 1 : 0;
    }
    return count;
  }

  /** Takes out every block. */
  public void clear() {
    for (CacheEntry<K, V> entry : map.values()) {
      remove(entry);
    }
  }

  private boolean remove(CacheEntry<K, V> entry) {
    boolean removed = entry.partition().remove(entry);
    if (removed) {
      giveUp(entry);
    }
    return removed;
  }

  private void evicted(CacheEntry<K, V> entry) {
    references.evicted(entry.key());
    giveUp(entry);
  }

  private void giveUp(CacheEntry<K, V> entry) {
    references.left(entry.key(), entry.block(), entry.heapBytes());
    references.release(entry.block());
  }

  /**
   * Sets the size of the whole, which is not exceeded any more when this returns.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public synchronized void resize(long newCapacityBytes) {
    requireCapacity(newCapacityBytes);
    capacityBytes = newCapacityBytes;
    partitions.all().forEach(this::makeRoom);
  }

  /** Puts the reservations of a plan in force; partitions that stay without any use are dropped. */
  public synchronized void apply(Plan plan) {
    partitions.apply(plan);
    partitions.all().forEach(this::makeRoom);
  }

  /** Begins, or ceases, to keep the tenants' blocks apart. What is cached stays. */
  public synchronized void isolate(boolean nowIsolating) {
    isolating = nowIsolating;
    partitions.all().forEach(this::makeRoom);
  }

  private long mostBytes(Partition<K, V> partition) {
    return partitions.lends() || !isolating
        ? capacityBytes
        : partitions.limitBytes(partition, capacityBytes);
  }

  /** Evicts until the partition and the whole are within their size. */
  private void makeRoom(Partition<K, V> partition) {
    if (!isolating) {
      makeSharedRoom();
      return;
    }
    boolean evicted = true;
    while (evicted && partition.usedBytes() > mostBytes(partition)) {
      evicted = evictAbove(partition, mostBytes(partition));
    }
    for (int failures = 0; usedBytes.get() > capacityBytes && failures < MOST_ATTEMPTS; ) {
      Partition<K, V> victim = partitions.furthestOver(capacityBytes);
      if (victim == null || !evictAbove(victim, partitions.limitBytes(victim, capacityBytes))) {
        failures++;
      }
    }
  }

  /** Evicts by the order that {@link EvictionOrder} would have if it had the blocks of all. */
  private void makeSharedRoom() {
    for (int failures = 0; usedBytes.get() > capacityBytes && failures < MOST_ATTEMPTS; ) {
      boolean anyway = failures >= EvictionOrder.MOST_SECOND_CHANCES;
      CacheEntry<K, V> victim = partitions.evictOldest(anyway);
      if (victim == null) {
        failures++;
      } else {
        evicted(victim);
        failures = 0;
      }
    }
  }

  private boolean evictAbove(Partition<K, V> partition, long limitBytes) {
    CacheEntry<K, V> victim = partition.evictAbove(limitBytes);
    if (victim == null) {
      return false;
    }
    evicted(victim);
    return true;
  }

  public long capacityBytes() {
    return capacityBytes;
  }

  public long usedBytes() {
    return usedBytes.get();
  }

  public long freeBytes() {
    return Math.max(0, capacityBytes - usedBytes.get());
  }

  public long blockCount() {
    return map.mappingCount();
  }

  /** A live, unmodifiable, weakly consistent view of all entries. */
  public Collection<CacheEntry<K, V>> entries() {
    return Collections.unmodifiableCollection(map.values());
  }

  /** Returns the statistics of every partition, in the order in which they came into being. */
  public List<PartitionStatistics> statistics() {
    List<PartitionStatistics> statistics = new ArrayList<>();
    for (Partition<K, V> partition : partitions.all()) {
      statistics.add(partition.statistics(partitions.limitBytes(partition, capacityBytes)));
    }
    return statistics;
  }
}
