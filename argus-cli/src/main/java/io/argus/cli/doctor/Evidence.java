package io.argus.cli.doctor;

import io.argus.cli.live.LiveCluster;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.IncompleteDocumentException;
import io.argus.core.text.Shortened;
import io.argus.core.usage.UsageReport;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TableOwners;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Everything a diagnosis rests on.
 *
 * <p>Immutable.
 */
final class Evidence {
  /** What paths of Argus's nodes begin with. */
  static final String NODES = "argus/";

  /** Nodes that control the cluster. */
  private static final List<String> CONTROLLING =
      Arrays.asList(
          ClusterDocuments.PLAN,
          ClusterDocuments.SHARES,
          ClusterDocuments.PIN,
          ClusterDocuments.ALIVE,
          "catalogue",
          ClusterDocuments.SETTINGS);

  private final Collection<String> liveServers;
  private final Map<String, String> hbaseVersions;
  private final Map<String, UsageReport> reports;
  private final Map<String, String> unreadable;
  private final Optional<ClusterStatus> status;
  private final Optional<TableOwners> owners;
  private final List<String> openNodes;
  private final boolean secured;
  private final Map<String, String> hbaseKeys;
  private final long nowMillis;

  /**
   * @param liveServers region servers that are registered in ZooKeeper
   * @param hbaseVersions their versions of HBase, of those that say it
   * @param reports their last usage reports, of those that can be read
   * @param unreadable why the other reports cannot be read, by server; or the status or the owners,
   *     by the path of the node
   * @param status the master's status, empty if no master ever wrote one
   * @param owners the owners of all tables, empty if no master ever wrote them
   * @param openNodes names of nodes that anybody may change; "argus" is the root of Argus's nodes
   * @param secured whether HBase authenticates or authorizes its users
   * @param hbaseKeys what {@code hbase-site.xml} says of the keys in {@link
   *     io.argus.cli.install.IneffectiveKey}, of those that are set
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
      Map<String, String> hbaseKeys,
      long nowMillis) {
    this.liveServers = liveServers;
    this.hbaseVersions = hbaseVersions;
    this.reports = reports;
    this.unreadable = unreadable;
    this.status = status;
    this.owners = owners;
    this.openNodes = openNodes;
    this.secured = secured;
    this.hbaseKeys = Collections.unmodifiableMap(hbaseKeys);
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

  /**
   * What {@code hbase-site.xml} says of the keys in {@link io.argus.cli.install.IneffectiveKey}.
   */
  public Map<String, String> hbaseKeys() {
    return hbaseKeys;
  }

  public long nowMillis() {
    return nowMillis;
  }

  /** Collects the evidence from a running cluster. */
  public static Evidence of(LiveCluster live, long nowMillis)
      throws IOException, InterruptedException {
    LiveCluster.ReadReports reports = live.readReports();
    Map<String, String> unreadable = new TreeMap<>(reports.unreadable());
    Optional<ClusterStatus> status =
        read(live, ClusterDocuments.STATUS, ClusterStatus::read, unreadable);
    Optional<TableOwners> owners = read(live, TableOwners.DOCUMENT, TableOwners::read, unreadable);
    List<String> open = new ArrayList<>();
    if (live.isOpen("")) {
      open.add("argus");
    }
    for (String name : CONTROLLING) {
      if (live.isOpen(name)) {
        open.add(NODES + name);
      }
    }
    List<String> servers = live.liveServers();
    return new Evidence(
        servers,
        live.hbaseVersions(),
        reports.readable(),
        unreadable,
        status,
        owners,
        open,
        live.location().secured(),
        live.location().hbaseKeys(),
        nowMillis);
  }

  private static <T> Optional<T> read(
      LiveCluster live, String name, Function<byte[], T> reader, Map<String, String> unreadable)
      throws IOException, InterruptedException {
    try {
      return live.read(name).map(reader);
    } catch (IncompleteDocumentException | IllegalArgumentException e) {
      unreadable.put(NODES + name, Shortened.onOneLine(String.valueOf(e.getMessage())));
      return Optional.empty();
    }
  }
}
