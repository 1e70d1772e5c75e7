package org.apache.hadoop.hbase.regionserver;

import org.apache.hadoop.hbase.TableName;

/**
 * Finds the table of an open scanner. It is in HBase's package because HBase does not publish that.
 */
public final class RivalScannerAccess {
  private RivalScannerAccess() {}

  /** Returns the table that a scanner reads; null if there is no such scanner. */
  public static TableName tableOf(RSRpcServices services, long scannerId) {
    RegionScanner scanner = services.getScanner(scannerId);
    return scanner == null ? null : scanner.getRegionInfo().getTable();
  }
}
