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

  /** Returns the table that a scanner reads; null if there is no such scanner. */
  public static @Nullable String tableOf(HRegionServer server, long scannerId) {
    RegionScannerHolder holder = server.scanners.get(Long.toString(scannerId));
    return holder == null
        ? null
        : tableOf(server, holder.getScanner().getRegionInfo().getRegionName());
  }

  /** Returns the table of a region; null if the region is not on this server. */
  public static @Nullable String tableOf(HRegionServer server, byte[] regionName) {
    try {
      return server.getRegion(regionName).getTableDesc().getNameAsString();
    } catch (NotServingRegionException notHere) {
      return null;
    }
  }
}
