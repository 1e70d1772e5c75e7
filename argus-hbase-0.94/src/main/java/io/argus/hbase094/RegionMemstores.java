package io.argus.hbase094;

import io.argus.regionserver.memstore.MemstoreRegions;
import java.util.Collection;
import org.apache.hadoop.hbase.regionserver.ArgusServerAccess;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/** The memstores of a region server. Safe for use by any thread. */
final class RegionMemstores implements MemstoreRegions<String, HRegion> {
  private final HRegionServer server;

  RegionMemstores(HRegionServer server) {
    this.server = server;
  }

  @Override
  public double pressure() {
    return ArgusServerAccess.memstorePressure(server);
  }

  @Override
  public Collection<? extends HRegion> online() {
    return server.getOnlineRegionsLocalContext();
  }

  @Override
  public String table(HRegion region) {
    return ArgusServerAccess.tableOf(region);
  }

  @Override
  public long bytes(HRegion region) {
    return region.getMemstoreSize().get();
  }

  @Override
  public void flush(HRegion region) {
    ArgusServerAccess.requestFlush(server, region);
  }
}
