package io.argus.hbase2.server;

import io.argus.regionserver.report.RegionCounters;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;

/** What HBase counts of a region. Stateless; safe for use by any thread. */
public final class StoreRegions implements RegionCounters.Reader<HRegion, TableName> {
  public static final StoreRegions READER = new StoreRegions();

  private StoreRegions() {}

  @Override
  public TableName table(HRegion region) {
    return region.getTableDescriptor().getTableName();
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
    for (HStore store : region.getStores()) {
      bytes += store.getStorefilesSize();
    }
    return bytes;
  }
}
