package io.argus.hbase094;

import io.argus.regionserver.report.RegionCounters;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Store;

/** What HBase counts of a region. Stateless; safe for use by any thread. */
final class StoreRegions implements RegionCounters.Reader<HRegion, String> {
  static final StoreRegions READER = new StoreRegions();

  private StoreRegions() {}

  @Override
  public String table(HRegion region) {
    return region.getTableDesc().getNameAsString();
  }

  @Override
  public long rowsRead(HRegion region) {
    return region.getReadRequestsCount();
  }

  @Override
  public long rowsWritten(HRegion region) {
    return region.getWriteRequestsCount();
  }

  @Override
  public long storedBytes(HRegion region) {
    long bytes = 0;
    for (Store store : region.getStores().values()) {
      bytes += store.getSize();
    }
    return bytes;
  }
}
