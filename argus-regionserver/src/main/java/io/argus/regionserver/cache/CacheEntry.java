package io.argus.regionserver.cache;

import io.argus.core.tenant.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * A block in a {@link PartitionedCache}, with its links in the eviction order of its partition and
 * in the list of its file's blocks.
 *
 * <p>The public methods are safe for use by any thread. The links are guarded by the lock of their
 * list.
 *
 * @param <K> names a block
 * @param <V> a block
 */
public final class CacheEntry<K, V> {
  private final K key;
  private final V block;
  private final long heapBytes;
  final String file;
  private final long insertedNanos;
  final Partition<K, V> partition;

  /** Set by each hit; cleared when the block gets its second chance. */
  private volatile boolean touched;

  /** Written under the partition's lock. */
  private volatile Priority priority;

  // Guarded by the partition's lock.
  @Nullable CacheEntry<K, V> older;
  @Nullable CacheEntry<K, V> newer;

  /** Position by age: grows with each entry put at the young end of a list of this cache. */
  long stamp;

  // Guarded by the monitor of fileBlocks.
  FileIndex.@Nullable Blocks<K, V> fileBlocks;
  @Nullable CacheEntry<K, V> previousInFile;
  @Nullable CacheEntry<K, V> nextInFile;

  CacheEntry(K key, V block, long heapBytes, String file, Priority priority, Partition<K, V> in) {
    this.key = key;
    this.block = block;
    this.heapBytes = heapBytes;
    this.file = file;
    this.priority = priority;
    this.partition = in;
    this.insertedNanos = System.nanoTime();
  }

  /** Returns an entry of the same block in another partition. */
  CacheEntry<K, V> in(Partition<K, V> other) {
    return new CacheEntry<>(key, block, heapBytes, file, priority, other);
  }

  public K key() {
    return key;
  }

  /** Returns the block without a reference: its memory may be freed at any time. */
  public V block() {
    return block;
  }

  public long heapBytes() {
    return heapBytes;
  }

  public TenantId tenant() {
    return partition.tenant;
  }

  /** Returns when it was put, by {@link System#nanoTime}. */
  public long insertedNanos() {
    return insertedNanos;
  }

  public Priority priority() {
    return touched && priority == Priority.SINGLE_ACCESS ? Priority.MULTI_ACCESS : priority;
  }

  /** Notes a hit. Writes only if it is the first one since the last second chance. */
  void touch() {
    if (!touched) {
      touched = true;
    }
  }

  /** Returns whether there was a hit since the last call. */
  boolean takeTouch() {
    if (!touched) {
      return false;
    }
    touched = false;
    return true;
  }

  /** Returns the priority whose list it is linked in. Later hits do not count yet. */
  Priority listed() {
    return priority;
  }

  void list(Priority newPriority) {
    priority = newPriority;
  }
}
