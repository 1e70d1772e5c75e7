package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.List;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ipc.GivenCall;
import org.apache.hadoop.hbase.util.Bytes;

/** A region server, never constructed, with one region of each table, named like its table. */
public final class GivenServer extends HRegionServer {
  private GivenServer() throws IOException, InterruptedException {
    super(null);
  }

  public static GivenServer create() {
    return GivenCall.unconstructed(GivenServer.class);
  }

  private static HRegion region(HTableDescriptor table) {
    HRegion region = GivenCall.unconstructed(HRegion.class);
    try {
      Field descriptor = HRegion.class.getDeclaredField("htableDescriptor");
      descriptor.setAccessible(true);
      descriptor.set(region, table);
      return region;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected HRegion getRegion(byte[] regionName) throws NotServingRegionException {
    String table = Bytes.toString(regionName);
    if (table.startsWith("gone")) {
      throw new NotServingRegionException(table);
    }
    if (table.startsWith("broken")) {
      throw new IllegalStateException("injected");
    }
    return region(
        table.equals(".META.") ? HTableDescriptor.META_TABLEDESC : new HTableDescriptor(table));
  }

  @Override
  public List<HRegion> getOnlineRegions(byte[] tableName) {
    return List.of();
  }
}
