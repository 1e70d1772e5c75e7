package org.apache.hadoop.hbase.regionserver;

import org.apache.hadoop.hbase.TableName;

/**
 * Finds the table of an open scanner, which HBase permits only in its own package.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ArgusScannerAccess {
  private ArgusScannerAccess() {}

  /** Returns the table that a scanner reads; null if there is no such scanner. */
  public static TableName tableOf(RSRpcServices services, long scannerId) {
    RegionScanner scanner = services.getScanner(scannerId);
    return scanner == null ? null : scanner.getRegionInfo().getTable();
  }
}
