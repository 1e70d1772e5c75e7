package org.apache.hadoop.hbase.regionserver;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Access to regions and their locks, which HBase permits only in its own package.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ArgusRegionAccess {
  private ArgusRegionAccess() {}

  /** Returns the region that a scanner reads; null if there is no such scanner. */
  public static @Nullable HRegion regionOf(RSRpcServices services, long scannerId) {
    RegionScanner scanner = services.getScanner(scannerId);
    return scanner == null
        ? null
        : services.regionServer.getRegion(scanner.getRegionInfo().getEncodedName());
  }

  /**
   * Whether a thread waits to close or split a region, or to change the store files of one of its
   * families, as a flush, a compaction or a bulk load does when it commits.
   */
  @SuppressWarnings("RestrictedApi") // HBase means it for its tests; nothing else tells
  public static boolean othersWait(HRegion region) {
    if (region.lock.hasQueuedThreads()) {
      return true;
    }
    for (HStore store : region.stores.values()) {
      ReadWriteLock lock = store.storeEngine.getLock();
      if (lock instanceof ReentrantReadWriteLock
          && ((ReentrantReadWriteLock) lock).hasQueuedThreads()) {
        return true;
      }
    }
    return false;
  }
}
