package io.argus.hbase2.server;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.ClusterRegions;
import io.argus.master.ClusterTables;
import io.argus.master.regions.RegionCount;
import io.argus.master.regions.ServerGroups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.master.HMaster;

/**
 * The tables and regions that a master knows.
 *
 * <p>Safe for use by any thread.
 */
final class MasterTables implements ClusterTables, ClusterRegions {
  private final HMaster master;

  MasterTables(HMaster master) {
    this.master = master;
  }

  @Override
  public Collection<TableDescription> tables() throws IOException {
    List<TableDescription> tables = new ArrayList<>();
    for (TableDescriptor table : master.getTableDescriptors().getAll().values()) {
      tables.add(HBaseTables.describe(table));
    }
    return tables;
  }

  @Override
  public TenantMapping.Fallback fallback() {
    return HBaseTables.FALLBACK;
  }

  @Override
  public Collection<RegionCount> regions() {
    List<RegionCount> regions = new ArrayList<>();
    for (ServerMetrics server : master.getServerManager().getOnlineServers().values()) {
      String name = server.getServerName().getServerName();
      for (RegionMetrics region : server.getRegionMetrics().values()) {
        regions.add(
            new RegionCount(
                RegionInfo.encodeRegionName(region.getRegionName()),
                RegionInfo.getTable(region.getRegionName()).getNameAsString(),
                name,
                region.getRequestCount()));
      }
    }
    return regions;
  }

  @Override
  public Set<String> servers() {
    return master.getServerManager().getOnlineServers().keySet().stream()
        .map(ServerName::getServerName)
        .collect(Collectors.toSet());
  }

  @Override
  public ServerGroups groups() throws IOException {
    return RegionServerGroups.of(master);
  }
}
