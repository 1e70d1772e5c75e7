package io.argus.regionserver.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.cache.CacheEntry.Priority;
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
final class Partition<K, V> implements SharedEviction.Candidate {
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
  private final BlockReferences<K, V> references;

  // Configuration.
  private volatile double share;

  /** See {@link PartitionedCache#limit}. */
  private volatile double part;

  /** See {@link PartitionedCache#hitsAreWorth}. */
  private volatile double worthOfHit = 1;

  // Live state. Hits, and who reads the bytes, hold no lock; all else holds this one.
  private final EvictionOrder order;

  @GuardedBy("this")
  private boolean retired;

  private volatile long usedBytes;

  /** Of what the tenant keeps instead of blocks. */
  private volatile long otherBytes;

  private volatile long inMemoryBytes;
  private volatile long indexBytes;

  // Counters.
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder rejections = new LongAdder();

  /** Blocks put after a miss. */
  private final LongAdder requested = new LongAdder();

  private final BlockReuse reuse;

  /** Lookups and puts when {@link #retireIfIdle} was called last. */
  private long requestsSeen = -1;

  private long insertions;
  private long evictions;
  private long removals;

  Partition(
      TenantId tenant,
      ConcurrentHashMap<K, CacheEntry<K, V>> map,
      FileIndex<K, V> files,
      AtomicLong totalBytes,
      BlockReferences<K, V> references,
      SamplingPace pace,
      double part) {
    this.part = part;
    this.order = new EvictionOrder(tenant.equals(PartitionedCache.SYSTEM));
    this.reuse = new BlockReuse(pace);
    this.tenant = tenant;
    this.map = map;
    this.files = files;
    this.totalBytes = totalBytes;
    this.references = references;
  }

  /** Of the whole, 0..1: what it may use. */
  double share() {
    return part * share;
  }

  void part(double newPart) {
    part = newPart;
  }

  void worthOfHit(double worth) {
    worthOfHit = worth;
  }

  void share(double newShare) {
    share = newShare;
  }

  /** Of blocks, and of what the tenant keeps instead of blocks. */
  long usedBytes() {
    return usedBytes + otherBytes;
  }

  /** See {@link PartitionedCache#occupy}. Returns false if the partition is no longer in use. */
  synchronized boolean occupy(long bytes) {
    if (retired) {
      return false;
    }
    long before = otherBytes;
    otherBytes = before + bytes;
    totalBytes.addAndGet(bytes);
    return true;
  }

  long inMemoryBytes() {
    return inMemoryBytes;
  }

  void hit(CacheEntry<K, V> entry) {
    order.hit(entry);
    hits.increment();
  }

  /** Records an access for the miss-ratio curve: a hit, or a block put after a miss. */
  void accessed(K key, V block, boolean hit, long heapBytes, long capacityBytes) {
    if (references.isIndex(block)) {
      reuse.accessIndex(hit);
    } else {
      accessed(key, heapBytes, capacityBytes, hit ? worthOfHit : 1);
    }
  }

  void accessed(K key, long heapBytes, long capacityBytes, double worth) {
    reuse.access(key.hashCode(), heapBytes, capacityBytes, indexBytes, worth, this::accesses);
  }

  /** Counts an access to a block that was read and is not put. */
  void requested() {
    requested.increment();
  }

  boolean follows(K key) {
    return reuse.samples(key.hashCode());
  }

  void changed(K key) {
    reuse.forget(key.hashCode());
  }

  /** Returns the lookups that hit and the blocks put after a miss so far. */
  @Override
  public long accesses() {
    return hits.sum() + requested.sum();
  }

  void miss() {
    misses.increment();
  }

  void reject() {
    rejections.increment();
  }

  /**
   * Takes in an entry.
   *
   * @param afterMiss whether that is an access; else nobody has asked for the block
   */
  synchronized Linking link(String file, CacheEntry<K, V> entry, boolean afterMiss) {
    if (retired) {
      return Linking.RETIRED;
    }
    if (map.putIfAbsent(entry.key(), entry) != null) {
      return Linking.PRESENT;
    }
    insertions++;
    if (afterMiss) {
      requested.increment();
      order.add(entry, accesses());
    } else {
      order.fill(entry);
    }
    files.add(file, entry);
    noteBytes(entry, entry.heapBytes());
    totalBytes.addAndGet(entry.heapBytes());
    return Linking.LINKED;
  }

  private void noteBytes(CacheEntry<K, V> changed, long moreBytes) {
    usedBytes = order.bytes();
    inMemoryBytes = order.inMemoryBytes();
    if (references.isIndex(changed.block())) {
      long bytes = indexBytes;
      indexBytes = bytes + moreBytes;
    }
  }

  /** Unlinks an entry of this partition. Returns false if another thread did. */
  synchronized boolean remove(CacheEntry<K, V> entry) {
    boolean removed = map.remove(entry.key(), entry);
    if (removed) {
      removals++;
      unlink(entry, false);
    }
    return removed;
  }

  /** Like {@link #remove}, but remembers how often the block was asked for. */
  synchronized boolean evict(CacheEntry<K, V> entry) {
    boolean removed = map.remove(entry.key(), entry);
    if (removed) {
      evictions++;
      unlink(entry, true);
    }
    return removed;
  }

  /** Evicts the next block of the eviction order if more bytes than the limit are in use. */
  synchronized @Nullable CacheEntry<K, V> evictAbove(long limitBytes) {
    EvictionNode next = usedBytes() > limitBytes ? order.next() : null;
    if (next == null) {
      return null;
    }
    CacheEntry<K, V> victim = entry(next);
    map.remove(victim.key(), victim);
    evictions++;
    unlink(victim, true);
    return victim;
  }

  @Override
  public synchronized int worthOfNext() {
    EvictionNode next = order.next();
    return next == null ? 0 : order.worth(next);
  }

  @SuppressWarnings("unchecked")
  private CacheEntry<K, V> entry(EvictionNode node) {
    return (CacheEntry<K, V>) node;
  }

  @Override
  public synchronized int count() {
    return order.count();
  }

  /** Lowers the total first: a total above the capacity then shows in some partition's bytes. */
  private void unlink(CacheEntry<K, V> entry, boolean evicted) {
    order.remove(entry, evicted);
    files.remove(entry);
    totalBytes.addAndGet(-entry.heapBytes());
    noteBytes(entry, -entry.heapBytes());
  }

  /** Retires the partition if it is empty; returns whether it is retired. */
  synchronized boolean retireIfEmpty() {
    retired |= order.count() == 0 && otherBytes == 0;
    return retired;
  }

  /** Retires the partition if it is empty and nothing was asked for since the last call. */
  synchronized boolean retireIfIdle() {
    long requests = accesses() + misses.sum() + insertions;
    boolean idle = requests == requestsSeen;
    requestsSeen = requests;
    return idle && retireIfEmpty();
  }

  synchronized PartitionStatistics statistics(long limitBytes, long capacityBytes) {
    Map<Priority, Long> bytes = new EnumMap<>(Priority.class);
    bytes.put(Priority.SINGLE_ACCESS, order.newcomerBytes());
    bytes.put(Priority.IN_MEMORY, order.inMemoryBytes());
    bytes.put(Priority.MULTI_ACCESS, order.bytes() - order.newcomerBytes() - order.inMemoryBytes());
    double indexShare = capacityBytes > 0 ? (double) indexBytes / capacityBytes : 0;
    BlockReuse.Counts counts = reuse.counts(accesses(), Math.min(1, indexShare));
    PartitionStatistics statistics =
        new PartitionStatistics(tenant, limitBytes, order.count(), bytes, counts);
    statistics.hits = hits.sum();
    statistics.misses = misses.sum();
    statistics.insertions = insertions;
    statistics.evictions = evictions;
    statistics.removals = removals;
    statistics.rejections = rejections.sum();
    return statistics;
  }
}
