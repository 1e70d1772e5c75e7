package io.argus.cli.doctor;

import io.argus.cli.live.LiveCluster;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.usage.UsageReport;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TableOwners;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything a diagnosis rests on.
 *
 * <p>Immutable.
 *
 * @param liveServers region servers that are registered in ZooKeeper
 * @param reports their last usage reports, of those that can be read
 * @param unreadable why others cannot be read, by server
 * @param status the master's status, empty if no master ever wrote one
 * @param owners whose tables there are, empty if no master said
 * @param openNodes names of nodes that anybody may change, the root of Argus's nodes as "argus"
 * @param secured whether the cluster tells its users apart
 * @param nowMillis milliseconds since the epoch
 */
public record Evidence(
    Collection<String> liveServers,
    Map<String, UsageReport> reports,
    Map<String, String> unreadable,
    Optional<ClusterStatus> status,
    Optional<TableOwners> owners,
    List<String> openNodes,
    boolean secured,
    long nowMillis) {

  /** Nodes by which a cluster is controlled. */
  private static final List<String> CONTROLLING =
      List.of(ClusterDocuments.PLAN, ClusterDocuments.PIN, "catalogue", "settings");

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
    return new Evidence(
        live.liveServers(),
        reports,
        unreadable,
        live.read(ClusterDocuments.STATUS).map(ClusterStatus::read),
        live.read(TableOwners.DOCUMENT).map(TableOwners::read),
        open,
        live.location().secured(),
        nowMillis);
  }
}
