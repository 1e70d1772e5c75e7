package io.argus.regionserver.cache;

import io.argus.core.tenant.TenantId;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A block in a {@link PartitionedCache}, with its links in the eviction order of its partition and
 * in the list of its file's blocks.
 *
 * <p>The public methods are safe for use by any thread. The links are guarded by the lock of their
 * list. A server holds one entry for each cached block, so every field counts.
 *
 * @param <K> names a block
 * @param <V> a block
 */
public final class CacheEntry<K, V> extends EvictionNode {
  /** The priority of a block in its partition, by the names of HBase's own LRU cache. */
  public enum Priority {
    /** A newcomer, which has yet to show that it is asked for again. */
    SINGLE_ACCESS,
    /** Any other block. */
    MULTI_ACCESS,
    /** Belongs to a column family that is declared in-memory. */
    IN_MEMORY
  }

  private static final long START_NANOS = System.nanoTime();

  private final K key;
  private final V block;
  final Partition<K, V> partition;

  /** Seconds since the class was loaded. */
  private final int insertedSeconds;

  // Guarded by the monitor of fileBlocks.
  FileIndex.@Nullable Blocks<K, V> fileBlocks;
  @Nullable CacheEntry<K, V> previousInFile;
  @Nullable CacheEntry<K, V> nextInFile;

  CacheEntry(K key, V block, int heapBytes, boolean inMemory, Partition<K, V> partition) {
    super(heapBytes, inMemory);
    this.key = key;
    this.block = block;
    this.partition = partition;
    this.insertedSeconds = (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - START_NANOS);
  }

  public K key() {
    return key;
  }

  /** Returns the block without a reference: its memory may be freed at any time. */
  public V block() {
    return block;
  }

  @Override
  protected int hash() {
    return key.hashCode();
  }

  public TenantId tenant() {
    return partition.tenant;
  }

  /** Returns when it was put, by {@link System#nanoTime}, to the second. */
  public long insertedNanos() {
    return START_NANOS + TimeUnit.SECONDS.toNanos(insertedSeconds);
  }

  /** Returns the priority; a block that was hit changes it only later. */
  public Priority priority() {
    if (isInMemory()) {
      return Priority.IN_MEMORY;
    }
    return isSettled() ? Priority.MULTI_ACCESS : Priority.SINGLE_ACCESS;
  }
}
