package io.argus.hbase094.server;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.regionserver.tenants.TableDirectory;
import java.util.List;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The tables with a region on a server, by name.
 *
 * <p>Safe for use by any thread.
 */
public final class HBaseTables implements TableDirectory<String> {
  static final TenantMapping.Fallback FALLBACK = TenantMapping.Fallback.TABLE;

  /** Null while the server is under construction. */
  private volatile @Nullable HRegionServer server;

  public void server(HRegionServer host) {
    server = host;
  }

  @Override
  public TableDescription describe(String table) {
    HRegionServer host = server;
    List<HRegion> regions = host == null ? null : host.getOnlineRegions(Bytes.toBytes(table));
    return regions == null || regions.isEmpty()
        ? TableDescription.ofUnknown(TableDescription.DEFAULT_NAMESPACE, table)
        : describe(regions.get(0).getTableDesc());
  }

  static TableDescription describe(HTableDescriptor table) {
    return TableDescription.of(
        TableDescription.DEFAULT_NAMESPACE,
        table.getNameAsString(),
        table.getValue(TenantMapping.TABLE_ATTRIBUTE));
  }

  @Override
  public TenantMapping.Fallback fallback() {
    return FALLBACK;
  }

  @Override
  public boolean knowsUsers() {
    return false;
  }
}
