package io.argus.hbase2.server;

import io.argus.regionserver.memstore.MemstoreRegions;
import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/** The memstores of a region server. Safe for use by any thread. */
public final class RegionMemstores implements MemstoreRegions<TableName, HRegion> {
  private final HRegionServer server;

  public RegionMemstores(HRegionServer server) {
    this.server = server;
  }

  @Override
  public double pressure() {
    return server.getFlushPressure();
  }

  @Override
  public Collection<? extends HRegion> online() {
    return server.getOnlineRegionsLocalContext();
  }

  @Override
  public TableName table(HRegion region) {
    return region.getTableDescriptor().getTableName();
  }

  @Override
  public long bytes(HRegion region) {
    return region.getMemStoreHeapSize() + region.getMemStoreOffHeapSize();
  }

  @Override
  public void flush(HRegion region) throws IOException {
    region.requestFlush(FlushLifeCycleTracker.DUMMY);
  }
}
