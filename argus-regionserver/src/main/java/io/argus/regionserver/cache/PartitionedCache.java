package io.argus.regionserver.cache;

import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A block cache of fixed size with a partition for each tenant, as large as its reservation: cache
 * share x capacity.
 *
 * <p>While the plan permits {@linkplain Plan#borrowing borrowing}, a tenant may use more than its
 * reservation as long as others leave theirs unused. When a put makes the whole cache exceed its
 * capacity, it evicts blocks from the partition that exceeds its reservation most in proportion.
 * <b>A tenant within its reservation never loses a block to another.</b> Without borrowing, every
 * partition ends at its reservation. A tenant that is not in the plan has a reservation of 0.
 *
 * <p>Blocks of system tables belong to {@link #SYSTEM}. The bytes they use, up to {@value
 * #SYSTEM_PART} of the capacity, are subtracted before shares apply, so that no tenant can evict
 * them. Those with in-memory priority, as the blocks of hbase:meta, count up to {@value
 * #SYSTEM_IN_MEMORY_PART} of the capacity, as in HBase's own cache.
 *
 * <p>While it does not isolate, reservations have no effect, and the partition whose next block
 * matters least to the hits of all gives it up (see {@link SharedEviction}). Statistics are kept by
 * tenant all the same.
 *
 * <p>There are no background threads and no fill factor. A put evicts what it displaces before it
 * returns. So does a call that sets a smaller size or, without borrowing, a smaller reservation.
 * Each concurrent put may exceed the capacity by one block until it returns.
 *
 * <p>Safe for use by any thread. A hit waits for no lock.
 *
 * @param <K> names a block
 * @param <V> a block
 */
public final class PartitionedCache<K, V> {
  /*
   * One map holds all entries. The lock of an entry's partition guards its presence in map,
   * eviction order and file index together (see Partition). References are taken and released
   * outside of all locks. A lookup whose block an eviction has just freed is a miss.
   *
   * Room is made one block at a time: read the total, pick without a lock the partition that
   * exceeds its reservation most, evict there if under its lock it still exceeds it. Two threads
   * may each evict for the same excess, which costs one block too many, but never a block of a
   * tenant within its reservation. The reservations and the protected bytes of system tables sum
   * to the capacity at most. So a total above the capacity means that some partition exceeds its
   * reservation; a thread that finds none has read changing figures and tries again. O(tenants)
   * per eviction, over an array.
   */

  /** The owner of the blocks of system tables, which no plan names. */
  public static final TenantId SYSTEM = TenantId.SYSTEM;

  /** The part of the capacity, 0..1, up to which {@link #SYSTEM} is protected. */
  public static final double SYSTEM_PART = 0.05;

  /** Likewise, of blocks with in-memory priority. */
  public static final double SYSTEM_IN_MEMORY_PART = 0.25;

  /**
   * Heap bytes of an entry beside key and block, measured: entry 56, map node 32, table slot 8, the
   * policy's sketches 24. While far more blocks are asked for than fit, sketches take up to 136.
   */
  public static final long ENTRY_HEAP_BYTES = 120;

  /** Attempts to make room that fail because another thread was faster. */
  private static final int MAX_ATTEMPTS = 2_000;

  private final BlockReferences<K, V> references;
  private final ConcurrentHashMap<K, CacheEntry<K, V>> map = new ConcurrentHashMap<>();
  private final FileIndex<K, V> files = new FileIndex<>();
  private final AtomicLong usedBytes = new AtomicLong();
  private final Partitions<K, V> partitions;
  private final SamplingPace pace;
  private final SharedEviction<Partition<K, V>> shared = new SharedEviction<>();

  // Configuration, written under the monitor of this.
  private volatile long capacityBytes;
  private volatile boolean isolating = true;

  /**
   * Creates an empty cache that permits borrowing and has no reservations yet.
   *
   * @throws IllegalArgumentException if the capacity is negative
   */
  public PartitionedCache(long capacityBytes, BlockReferences<K, V> references) {
    this(capacityBytes, references, true, System::nanoTime);
  }

  /**
   * Like {@link #PartitionedCache(long, BlockReferences)}.
   *
   * @param mayBorrow false if no tenant may use more than a {@linkplain #limit part} of its
   *     reservation, 0 at first, whatever the plan says
   * @param nanoClock bounds how many accesses are sampled in a time
   */
  public PartitionedCache(
      long capacityBytes,
      BlockReferences<K, V> references,
      boolean mayBorrow,
      LongSupplier nanoClock) {
    this.pace = new SamplingPace(nanoClock, this::tenants);
    requireCapacity(capacityBytes);
    this.capacityBytes = capacityBytes;
    this.references = references;
    this.partitions =
        new Partitions<>(
            tenant ->
                new Partition<>(tenant, map, files, usedBytes, references, pace, mayBorrow ? 1 : 0),
            mayBorrow);
  }

  private int tenants() {
    return partitions.all().size();
  }

  private static void requireCapacity(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "cache capacity is " + bytes + " bytes: must not be below 0");
    }
  }

  /**
   * Returns the block of a key with a reference for the caller, null if it is not cached. A hit
   * counts for the owner of the block; the caller has to report a {@link #miss}.
   */
  public @Nullable V get(K key) {
    CacheEntry<K, V> entry = retained(key);
    if (entry == null) {
      return null;
    }
    entry.partition.hit(entry);
    entry.partition.accessed(key, entry.block(), true, entry.heapBytes(), capacityBytes);
    return entry.block();
  }

  /**
   * Like {@link #get}, but counts nothing: for the second lookup of an access, which has been a
   * miss already.
   */
  public @Nullable V getAgain(K key) {
    CacheEntry<K, V> entry = retained(key);
    return entry == null ? null : entry.block();
  }

  private @Nullable CacheEntry<K, V> retained(K key) {
    CacheEntry<K, V> entry = map.get(key);
    return entry == null || !references.retain(entry.block()) ? null : entry;
  }

  /** Counts a lookup of a tenant's block that found nothing. */
  public void miss(TenantId tenant) {
    partitions.of(tenant).miss();
  }

  /** Returns the block of a key without a reference, null if it is not cached. Counts no hit. */
  public @Nullable V peek(K key) {
    CacheEntry<K, V> entry = map.get(key);
    return entry == null ? null : entry.block();
  }

  public boolean contains(K key) {
    return map.containsKey(key);
  }

  /** Returns the bytes of a tenant's blocks. */
  public long usedBytes(TenantId tenant) {
    return partitions.usedBytes(tenant);
  }

  /**
   * Counts bytes that a tenant keeps in its share instead of blocks; {@link #makeRoom} evicts
   * blocks for them. Whoever keeps them has to stay below the reservation: they are never evicted
   * from here.
   *
   * @param bytes how many more; below 0, how many less
   */
  public void occupy(TenantId tenant, long bytes) {
    Partition<K, V> partition;
    do {
      partition = partitions.of(tenant);
    } while (!partition.occupy(bytes));
  }

  /** Evicts until a tenant and the whole are within their size. */
  public void makeRoom(TenantId tenant) {
    makeRoom(partitions.of(tenant));
  }

  /** Lets a tenant use only a part of its reservation, 0..1. */
  public void limit(TenantId tenant, double part) {
    Partition<K, V> partition = partitions.of(tenant);
    partition.part(part);
    makeRoom(partition);
  }

  /** Sets what a hit counts in a tenant's miss-ratio curve from now on; 1 at first. */
  public void hitsAreWorth(TenantId tenant, double worth) {
    partitions.of(tenant).worthOfHit(worth);
  }

  /**
   * Counts an access to a block, unless the tenant's miss-ratio curve follows the block; returns
   * whether it does, and the access is to be reported to {@link #accessed}.
   */
  public boolean follows(K key, TenantId tenant) {
    Partition<K, V> partition = partitions.of(tenant);
    boolean follows = partition.follows(key);
    if (!follows) {
      partition.requested();
    }
    return follows;
  }

  /**
   * Counts an access that found nothing, whatever becomes of the block.
   *
   * @param kept whether {@link #keep} has counted it
   * @param worth what a hit would have counted in the tenant's miss-ratio curve
   */
  public void accessed(K key, TenantId tenant, long heapBytes, boolean kept, double worth) {
    Partition<K, V> partition = partitions.of(tenant);
    if (!kept) {
      partition.requested();
    }
    partition.accessed(key, heapBytes, capacityBytes, worth);
  }

  /** Lets the miss-ratio curve of a tenant know that what was read of a block is out of date. */
  public void changed(K key, TenantId tenant) {
    partitions.of(tenant).changed(key);
  }

  /**
   * Like {@link #put}, but evicts nothing: the caller holds locks, and calls {@link #makeRoom} and
   * {@link #accessed} once it does not.
   */
  public boolean keep(K key, V block, TenantId tenant, String file) {
    return enter(key, block, tenant, file, false, true) != null;
  }

  /** Whether a block of a tenant would displace no block, or only one that another borrows. */
  public boolean hasRoomFor(TenantId tenant, long bytes) {
    Partition<K, V> partition = partitions.of(tenant);
    return usedBytes.get() + bytes <= capacityBytes
        || (isolating
            && partition.usedBytes() + bytes <= partitions.limitBytes(partition, capacityBytes));
  }

  /**
   * Caches a block that was read after a lookup found nothing, with a reference of its own, unless
   * its key is cached already.
   *
   * @param file name of the block's file, for {@link #evictFile}
   * @param inMemory whether it gets in-memory priority
   * @return whether it was cached; false also if it is larger than its partition may become
   */
  public boolean put(K key, V block, TenantId tenant, String file, boolean inMemory) {
    return put(key, block, tenant, file, inMemory, true);
  }

  /**
   * Like {@link #put}, for a block that nobody has asked for, such as one just written or read
   * ahead: that is no access.
   */
  public boolean fill(K key, V block, TenantId tenant, String file, boolean inMemory) {
    return put(key, block, tenant, file, inMemory, false);
  }

  private boolean put(
      K key, V block, TenantId tenant, String file, boolean inMemory, boolean afterMiss) {
    CacheEntry<K, V> entry = enter(key, block, tenant, file, inMemory, afterMiss);
    if (entry == null) {
      return false;
    }
    if (afterMiss) {
      entry.partition.accessed(key, block, false, entry.heapBytes(), capacityBytes);
    }
    makeRoom(entry.partition);
    return true;
  }

  /** Returns the entry of the block, which may exceed the capacity; null if it does not enter. */
  private @Nullable CacheEntry<K, V> enter(
      K key, V block, TenantId tenant, String file, boolean inMemory, boolean afterMiss) {
    long heapBytes = references.heapBytes(key, block);
    if (heapBytes > Math.min(Integer.MAX_VALUE, mostBytes(partitions.of(tenant)))) {
      partitions.of(tenant).reject();
      return null;
    }
    if (!references.retain(block)) {
      return null;
    }
    CacheEntry<K, V> entry = link(key, block, heapBytes, tenant, file, inMemory, afterMiss);
    if (entry == null) {
      references.release(block);
      return null;
    }
    references.entered(key, block, heapBytes);
    return entry;
  }

  /** Returns the entry that the block has now; null if its key is cached already. */
  private @Nullable CacheEntry<K, V> link(
      K key,
      V block,
      long heapBytes,
      TenantId tenant,
      String file,
      boolean inMemory,
      boolean afterMiss) {
    while (true) {
      Partition<K, V> partition = partitions.of(tenant);
      CacheEntry<K, V> entry = new CacheEntry<>(key, block, (int) heapBytes, inMemory, partition);
      Partition.Linking linking = partition.link(file, entry, afterMiss);
      if (linking != Partition.Linking.RETIRED) {
        return linking == Partition.Linking.LINKED ? entry : null;
      }
    }
  }

  /**
   * Puts a block in the place of another one, which has the same owner and was asked for as often.
   * Returns false if that other one is gone or the block does not fit.
   */
  public boolean replace(K key, V before, V block, String file) {
    CacheEntry<K, V> entry = map.get(key);
    if (entry == null || entry.block() != before || !entry.partition.evict(entry)) {
      return false;
    }
    release(entry);
    return fill(entry.key(), block, entry.tenant(), file, entry.isInMemory());
  }

  /** Removes a block; returns whether it was cached. */
  public boolean evict(K key) {
    CacheEntry<K, V> entry = map.get(key);
    return entry != null && remove(entry);
  }

  /** Removes a block if it is still that one; returns whether it was. */
  public boolean evict(K key, V block) {
    CacheEntry<K, V> entry = map.get(key);
    return entry != null && entry.block() == block && remove(entry);
  }

  /**
   * Removes a block to make room elsewhere; returns whether it was cached. How often it was asked
   * for is remembered, in case it comes back.
   */
  public boolean displace(K key) {
    CacheEntry<K, V> entry = map.get(key);
    if (entry == null || !entry.partition.evict(entry)) {
      return false;
    }
    evicted(entry);
    return true;
  }

  /** Removes the blocks of a file; returns how many there were. */
  public int evictFile(String file) {
    int count = 0;
    for (CacheEntry<K, V> entry : files.entries(file)) {
      count += remove(entry) ? 1 : 0;
    }
    return count;
  }

  /** Makes the cached blocks of a file belong to a tenant; returns how many did not before. */
  public int reassign(String file, TenantId tenant) {
    int count = 0;
    for (CacheEntry<K, V> entry : files.entries(file)) {
      if (!entry.tenant().equals(tenant) && entry.partition.remove(entry)) {
        CacheEntry<K, V> now =
            link(
                entry.key(),
                entry.block(),
                entry.heapBytes(),
                tenant,
                file,
                entry.isInMemory(),
                false);
        if (now == null) {
          release(entry);
        } else {
          makeRoom(now.partition);
        }
        count++;
      }
    }
    return count;
  }

  /** Removes every block. */
  public void clear() {
    for (CacheEntry<K, V> entry : map.values()) {
      remove(entry);
    }
  }

  private boolean remove(CacheEntry<K, V> entry) {
    boolean removed = entry.partition.remove(entry);
    if (removed) {
      release(entry);
    }
    return removed;
  }

  private void evicted(CacheEntry<K, V> entry) {
    references.evicted(entry.key());
    release(entry);
  }

  private void release(CacheEntry<K, V> entry) {
    references.left(entry.key(), entry.block(), entry.heapBytes());
    references.release(entry.block());
  }

  /**
   * Sets the capacity. The cache is within it when this returns.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public synchronized void resize(long newCapacityBytes) {
    requireCapacity(newCapacityBytes);
    capacityBytes = newCapacityBytes;
    partitions.all().forEach(this::makeRoom);
  }

  /** Puts the reservations of a plan in force and drops empty partitions that it does not name. */
  public synchronized void apply(Plan plan) {
    partitions.apply(plan);
    partitions.all().forEach(this::makeRoom);
  }

  /**
   * Drops partitions that the plan does not name, have no blocks, and were not asked for anything
   * since the last call, such as those of dropped tables. Call it now and then: a plan that does
   * not change is applied once only.
   */
  public void dropIdle() {
    partitions.dropIdle();
  }

  /** Switches between partitions and one pool for all. Cached blocks stay. */
  public synchronized void isolate(boolean nowIsolating) {
    isolating = nowIsolating;
    partitions.all().forEach(this::makeRoom);
  }

  /** Whether reservations have an effect, see {@link #isolate}. */
  public boolean isIsolating() {
    return isolating;
  }

  private long mostBytes(Partition<K, V> partition) {
    return partitions.borrowing() || !isolating
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
    for (int failures = 0; usedBytes.get() > capacityBytes && failures < MAX_ATTEMPTS; ) {
      Partition<K, V> victim = partitions.furthestOver(capacityBytes);
      if (victim == null || !evictAbove(victim, partitions.limitBytes(victim, capacityBytes))) {
        failures++;
      }
    }
  }

  private void makeSharedRoom() {
    for (int failures = 0; usedBytes.get() > capacityBytes && failures < MAX_ATTEMPTS; ) {
      Partition<K, V> victim = shared.victim(partitions.all());
      if (victim == null || !evictAbove(victim, 0)) {
        failures++;
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

  /** Returns a live, unmodifiable, weakly consistent view of all entries. */
  public Collection<CacheEntry<K, V>> entries() {
    return Collections.unmodifiableCollection(map.values());
  }

  /** Returns the statistics of every partition, oldest partition first. */
  public List<PartitionStatistics> statistics() {
    List<PartitionStatistics> statistics = new ArrayList<>();
    for (Partition<K, V> partition : partitions.all()) {
      long limitBytes = partitions.limitBytes(partition, capacityBytes);
      statistics.add(partition.statistics(limitBytes, capacityBytes));
    }
    return statistics;
  }
}
