package io.argus.hbase2.server;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.regionserver.tenants.TableDirectory;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/**
 * The tables with a region on a server.
 *
 * <p>Safe for use by any thread.
 */
public final class HBaseTables implements TableDirectory<TableName> {
  static final TenantMapping.Fallback FALLBACK = TenantMapping.Fallback.NAMESPACE;

  private final HRegionServer server;

  HBaseTables(HRegionServer server) {
    this.server = server;
  }

  @Override
  public TableDescription describe(TableName table) {
    List<HRegion> regions = server.getRegions(table);
    return regions.isEmpty()
        ? TableDescription.ofUnknown(table.getNamespaceAsString(), table.getQualifierAsString())
        : describe(regions.get(0).getTableDescriptor());
  }

  public static TableDescription describe(TableDescriptor table) {
    return TableDescription.of(
        table.getTableName().getNamespaceAsString(),
        table.getTableName().getQualifierAsString(),
        table.getValue(TenantMapping.TABLE_ATTRIBUTE));
  }

  @Override
  public TenantMapping.Fallback fallback() {
    return FALLBACK;
  }
}
