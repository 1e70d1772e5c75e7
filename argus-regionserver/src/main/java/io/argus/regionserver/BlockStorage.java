package io.argus.regionserver;

import org.jspecify.annotations.Nullable;

/**
 * Port to a cache level whose blocks the platform stores itself, such as HBase's BucketCache.
 *
 * <p>Called by any thread. Implementations never call {@link TenantBlockIndex#stored} under a lock
 * that {@link #drop} takes.
 *
 * @param <K> names a block
 * @param <S> where a block is stored; a block that is stored anew has another one
 */
public interface BlockStorage<K, S> {
  /** Returns where a block is stored now, null if it is not stored. */
  @Nullable S stored(K key);

  /** Removes a block if it is still stored there. */
  void drop(K key, S stored);

  /** Returns the bytes that a block takes in the storage. */
  long bytes(S stored);

  /** Returns the name of the block's file. */
  String file(K key);

  /** Whether the block has in-memory priority. */
  boolean inMemory(S stored);
}
