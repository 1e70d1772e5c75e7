package io.argus.hbase094.server;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.ClusterRegions;
import io.argus.master.ClusterTables;
import io.argus.master.regions.RegionCount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HRegionInfo;
import org.apache.hadoop.hbase.HServerLoad;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The tables and regions that a master knows.
 *
 * <p>Safe for use by any thread.
 */
public final class MasterTables implements ClusterTables, ClusterRegions {
  /** How long a list is used: HBase asks the NameNode for each table. */
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final HMaster master;
  private @Nullable Collection<TableDescription> known;
  private long knownNanos;

  public MasterTables(HMaster master) {
    this.master = master;
  }

  @Override
  public synchronized Collection<TableDescription> tables() throws IOException {
    Collection<TableDescription> lately = known;
    if (lately != null && System.nanoTime() - knownNanos < FRESH_NANOS) {
      return lately;
    }
    List<TableDescription> tables = new ArrayList<>();
    for (HTableDescriptor table : master.getTableDescriptors().getAll().values()) {
      tables.add(HBaseTables.describe(table));
    }
    lately = Collections.unmodifiableList(tables);
    known = lately;
    knownNanos = System.nanoTime();
    return lately;
  }

  @Override
  public TenantMapping.Fallback fallback() {
    return HBaseTables.FALLBACK;
  }

  @Override
  public Collection<RegionCount> regions() {
    List<RegionCount> regions = new ArrayList<>();
    for (Map.Entry<ServerName, HServerLoad> server :
        master.getServerManager().getOnlineServers().entrySet()) {
      for (HServerLoad.RegionLoad region : server.getValue().getRegionsLoad().values()) {
        regions.add(
            new RegionCount(
                HRegionInfo.encodeRegionName(region.getName()),
                Bytes.toString(HRegionInfo.getTableName(region.getName())),
                server.getKey().getServerName(),
                region.getRequestsCount()));
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
}
