package io.argus.regionserver.cache;

import org.jspecify.annotations.Nullable;

/**
 * Port to the file and the table of a block, as the platform's keys and blocks name them.
 *
 * <p>Implementations are safe for use by any thread.
 *
 * @param <K> names a block
 * @param <V> a block
 * @param <T> the platform's name of a table
 */
public interface BlockFiles<K, V, T> {
  /** Returns the name of the block's file. */
  String file(K key);

  /**
   * Returns the table that the file belongs to, null if neither key nor block names it.
   *
   * @param block null when the block is looked up
   */
  @Nullable T table(K key, @Nullable V block);

  /** Returns the size of a block in memory, in bytes. */
  long bytes(V block);
}
