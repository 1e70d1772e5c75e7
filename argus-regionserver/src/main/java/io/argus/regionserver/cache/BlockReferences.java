package io.argus.regionserver.cache;

/**
 * Port to the platform's reference counts. A block's memory may return to a pool when its last
 * reference is released.
 *
 * <p>The cache holds one reference to each block it contains. {@link PartitionedCache#get} takes
 * another one for its caller.
 *
 * <p>Called by any thread, and except for {@link #retain} sometimes under a lock of the cache. An
 * implementation must neither block nor call the cache.
 *
 * @param <K> names a block
 * @param <V> a block
 */
public interface BlockReferences<K, V> {
  /** Takes a reference. Returns false and takes none if the block has been freed already. */
  boolean retain(V block);

  /** Releases a reference taken by {@link #retain}. */
  void release(V block);

  /**
   * Returns the bytes that a block takes: on the heap, with its key and {@link
   * PartitionedCache#ENTRY_HEAP_BYTES}; or in the storage where it is. Called once, when the block
   * is put.
   */
  long heapBytes(K key, V block);

  /**
   * Whether a block is of an index or a bloom filter. Nearly every lookup needs some of these few
   * blocks, so that a sample of blocks says nothing about them.
   */
  default boolean isIndex(V block) {
    return false;
  }

  /**
   * Called once for each block that entered the cache. It may come after {@link #left} of the same
   * block if another thread evicts that block at once.
   */
  default void entered(K key, V block, long heapBytes) {}

  /** Called for each block that has to make room for others, before {@link #left}. */
  default void evicted(K key) {}

  /** Called once for each block that left the cache, before its reference is released. */
  default void left(K key, V block, long heapBytes) {}
}
