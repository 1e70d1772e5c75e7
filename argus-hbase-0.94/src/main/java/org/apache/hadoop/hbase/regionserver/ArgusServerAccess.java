package org.apache.hadoop.hbase.regionserver;

import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.jspecify.annotations.Nullable;

/**
 * Access to parts of a region server that HBase permits only in its own package.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ArgusServerAccess {
  private ArgusServerAccess() {}

  public static RpcServer rpcServer(HRegionServer server) {
    return server.rpcServer;
  }

  /** Returns the region that a scanner reads; null if there is no such scanner. */
  public static @Nullable HRegion regionOf(HRegionServer server, long scannerId) {
    RegionScannerHolder holder = server.scanners.get(Long.toString(scannerId));
    return holder == null
        ? null
        : regionOf(server, holder.getScanner().getRegionInfo().getRegionName());
  }

  /** Returns the region of that name; null if it is not on this server. */
  public static @Nullable HRegion regionOf(HRegionServer server, byte[] regionName) {
    try {
      return server.getRegion(regionName);
    } catch (NotServingRegionException notHere) {
      return null;
    }
  }

  public static String tableOf(HRegion region) {
    return region.getTableDesc().getNameAsString();
  }

  /**
   * Returns the bytes of all memstores over those above which the largest is flushed; 0 before the
   * server is online.
   */
  public static double memstorePressure(HRegionServer server) {
    MemStoreFlusher flusher = server.cacheFlusher;
    return flusher == null
        ? 0
        : (double) server.getRegionServerAccounting().getGlobalMemstoreSize()
            / flusher.globalMemStoreLimitLowMark;
  }

  /** Asks for a flush, unless one was asked for and has not ended. */
  public static void requestFlush(HRegionServer server, HRegion region) {
    synchronized (region.writestate) {
      if (region.writestate.flushRequested || region.writestate.flushing) {
        return;
      }
      region.writestate.flushRequested = true;
    }
    server.getFlushRequester().requestFlush(region);
  }

  /**
   * Whether a thread waits to close or split a region, or to change the store files of one of its
   * families, as a flush, a compaction or a bulk load does when it commits.
   */
  public static boolean othersWait(HRegion region) {
    if (region.lock.hasQueuedThreads()) {
      return true;
    }
    for (Store store : region.getStores().values()) {
      if (store.lock.hasQueuedThreads()) {
        return true;
      }
    }
    return false;
  }
}
