package io.argus.cli.doctor;

import io.argus.cli.live.LiveCluster;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.usage.UsageReport;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TableOwners;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything a diagnosis rests on.
 *
 * <p>Immutable.
 */
public final class Evidence {
  /** Nodes that control the cluster. */
  private static final List<String> CONTROLLING =
      Arrays.asList(
          ClusterDocuments.PLAN, ClusterDocuments.PIN, "catalogue", ClusterDocuments.SETTINGS);

  private final Collection<String> liveServers;
  private final Map<String, String> hbaseVersions;
  private final Map<String, UsageReport> reports;
  private final Map<String, String> unreadable;
  private final Optional<ClusterStatus> status;
  private final Optional<TableOwners> owners;
  private final List<String> openNodes;
  private final boolean secured;
  private final HBaseSite site;
  private final long nowMillis;

  /**
   * @param liveServers region servers that are registered in ZooKeeper
   * @param hbaseVersions their versions of HBase, of those that say it
   * @param reports their last usage reports, of those that can be read
   * @param unreadable why the other reports cannot be read, by server
   * @param status the master's status, empty if no master ever wrote one
   * @param owners the owners of all tables, empty if no master ever wrote them
   * @param openNodes names of nodes that anybody may change; "argus" is the root of Argus's nodes
   * @param secured whether HBase authenticates or authorizes its users
   * @param site what is configured of HBase
   * @param nowMillis milliseconds since the epoch
   */
  public Evidence(
      Collection<String> liveServers,
      Map<String, String> hbaseVersions,
      Map<String, UsageReport> reports,
      Map<String, String> unreadable,
      Optional<ClusterStatus> status,
      Optional<TableOwners> owners,
      List<String> openNodes,
      boolean secured,
      HBaseSite site,
      long nowMillis) {
    this.liveServers = liveServers;
    this.hbaseVersions = hbaseVersions;
    this.reports = reports;
    this.unreadable = unreadable;
    this.status = status;
    this.owners = owners;
    this.openNodes = openNodes;
    this.secured = secured;
    this.site = site;
    this.nowMillis = nowMillis;
  }

  public Collection<String> liveServers() {
    return liveServers;
  }

  public Map<String, String> hbaseVersions() {
    return hbaseVersions;
  }

  public Map<String, UsageReport> reports() {
    return reports;
  }

  public Map<String, String> unreadable() {
    return unreadable;
  }

  public Optional<ClusterStatus> status() {
    return status;
  }

  public Optional<TableOwners> owners() {
    return owners;
  }

  public List<String> openNodes() {
    return openNodes;
  }

  public boolean secured() {
    return secured;
  }

  public HBaseSite site() {
    return site;
  }

  public long nowMillis() {
    return nowMillis;
  }

  /** Collects the evidence from a running cluster. */
  public static Evidence of(LiveCluster live, long nowMillis)
      throws IOException, InterruptedException {
    Map<String, UsageReport> reports = new TreeMap<>();
    Map<String, String> unreadable = new TreeMap<>();
    for (Map.Entry<String, byte[]> entry : live.reports().entrySet()) {
      try {
        reports.put(entry.getKey(), WireFormat.readUsageReport(entry.getValue()));
      } catch (IllegalArgumentException e) {
        unreadable.put(entry.getKey(), e.getMessage());
      }
    }
    List<String> open = new ArrayList<>();
    if (live.isOpen("")) {
      open.add("argus");
    }
    for (String name : CONTROLLING) {
      if (live.isOpen(name)) {
        open.add("argus/" + name);
      }
    }
    List<String> servers = live.liveServers();
    return new Evidence(
        servers,
        live.hbaseVersions(),
        reports,
        unreadable,
        live.read(ClusterDocuments.STATUS).map(ClusterStatus::read),
        live.read(TableOwners.DOCUMENT).map(TableOwners::read),
        open,
        live.location().secured(),
        HBaseSite.here(live.location().hbaseKeys(), servers),
        nowMillis);
  }
}
