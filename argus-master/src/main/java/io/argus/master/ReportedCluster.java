package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.monitor.ReportInbox;
import io.argus.master.regions.Region;
import io.argus.master.regions.RegionRates;
import io.argus.master.regions.ServerGroups;
import io.argus.master.status.TableOwners;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster as its tables, its regions and the documents of its region servers show it. Also
 * writes the owners of all tables for {@code argus tables}.
 *
 * <p>Reports may come from any thread, and any may ask for the tenants of tables; all else is used
 * by one thread at a time.
 */
final class ReportedCluster implements ClusterView {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private static final long REGIONS_PERIOD_MILLIS = 10_000;

  private final ClusterDocuments documents;
  private final ClusterTables tables;
  private final ClusterRegions platform;
  private final TenantMapping mapping;
  private final ReportInbox inbox = new ReportInbox();
  private final RegionRates rates = new RegionRates();
  private volatile Map<String, TenantId> tenantOf = Collections.emptyMap();
  private TableOwners owners = TableOwners.NONE;
  private byte[] writtenOwners = {};
  private List<Region> regions = Collections.emptyList();
  private ServerGroups groups = ServerGroups.NONE;
  private Set<String> servers = Collections.emptySet();
  private long regionsMillis;
  private boolean regionsFailed;

  ReportedCluster(
      ClusterDocuments documents, ClusterTables tables, ClusterRegions regions, Settings settings) {
    this.documents = documents;
    this.tables = tables;
    this.platform = regions;
    this.mapping = new TenantMapping(settings.get(Settings.TENANT_RULES), tables.fallback());
  }

  @Override
  public Set<TenantId> tenants() throws IOException {
    Collection<TableDescription> all = tables.tables();
    Map<String, TenantId> tenants = new HashMap<>();
    for (TableDescription table : all) {
      mapping.tenantOf(table).ifPresent(tenant -> tenants.put(table.toString(), tenant));
    }
    tenantOf = Collections.unmodifiableMap(tenants);
    owners = TableOwners.of(all, mapping);
    writeOwners(owners.toJson());
    return new TreeSet<>(tenants.values());
  }

  /** Only tools read the owners: a failure must not keep the planner from planning. */
  private void writeOwners(byte[] json) {
    if (!Arrays.equals(json, writtenOwners)) {
      try {
        documents.write(TableOwners.DOCUMENT, json);
        writtenOwners = json;
      } catch (IOException | RuntimeException e) {
        LOG.warn("The owners of tables cannot be written for 'argus tables': {}", e.toString());
      }
    }
  }

  /**
   * The tenant of each table of one, as of the last time that the planner asked for the tenants.
   */
  Map<String, TenantId> tenantOfTables() {
    return tenantOf;
  }

  /** Who owns the tables, as of the last time that the planner asked for the tenants. */
  TableOwners owners() {
    return owners;
  }

  /**
   * Returns the regions of tenants, in the order of their names; reads them if the last ones are
   * old. Only placement needs them: while they cannot be read, the last ones count.
   */
  List<Region> regions(long nowMillis) {
    long sinceMillis = nowMillis - regionsMillis;
    if (sinceMillis >= REGIONS_PERIOD_MILLIS || sinceMillis < 0) {
      regionsMillis = nowMillis;
      try {
        regions = rates.observe(platform.regions(), tenantOf::get, nowMillis);
        groups = platform.groups();
        servers = platform.servers();
        regionsFailed = false;
      } catch (IOException | RuntimeException | LinkageError e) {
        if (!regionsFailed) {
          LOG.warn(
              "Regions or their groups cannot be read, placement uses the last ones known: {}",
              e.toString());
        }
        regionsFailed = true;
      }
    }
    return regions;
  }

  /** The groups of region servers, as of the last time that the regions were read. */
  ServerGroups groups() {
    return groups;
  }

  /** The region servers that are online, as of the last time that the regions were read. */
  Set<String> servers() {
    return servers;
  }

  /** Takes over a report that a region server sends. */
  void sent(String server, byte[] report, long nowMillis) {
    inbox.sent(server, report, nowMillis);
  }

  /** Looks into ZooKeeper only for servers that send no reports. */
  @Override
  public ReceivedReports usageReports(long nowMillis) throws IOException {
    List<String> servers = documents.children(ClusterDocuments.USAGE);
    for (String server : servers) {
      if (!inbox.isSending(server, nowMillis)) {
        byte[] report = documents.read(ClusterDocuments.usageOf(server));
        if (report != null) {
          inbox.written(server, report);
        }
      }
    }
    inbox.keep(servers, nowMillis);
    return inbox.reports();
  }
}
