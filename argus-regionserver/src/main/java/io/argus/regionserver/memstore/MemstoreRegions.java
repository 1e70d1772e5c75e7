package io.argus.regionserver.memstore;

import java.io.IOException;
import java.util.Collection;

/**
 * How the platform shows the memstores of a region server, and flushes them.
 *
 * <p>Used by one thread.
 *
 * @param <T> the platform's name of a table
 * @param <R> the platform's region
 */
public interface MemstoreRegions<T, R> {
  /**
   * Returns the bytes of all memstores over those above which the platform flushes whichever region
   * is the largest; 0 before the server is online. Somewhat above 1, the platform blocks all
   * writes.
   */
  double pressure();

  /** Returns the regions that are open on this server. */
  Collection<? extends R> online();

  T table(R region);

  /** Bytes of a region's memstores, with what is being flushed. */
  long bytes(R region);

  /**
   * Asks the platform to flush a region soon, which does nothing while it was asked before.
   *
   * @throws IOException if the region cannot be flushed
   */
  void flush(R region) throws IOException;
}
