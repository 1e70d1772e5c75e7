package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.monitor.ReportInbox;
import io.argus.master.status.TableOwners;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster as its tables and the documents of its region servers show it. Also writes the owners
 * of all tables for {@code argus tenants}.
 *
 * <p>Safe for use by any thread.
 */
final class ReportedCluster implements ClusterView {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final ClusterDocuments documents;
  private final ClusterTables tables;
  private final TenantMapping mapping;
  private final ReportInbox inbox = new ReportInbox();
  private volatile TableOwners owners = TableOwners.NONE;
  private volatile byte[] writtenOwners = {};

  ReportedCluster(ClusterDocuments documents, ClusterTables tables, Settings settings) {
    this.documents = documents;
    this.tables = tables;
    this.mapping = new TenantMapping(settings.get(Settings.TENANT_RULES), tables.fallback());
  }

  @Override
  public Set<TenantId> tenants() throws IOException {
    Collection<TableDescription> all = tables.tables();
    Set<TenantId> tenants = new TreeSet<>();
    for (TableDescription table : all) {
      mapping.tenantOf(table).ifPresent(tenants::add);
    }
    owners = TableOwners.of(all, mapping);
    writeOwners(owners.toJson());
    return tenants;
  }

  /** Only tools read the owners: a failure must not keep the planner from planning. */
  private void writeOwners(byte[] json) {
    if (!Arrays.equals(json, writtenOwners)) {
      try {
        documents.write(TableOwners.DOCUMENT, json);
        writtenOwners = json;
      } catch (IOException | RuntimeException e) {
        LOG.warn("The owners of tables cannot be written for 'argus tenants': {}", e.toString());
      }
    }
  }

  /** Who owns the tables, as of the last time that the planner asked for the tenants. */
  TableOwners owners() {
    return owners;
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
