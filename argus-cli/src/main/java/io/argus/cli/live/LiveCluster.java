package io.argus.cli.live;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.DocumentParts;
import io.argus.core.documents.PlannerSign;
import io.argus.core.plan.Plan;
import io.argus.core.settings.SettingsOverrides;
import io.argus.master.plans.WholePlan;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * A connection to Argus's nodes in the ZooKeeper of a running cluster of either HBase generation.
 *
 * <p>Used by one thread.
 */
public final class LiveCluster implements AutoCloseable {
  private static final int SESSION_MILLIS = 10_000;

  /** HBase's servers begin a node with this byte, then the length of an identifier, then that. */
  private static final byte HBASE_MAGIC = (byte) 0xFF;

  private final ZooKeeper zooKeeper;
  private final SiteLocation location;

  private LiveCluster(ZooKeeper zooKeeper, SiteLocation location) {
    this.zooKeeper = zooKeeper;
    this.location = location;
  }

  /**
   * Connects to ZooKeeper.
   *
   * @throws IOException if it does not answer within 10 s; the message names it
   */
  public static LiveCluster connect(SiteLocation location)
      throws IOException, InterruptedException {
    if (location.kerberos()) {
      TicketCache.useForZooKeeper();
    }
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper zooKeeper =
        new ZooKeeper(
            location.connect(),
            SESSION_MILLIS,
            event -> {
              if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                connected.countDown();
              }
            });
    if (!connected.await(SESSION_MILLIS, TimeUnit.MILLISECONDS)) {
      zooKeeper.close();
      throw new IOException(
          "ZooKeeper at " + location.connect() + " does not answer: is the cluster running?");
    }
    return new LiveCluster(zooKeeper, location);
  }

  /** A document, put together if it is in parts; empty if there is none, or nothing in it. */
  public Optional<byte[]> read(String name) throws IOException, InterruptedException {
    byte[] document = DocumentParts.whole(name, node(name), this::part);
    return Optional.ofNullable(document).filter(data -> data.length > 0);
  }

  /** What a node holds; null if there is no such node. */
  private byte @Nullable [] node(String name) throws IOException, InterruptedException {
    return ask("read", path(name), Optional.<byte[]>empty(), path -> Optional.of(data(path, null)))
        .orElse(null);
  }

  private byte @Nullable [] part(String name) throws IOException {
    try {
      return node(name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while it read " + name);
    }
  }

  /**
   * What a node holds.
   *
   * @throws IOException if it holds nothing, which means that Argus does not run
   */
  public byte[] require(String name) throws IOException, InterruptedException {
    return read(name)
        .orElseThrow(
            () ->
                new IOException(
                    "the cluster has no Argus "
                        + name
                        + ": is the plugin installed on the master, and the master up?"));
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
    Optional<byte[]> stored = read(ClusterDocuments.PLAN);
    return stored.isPresent() ? Optional.of(whole(stored.get())) : Optional.empty();
  }

  /**
   * {@link #plan}, which there must be.
   *
   * @throws IOException if there is none, which means that Argus does not run
   */
  public Plan requirePlan() throws IOException, InterruptedException {
    return whole(require(ClusterDocuments.PLAN));
  }

  private Plan whole(byte[] plan) throws IOException {
    return WholePlan.read(plan, planSource(), new ArrayList<>());
  }

  private WholePlan.Source planSource() {
    return new WholePlan.Source() {
      @Override
      public byte @Nullable [] read(String name) throws IOException {
        try {
          return LiveCluster.this.read(name).orElse(null);
        } catch (InterruptedException e) {
          throw interrupted(name);
        }
      }

      @Override
      public List<String> children(String name) throws IOException {
        try {
          return childrenOf(path(name));
        } catch (InterruptedException e) {
          throw interrupted(name);
        }
      }
    };
  }

  private static IOException interrupted(String name) {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while it read " + name);
  }

  /** Which cluster this is. */
  public SiteLocation location() {
    return location;
  }

  /** The region servers that are registered in ZooKeeper, with or without Argus. */
  public List<String> liveServers() throws IOException, InterruptedException {
    return childrenOf(location.servers());
  }

  /** The version of HBase of each region server that says it, with or without Argus. */
  public Map<String, String> hbaseVersions() throws IOException, InterruptedException {
    Map<String, String> versions = new TreeMap<>();
    for (String server : liveServers()) {
      ask(
              "read",
              location.servers() + "/" + server,
              Optional.<byte[]>empty(),
              path -> Optional.of(data(path, null)))
          .flatMap(ServerVersion::read)
          .ifPresent(version -> versions.put(server, version));
    }
    return versions;
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
    for (String server : childrenOf(path(ClusterDocuments.USAGE))) {
      read(ClusterDocuments.usageOf(server)).ifPresent(report -> reports.put(server, report));
    }
    return reports;
  }

  /** Whether anybody who reaches ZooKeeper may change a node; no if there is no such node. */
  public boolean isOpen(String name) throws IOException, InterruptedException {
    int change =
        ZooDefs.Perms.WRITE | ZooDefs.Perms.CREATE | ZooDefs.Perms.DELETE | ZooDefs.Perms.ADMIN;
    return ask(
        "read the access rights of",
        name.isEmpty() ? location.base() : path(name),
        false,
        path ->
            zooKeeper.getACL(path, new Stat()).stream()
                .filter(right -> right.getId().equals(ZooDefs.Ids.ANYONE_ID_UNSAFE))
                .anyMatch(right -> (right.getPerms() & change) != 0));
  }

  /** What operators have changed so far; nothing if that cannot be read. */
  public SettingsOverrides overrides() throws IOException, InterruptedException {
    try {
      return SettingsOverrides.readOrNone(read(ClusterDocuments.SETTINGS).orElse(null));
    } catch (DeniedException e) {
      return SettingsOverrides.readOrNone(null);
    }
  }

  /**
   * Changes settings of all servers. The change goes through the master if the master authorizes
   * changes, else directly to ZooKeeper.
   *
   * @param changes text by key; null takes a change back
   * @return everything that is changed now
   * @throws DeniedException if the user is not an administrator
   * @throws NoMasterException if the master must authorize the change and does not answer
   * @throws IllegalArgumentException saying what would be right
   */
  public SettingsOverrides change(Map<String, @Nullable String> changes)
      throws IOException, InterruptedException {
    if (!asksMaster()) {
      return changeInZooKeeper(changes);
    }
    overrides().with(changes, location.settings(), "", 0); // finds typing errors without the master
    return SettingsOverrides.read(
        new MasterCall(location).change("set", SettingsOverrides.writeChanges(changes)));
  }

  /** {@link #change} that never asks the master. */
  public SettingsOverrides changeInZooKeeper(Map<String, @Nullable String> changes)
      throws IOException, InterruptedException {
    String who = System.getProperty("user.name");
    byte[] written =
        updateInZooKeeper(
            ClusterDocuments.SETTINGS,
            before ->
                SettingsOverrides.readOrNone(before)
                    .with(changes, location.settings(), who, System.currentTimeMillis())
                    .toJson());
    return SettingsOverrides.read(written);
  }

  /** Whether the cluster wants changes to go through its master, which authorizes them. */
  private boolean asksMaster() throws IOException, InterruptedException {
    try {
      return read(ClusterDocuments.STATUS)
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
   * Changes what a node holds. If somebody else changes it meanwhile, starts again from what they
   * wrote. Creates the node, with the access rights of its parent, if there is none.
   *
   * @param change from what it holds, nothing if there is no such node, to what it shall hold
   */
  public void update(String name, UnaryOperator<byte[]> change)
      throws IOException, InterruptedException {
    if (asksMaster()) {
      byte[] before = read(name).orElse(new byte[0]);
      new MasterCall(location).change(name, change.apply(before));
    } else {
      updateInZooKeeper(name, change);
    }
  }

  /** Replaces what a node holds; creates it as {@link #update} does. */
  public void write(String name, byte[] data) throws IOException, InterruptedException {
    if (asksMaster()) {
      new MasterCall(location).change(name, data);
    } else {
      updateInZooKeeper(name, before -> data);
    }
  }

  private byte[] updateInZooKeeper(String name, UnaryOperator<byte[]> change)
      throws IOException, InterruptedException {
    String path = path(name);
    while (true) {
      try {
        Stat stat = zooKeeper.exists(path, false);
        byte[] before =
            stat == null ? null : DocumentParts.whole(name, data(path, stat), this::part);
        byte[] after = change.apply(before == null ? new byte[0] : before);
        if (stat == null) {
          create(path, after);
        } else {
          zooKeeper.setData(path, after, stat.getVersion());
        }
        return after;
      } catch (KeeperException.BadVersionException | KeeperException.NodeExistsException e) {
        // Somebody was faster: once more, from what they wrote.
      } catch (KeeperException e) {
        throw failed("write", path, e);
      }
    }
  }

  private void create(String path, byte[] data)
      throws KeeperException, IOException, InterruptedException {
    if (zooKeeper.exists(location.base(), false) == null) {
      throw new IOException(
          "there is no " + location.base() + " in ZooKeeper: Argus does not run in this cluster");
    }
    List<ACL> rights = zooKeeper.getACL(location.base(), new Stat());
    zooKeeper.create(path, data, rights, CreateMode.PERSISTENT);
  }

  /** Deletes a node; returns whether there was one. */
  public boolean delete(String name) throws IOException, InterruptedException {
    if (asksMaster()) {
      boolean present = read(name).isPresent();
      new MasterCall(location).change(name, new byte[0]);
      return present;
    }
    return ask(
        "delete",
        path(name),
        false,
        path -> {
          zooKeeper.delete(path, -1);
          return true;
        });
  }

  /** What ZooKeeper is asked of a node. */
  private interface Question<T> {
    T ask(String path) throws KeeperException, InterruptedException;
  }

  /** Returns the answer, or {@code none} if there is no such node. */
  private static <T> T ask(String what, String path, T none, Question<T> question)
      throws IOException, InterruptedException {
    try {
      return question.ask(path);
    } catch (KeeperException.NoNodeException e) {
      return none;
    } catch (KeeperException e) {
      throw failed(what, path, e);
    }
  }

  private static IOException failed(String what, String path, KeeperException e) {
    if (e instanceof KeeperException.NoAuthException) {
      return new DeniedException(
          "this user may not "
              + what
              + " "
              + path
              + ": ZooKeeper lets only HBase's own user do so");
    }
    return new IOException("could not " + what + " " + path + ": " + e.getMessage(), e);
  }

  private List<String> childrenOf(String path) throws IOException, InterruptedException {
    return ask("read", path, Collections.emptyList(), there -> zooKeeper.getChildren(there, false));
  }

  private String path(String name) {
    return location.base() + "/" + name;
  }

  private byte[] data(String path, @Nullable Stat stat)
      throws KeeperException, InterruptedException {
    return withoutHBaseHeader(zooKeeper.getData(path, false, stat));
  }

  private static byte[] withoutHBaseHeader(byte[] data) {
    if (data.length < 1 + Integer.BYTES || data[0] != HBASE_MAGIC) {
      return data;
    }
    int identifierLength = ByteBuffer.wrap(data).getInt(1);
    return Arrays.copyOfRange(data, 1 + Integer.BYTES + identifierLength, data.length);
  }

  @Override
  public void close() {
    try {
      zooKeeper.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
