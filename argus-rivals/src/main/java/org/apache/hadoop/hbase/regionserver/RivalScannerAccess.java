package org.apache.hadoop.hbase.regionserver;

import org.apache.hadoop.hbase.TableName;

/**
 * The way from an open scanner's number to its table, which HBase keeps to its own package.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class RivalScannerAccess {
  private RivalScannerAccess() {}

  /** Returns the table that a scanner reads; null if there is no such scanner. */
  public static TableName tableOf(RSRpcServices services, long scannerId) {
    RegionScanner scanner = services.getScanner(scannerId);
    return scanner == null ? null : scanner.getRegionInfo().getTable();
  }
}
