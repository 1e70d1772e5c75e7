package io.argus.regionserver.cache;

import io.argus.core.Plan;
import io.argus.core.Reservation;
import io.argus.core.TenantId;
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
 * <p>While it lends (see {@link Plan#lending}), a tenant may use more than its reservation as long
 * as others leave theirs unused. When a put makes the whole exceed its capacity, blocks are evicted
 * from the partition that is furthest over its reservation in proportion; <b>a tenant within its
 * reservation never loses a block to another</b>. When it does not lend, every partition is cut off
 * at its reservation. A tenant that no plan names has a reservation of 0 and lives on what others
 * leave. Blocks of HBase's own tables belong to {@link #SYSTEM}: what they use, up to {@value
 * #SYSTEM_PART} of the capacity, is taken off before shares are reckoned and is lost to no tenant.
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
  public static final TenantId SYSTEM = TenantId.of("hbase.system");

  /** Most of the capacity, 0..1, that is protected for {@link #SYSTEM}. */
  public static final double SYSTEM_PART = 0.05;

  /** What an entry costs on the heap beside key and block: entry, map node, table slot. */
  public static final long ENTRY_HEAP_BYTES = 136;

  private static final int MOST_ATTEMPTS = 2 * EvictionOrder.MOST_SECOND_CHANCES;

  private final BlockReferences<K, V> references;
  private final ConcurrentHashMap<K, CacheEntry<K, V>> map = new ConcurrentHashMap<>();
  private final FileIndex<K, V> files = new FileIndex<>();
  private final ConcurrentHashMap<TenantId, Partition<K, V>> index = new ConcurrentHashMap<>();
  private final AtomicLong usedBytes = new AtomicLong();
  private final AtomicLong stamps = new AtomicLong();
  private final Partition<K, V> system;

  // Configuration, written under the monitor of this.
  private volatile long capacityBytes;
  private volatile boolean isolating = true;
  private volatile boolean lending = true;
  private volatile Plan plan;

  /** Above 1 where rounding made the plan's shares exceed 1 together. */
  private volatile double shareSum = 1;

  /** Replaced, never changed. */
  private volatile List<Partition<K, V>> partitions = Collections.emptyList();

  /**
   * Returns an empty cache that lends, with no reservations yet.
   *
   * @throws IllegalArgumentException if the capacity is negative
   */
  public PartitionedCache(long capacityBytes, BlockReferences<K, V> references) {
    requireCapacity(capacityBytes);
    this.capacityBytes = capacityBytes;
    this.references = references;
    this.plan = Plan.equal(0, 0, Collections.emptyList());
    this.system = partition(SYSTEM);
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
    partition(tenant).miss();
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
    Partition<K, V> partition = partition(tenant);
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
      partition = partition(tenant);
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
    partitions.forEach(this::makeRoom);
  }

  /** Puts the reservations of a plan in force; partitions that stay without any use are dropped. */
  public synchronized void apply(Plan newPlan) {
    plan = newPlan;
    shareSum =
        Math.max(1, newPlan.reservations().stream().mapToDouble(Reservation::cacheShare).sum());
    lending = newPlan.lending();
    for (Reservation reservation : newPlan.reservations()) {
      partition(reservation.tenant());
    }
    List<Partition<K, V>> kept = new ArrayList<>();
    for (Partition<K, V> partition : partitions) {
      partition.share(plannedShare(partition.tenant()));
      if (isOutOfUse(partition)) {
        index.remove(partition.tenant(), partition);
      } else {
        kept.add(partition);
      }
    }
    partitions = kept;
    kept.forEach(this::makeRoom);
  }

  /** Begins, or ceases, to keep the tenants' blocks apart. What is cached stays. */
  public synchronized void isolate(boolean nowIsolating) {
    isolating = nowIsolating;
    partitions.forEach(this::makeRoom);
  }

  private boolean isOutOfUse(Partition<K, V> partition) {
    return partition != system
        && !plan.reservation(partition.tenant()).isPresent()
        && partition.retireIfEmpty();
  }

  private double plannedShare(TenantId tenant) {
    return plan.reservation(tenant).map(Reservation::cacheShare).orElse(0.0) / shareSum;
  }

  private Partition<K, V> partition(TenantId tenant) {
    Partition<K, V> partition = index.get(tenant);
    return partition == null ? newPartition(tenant) : partition;
  }

  private synchronized Partition<K, V> newPartition(TenantId tenant) {
    Partition<K, V> present = index.get(tenant);
    if (present != null) {
      return present;
    }
    Partition<K, V> created = new Partition<>(tenant, map, files, usedBytes, stamps);
    created.share(plannedShare(tenant));
    List<Partition<K, V>> extended = new ArrayList<>(partitions);
    extended.add(created);
    partitions = extended;
    index.put(tenant, created);
    return created;
  }

  /** Bytes that belong to a partition whatever the others do. */
  private long limitBytes(Partition<K, V> partition) {
    return partition == system
        ? mostSystemBytes()
        : limitBytes(partition, capacityBytes - protectedSystemBytes());
  }

  private long limitBytes(Partition<K, V> partition, long tenantBytes) {
    return (long) (partition.share() * tenantBytes);
  }

  private long mostSystemBytes() {
    return (long) (SYSTEM_PART * capacityBytes);
  }

  private long protectedSystemBytes() {
    return Math.min(system.usedBytes(), mostSystemBytes());
  }

  private long mostBytes(Partition<K, V> partition) {
    return lending || !isolating ? capacityBytes : limitBytes(partition);
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
      Partition<K, V> victim = furthestOver();
      if (victim == null || !evictAbove(victim, limitBytes(victim))) {
        failures++;
      }
    }
  }

  /** Evicts by the order that {@link EvictionOrder} would have if it had the blocks of all. */
  private void makeSharedRoom() {
    for (int failures = 0; usedBytes.get() > capacityBytes && failures < MOST_ATTEMPTS; ) {
      boolean anyway = failures >= EvictionOrder.MOST_SECOND_CHANCES;
      CacheEntry<K, V> victim = oldestOfAll(anyway);
      if (victim == null) {
        failures++;
      } else {
        giveUp(victim);
        failures = 0;
      }
    }
  }

  private @Nullable CacheEntry<K, V> oldestOfAll(boolean anyway) {
    List<Partition<K, V>> all = partitions;
    Priority priority =
        EvictionOrder.mostOver(
            bytes(all, Priority.SINGLE_ACCESS),
            bytes(all, Priority.MULTI_ACCESS),
            bytes(all, Priority.IN_MEMORY));
    Partition<K, V> holder = null;
    long oldest = Long.MAX_VALUE;
    for (Partition<K, V> partition : all) {
      long stamp = partition.oldestStamp(priority);
      if (stamp < oldest) {
        oldest = stamp;
        holder = partition;
      }
    }
    return holder == null ? null : holder.evictOldest(priority, anyway);
  }

  private static <K, V> long bytes(List<Partition<K, V>> all, Priority priority) {
    long bytes = 0;
    for (Partition<K, V> partition : all) {
      bytes += partition.bytes(priority);
    }
    return bytes;
  }

  private boolean evictAbove(Partition<K, V> partition, long limitBytes) {
    CacheEntry<K, V> victim = partition.evictAbove(limitBytes);
    if (victim == null) {
      return false;
    }
    giveUp(victim);
    return true;
  }

  /** Returns the partition of the highest bytes used / bytes reserved, if any is above 1. */
  private @Nullable Partition<K, V> furthestOver() {
    Partition<K, V> furthest = null;
    double highest = 1;
    long mostUnreserved = 0;
    long tenantBytes = capacityBytes - protectedSystemBytes();
    List<Partition<K, V>> all = partitions;
    for (int i = 0; i < all.size(); i++) {
      Partition<K, V> partition = all.get(i);
      long used = partition.usedBytes();
      long limit = partition == system ? mostSystemBytes() : limitBytes(partition, tenantBytes);
      if (limit > 0 && used > limit * highest) {
        furthest = partition;
        highest = (double) used / limit;
      } else if (limit == 0 && used > mostUnreserved) {
        furthest = partition;
        highest = Double.POSITIVE_INFINITY;
        mostUnreserved = used;
      }
    }
    return furthest;
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
    for (Partition<K, V> partition : partitions) {
      statistics.add(partition.statistics(limitBytes(partition)));
    }
    return statistics;
  }
}
