package io.argus.hbase2;

import io.argus.core.TenantId;
import io.argus.core.TenantMapping;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.jspecify.annotations.Nullable;

/**
 * Knows the tenant of every table with a region on this server, from the table's attribute and the
 * site's rules.
 *
 * <p>Answers are remembered until {@link #refresh()}, so that a changed attribute is seen soon.
 * Safe for use by any thread.
 */
final class TableTenants {
  private final HRegionServer server;
  private final TenantMapping mapping;
  private final ConcurrentMap<TableName, Optional<TenantId>> known = new ConcurrentHashMap<>();

  TableTenants(HRegionServer server, TenantMapping mapping) {
    this.server = server;
    this.mapping = mapping;
  }

  /** The tenant of a table; empty for HBase's own tables. */
  Optional<TenantId> tenantOf(TableName table) {
    Optional<TenantId> tenant = known.get(table);
    return tenant == null ? resolve(table) : tenant;
  }

  private Optional<TenantId> resolve(TableName table) {
    List<HRegion> regions = server.getRegions(table);
    if (regions.isEmpty()) {
      return tenantOf(mapping, table, null);
    }
    Optional<TenantId> tenant = tenantOf(mapping, regions.get(0).getTableDescriptor());
    known.put(table, tenant);
    return tenant;
  }

  /** The tenant of a table, by its descriptor alone. */
  static Optional<TenantId> tenantOf(TenantMapping mapping, TableDescriptor table) {
    return tenantOf(mapping, table.getTableName(), table.getValue(TenantMapping.TABLE_ATTRIBUTE));
  }

  private static Optional<TenantId> tenantOf(
      TenantMapping mapping, TableName table, @Nullable String attribute) {
    return mapping.tenantOf(table.getNamespaceAsString(), table.getQualifierAsString(), attribute);
  }

  /** Forgets what was remembered. */
  void refresh() {
    known.clear();
  }
}
