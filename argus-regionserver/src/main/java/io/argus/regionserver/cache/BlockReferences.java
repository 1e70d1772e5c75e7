package io.argus.regionserver.cache;

/**
 * The port through which {@link PartitionedCache} counts references to blocks, whose memory may be
 * returned to a pool when the last reference is given back.
 *
 * <p>The cache holds one reference to each block it contains; {@link PartitionedCache#get} takes
 * another one for its caller.
 *
 * <p>Called by any thread, at times under a lock of the cache ({@link #retain} never): must neither
 * block nor call the cache.
 *
 * @param <K> names a block
 * @param <V> a block
 */
public interface BlockReferences<K, V> {
  /** Takes a reference; returns false, taking none, if the block has been freed already. */
  boolean retain(V block);

  /** Gives back a reference taken by {@link #retain}. */
  void release(V block);

  /**
   * Returns the bytes a block is charged with, asked for once when it is put; should include the
   * key and {@link PartitionedCache#ENTRY_HEAP_BYTES}.
   */
  long heapBytes(K key, V block);

  /**
   * Told once for each block that entered the cache, for counts by block type. May come later than
   * {@link #left} of the same block if another thread evicts it at once.
   */
  default void entered(K key, V block, long heapBytes) {}

  /** Told of each block that has to leave to make room for others, before {@link #left}. */
  default void evicted(K key) {}

  /** Told once for each block that left the cache, before its reference is given back. */
  default void left(K key, V block, long heapBytes) {}
}
