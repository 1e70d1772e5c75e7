package io.argus.regionserver.cache;

import org.jspecify.annotations.Nullable;

/**
 * Port to what the platform's keys and blocks tell of the file they are part of.
 *
 * <p>Implementations are safe for use by any thread.
 *
 * @param <K> names a block
 * @param <V> a block
 * @param <T> the platform's name of a table
 */
public interface BlockFiles<K, V, T> {
  /** Name of the block's file. */
  String file(K key);

  /**
   * Returns the table whose file it is, null if neither key nor block tells.
   *
   * @param block null at a lookup
   */
  @Nullable T table(K key, @Nullable V block);
}
