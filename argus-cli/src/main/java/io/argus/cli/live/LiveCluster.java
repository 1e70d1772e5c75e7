package io.argus.cli.live;

import io.argus.cli.install.HBaseRelease;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.DocumentSource;
import io.argus.core.documents.IncompleteDocumentException;
import io.argus.core.documents.PlannerSign;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.text.Shortened;
import io.argus.core.usage.UsageReport;
import io.argus.master.plans.PlanStore;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a running cluster of either HBase generation says in Argus's documents, and changes of them.
 * Documents are read in ZooKeeper where that lets this user, else through the master, which asks
 * HBase for the user's rights; so are changes, unless the master authorizes changes: then all go
 * through it.
 *
 * <p>Used by one thread.
 */
public final class LiveCluster implements AutoCloseable {
  private final ArgusNodes nodes;
  private final SiteLocation location;
  private final StoredSettings settings;
  private final MasterCall master;

  /** Whether ZooKeeper refused a document that the master then gave. */
  private boolean byMaster;

  private LiveCluster(ArgusNodes nodes, SiteLocation location) {
    this.nodes = nodes;
    this.location = location;
    this.master = new MasterCall(location);
    this.settings = new StoredSettings(this, nodes);
  }

  /**
   * Connects to ZooKeeper.
   *
   * @throws IOException if it does not answer within 10 s; the message names it
   */
  public static LiveCluster connect(SiteLocation location)
      throws IOException, InterruptedException {
    return new LiveCluster(ArgusNodes.connect(location), location);
  }

  /** A document, put together if it is in parts; empty if there is none, or nothing in it. */
  public Optional<byte[]> read(String name) throws IOException, InterruptedException {
    return asked(() -> nodes.read(name), () -> master.read(name));
  }

  private List<String> namesBelow(String name) throws IOException, InterruptedException {
    return asked(() -> nodes.namesBelow(name), () -> master.namesBelow(name));
  }

  /** Reads something. */
  private interface Source<T> {
    T get() throws IOException, InterruptedException;
  }

  private <T> T asked(Source<T> zooKeeper, Source<T> byRpc)
      throws IOException, InterruptedException {
    if (byMaster) {
      return byRpc.get();
    }
    try {
      return zooKeeper.get();
    } catch (DeniedException e) {
      T answer = masterInstead(byRpc, e);
      byMaster = true;
      return answer;
    }
  }

  private static <T> T masterInstead(Source<T> byRpc, DeniedException denied)
      throws IOException, InterruptedException {
    try {
      return byRpc.get();
    } catch (DeniedException e) {
      throw e; // it says which right is missing
    } catch (IOException e) { // such as HBase 0.94, which has no such endpoint
      throw new DeniedException(
          denied.getMessage() + "; the master cannot be asked instead: " + e.getMessage());
    }
  }

  /**
   * What a node holds.
   *
   * @throws IOException if it holds nothing, which means that Argus does not run
   */
  public byte[] require(String name) throws IOException, InterruptedException {
    return read(name).orElseThrow(() -> missing(name));
  }

  private static IOException missing(String name) {
    return new IOException(
        "the cluster has no Argus "
            + name
            + ": is the plugin installed on the master, and the master up?");
  }

  /** The cluster as its master sees it; there must be one. */
  public ClusterStatus status() throws IOException, InterruptedException {
    return ClusterStatus.read(require(ClusterDocuments.STATUS));
  }

  /**
   * The plan in force with the shares of single servers; empty if there is none.
   *
   * @throws IllegalArgumentException naming what is wrong with it
   */
  public Optional<Plan> plan() throws IOException, InterruptedException {
    return PlanStore.read(documents(), new ArrayList<>());
  }

  /**
   * {@link #plan}, which there must be.
   *
   * @throws IOException if there is none, which means that Argus does not run
   */
  public Plan requirePlan() throws IOException, InterruptedException {
    return plan().orElseThrow(() -> missing(ClusterDocuments.PLAN));
  }

  private DocumentSource documents() {
    return new DocumentSource() {
      @Override
      public byte @Nullable [] read(String name) throws IOException {
        try {
          return LiveCluster.this.read(name).orElse(null);
        } catch (InterruptedException e) {
          throw ArgusNodes.interrupted(name);
        }
      }

      @Override
      public List<String> children(String name) throws IOException {
        try {
          return LiveCluster.this.namesBelow(name);
        } catch (InterruptedException e) {
          throw ArgusNodes.interrupted(name);
        }
      }
    };
  }

  /** Which cluster this is. */
  public SiteLocation location() {
    return location;
  }

  /** The region servers that are registered in ZooKeeper, with or without Argus. */
  public List<String> liveServers() throws IOException, InterruptedException {
    return nodes.children(location.servers());
  }

  /** The version of HBase of each region server that says it, with or without Argus. */
  public Map<String, String> hbaseVersions() throws IOException, InterruptedException {
    Map<String, String> versions = new TreeMap<>();
    for (String server : liveServers()) {
      nodes
          .data(location.servers() + "/" + server)
          .flatMap(ServerVersion::read)
          .ifPresent(version -> versions.put(server, version));
    }
    return versions;
  }

  /**
   * The version of HBase, as its region servers say; several with blanks between them during an
   * upgrade. HBase 0.94 does not say its own.
   *
   * @throws IOException if no region server is up
   */
  public String hbaseVersion() throws IOException, InterruptedException {
    if (liveServers().isEmpty()) {
      throw new IOException("no region server is up: " + location + " has none in ZooKeeper");
    }
    Map<String, String> versions = hbaseVersions();
    return versions.isEmpty()
        ? HBaseRelease.HBASE_0_94.label()
        : String.join(" ", new TreeSet<>(versions.values()));
  }

  /** The release line of HBase; see {@link #hbaseVersion}. */
  public HBaseRelease release() throws IOException, InterruptedException {
    return !byMaster && hbaseVersion().startsWith(HBaseRelease.HBASE_0_94.label())
        ? HBaseRelease.HBASE_0_94
        : HBaseRelease.HBASE_2_6;
  }

  /**
   * How old a report in ZooKeeper may be, milliseconds: the period in which servers write it. They
   * send most reports to the master itself if the cluster is large.
   */
  public long reportAgeMillis() throws IOException, InterruptedException {
    try {
      return read(ClusterDocuments.ALIVE)
          .map(PlannerSign::read)
          .map(sign -> Math.max(sign.zooKeeperMillis(), sign.copyMillis()))
          .orElse(0L);
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }

  /** What every region server wrote last into ZooKeeper, as it was written. */
  public Map<String, byte[]> reports() throws IOException, InterruptedException {
    Map<String, byte[]> reports = new TreeMap<>();
    for (String server : namesBelow(ClusterDocuments.USAGE)) {
      try {
        read(ClusterDocuments.usageOf(server)).ifPresent(report -> reports.put(server, report));
      } catch (IncompleteDocumentException e) {
        reports.put(server, new byte[0]);
      }
    }
    return reports;
  }

  /** {@link #reports}, as far as this version can read them. */
  public ReadReports readReports() throws IOException, InterruptedException {
    Map<String, UsageReport> readable = new TreeMap<>();
    Map<String, String> unreadable = new TreeMap<>();
    reports()
        .forEach(
            (server, report) -> {
              try {
                readable.put(server, WireFormat.readUsageReport(report));
              } catch (IllegalArgumentException e) {
                unreadable.put(server, Shortened.onOneLine(String.valueOf(e.getMessage())));
              }
            });
    return new ReadReports(readable, unreadable);
  }

  /** Reports by server: those that can be read, and why the others cannot. Immutable. */
  public static final class ReadReports {
    private final Map<String, UsageReport> readable;
    private final Map<String, String> unreadable;

    private ReadReports(Map<String, UsageReport> readable, Map<String, String> unreadable) {
      this.readable = Collections.unmodifiableMap(readable);
      this.unreadable = Collections.unmodifiableMap(unreadable);
    }

    public Map<String, UsageReport> readable() {
      return readable;
    }

    /** Why they cannot be read. */
    public Map<String, String> unreadable() {
      return unreadable;
    }
  }

  /** Whether anybody who reaches ZooKeeper may change a node; no if there is no such node. */
  public boolean isOpen(String name) throws IOException, InterruptedException {
    try {
      return nodes.isOpen(name);
    } catch (DeniedException e) {
      return false; // at least not to this user
    }
  }

  /** The settings of all servers. */
  public StoredSettings settings() {
    return settings;
  }

  /** Whether the cluster wants changes to go through its master, which authorizes them. */
  boolean asksMaster() throws IOException, InterruptedException {
    try {
      return byMaster
          || read(ClusterDocuments.STATUS)
              .map(ClusterStatus::read)
              .filter(ClusterStatus::authorization)
              .isPresent();
    } catch (DeniedException e) {
      return true; // then only the master can change it for this user
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Returns a document of the active master's page: from its web UI, or through HBase's own client
   * if this user cannot read or reach that.
   *
   * @param document name and query, such as {@code history.json?span=hours}
   * @throws IOException if the master does not answer with the document
   */
  public String request(String document) throws IOException, InterruptedException {
    try {
      String page = status().master().page();
      if (byMaster) {
        return MasterPageClient.patiently(() -> master.request(document));
      }
      if (page.isEmpty()) {
        throw new NoMasterException(
            "the master does not say where its web UI is: name it with --master");
      }
      return new MasterPageClient(page).read(document);
    } catch (DeniedException e) {
      return MasterPageClient.patiently(() -> master.request(document));
    } catch (NoMasterException e) {
      try {
        return MasterPageClient.patiently(() -> master.request(document));
      } catch (DeniedException denied) {
        throw denied;
      } catch (IOException failed) { // such as HBase 0.94, which has no such endpoint
        e.addSuppressed(failed);
        throw e;
      }
    }
  }

  /**
   * Changes what a node holds. If somebody else changes it meanwhile, starts again from what they
   * wrote. Creates the node, with the access rights of its parent, if there is none.
   *
   * @param change from what it holds, nothing if there is no such node, to what it shall hold
   */
  public void update(String name, UnaryOperator<byte[]> change)
      throws IOException, InterruptedException {
    if (asksMaster()) {
      byte[] before = read(name).orElse(new byte[0]);
      master.change(name, change.apply(before));
    } else {
      nodes.update(name, change);
    }
  }

  /**
   * Pins a plan, whose reason is why. Who pins it is written before that: by the master, which
   * knows whose call it is, else as {@link #unverifiedUser}.
   */
  public void pin(Plan plan) throws IOException, InterruptedException {
    if (asksMaster()) {
      master.change(ClusterDocuments.PIN, WireFormat.write(plan));
    } else {
      byte[] pin = WireFormat.write(plan.pinnedBy(unverifiedUser()));
      nodes.update(ClusterDocuments.PIN, before -> pin);
    }
  }

  /** The user of this process, marked as one that nobody has verified. */
  static String unverifiedUser() {
    return System.getProperty("user.name") + " (unverified)";
  }

  /** Asks the master for a change of the settings, and returns all of them. */
  SettingsOverrides changeByMaster(ChangeRequest request) throws IOException {
    return SettingsOverrides.read(master.change("set", request.toJson()));
  }

  /** Deletes a node; returns whether there was one. */
  public boolean delete(String name) throws IOException, InterruptedException {
    if (asksMaster()) {
      boolean current = read(name).isPresent();
      master.change(name, new byte[0]);
      return current;
    }
    return nodes.delete(name);
  }

  @Override
  public void close() {
    master.close();
    nodes.close();
  }
}
