package io.argus.cli.live;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
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

  /** With this byte begins what HBase's servers write, followed by an identifier and its length. */
  private static final byte HBASE_MAGIC = (byte) 0xFF;

  private final ZooKeeper zooKeeper;
  private final SiteLocation location;

  private LiveCluster(ZooKeeper zooKeeper, SiteLocation location) {
    this.zooKeeper = zooKeeper;
    this.location = location;
  }

  /**
   * Connects.
   *
   * @throws IOException naming the ZooKeeper that does not answer
   */
  public static LiveCluster connect(SiteLocation location)
      throws IOException, InterruptedException {
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

  /** Returns what a node holds, empty if there is no such node. */
  public Optional<byte[]> read(String name) throws IOException, InterruptedException {
    try {
      return Optional.of(withoutHBaseHeader(zooKeeper.getData(path(name), false, null)));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    } catch (KeeperException e) {
      throw failed("read", name, e);
    }
  }

  /** Which cluster this is. */
  public SiteLocation location() {
    return location;
  }

  /** The region servers that are registered in ZooKeeper, with or without Argus. */
  public List<String> liveServers() throws IOException, InterruptedException {
    try {
      return zooKeeper.getChildren(location.servers(), false);
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    } catch (KeeperException e) {
      throw new IOException("could not read " + location.servers() + ": " + e.getMessage(), e);
    }
  }

  /** What every region server reported last, as it was written. */
  public Map<String, byte[]> reports() throws IOException, InterruptedException {
    Map<String, byte[]> reports = new TreeMap<>();
    for (String server : children(ClusterDocuments.USAGE)) {
      Optional<byte[]> report = read(ClusterDocuments.usageOf(server));
      report.ifPresent(bytes -> reports.put(server, bytes));
    }
    return reports;
  }

  /** Whether anybody who reaches ZooKeeper may change a node; no if there is no such node. */
  public boolean isOpen(String name) throws IOException, InterruptedException {
    int change =
        ZooDefs.Perms.WRITE | ZooDefs.Perms.CREATE | ZooDefs.Perms.DELETE | ZooDefs.Perms.ADMIN;
    try {
      String path = name.isEmpty() ? location.base() : path(name);
      for (ACL acl : zooKeeper.getACL(path, new Stat())) {
        if (acl.getId().equals(ZooDefs.Ids.ANYONE_ID_UNSAFE) && (acl.getPerms() & change) != 0) {
          return true;
        }
      }
      return false;
    } catch (KeeperException.NoNodeException e) {
      return false;
    } catch (KeeperException e) {
      throw failed("read the access rights of", name, e);
    }
  }

  /** The names of the nodes below that one; none if there is no such node. */
  public List<String> children(String name) throws IOException, InterruptedException {
    try {
      return zooKeeper.getChildren(path(name), false);
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    } catch (KeeperException e) {
      throw failed("read", name, e);
    }
  }

  /** The site file's settings. */
  public Settings siteSettings() {
    return location.settings();
  }

  /** What operators changed so far; nothing if that cannot be read. */
  public SettingsOverrides overrides() throws IOException, InterruptedException {
    return SettingsOverrides.readOrNone(read(ClusterDocuments.SETTINGS).orElse(null));
  }

  /**
   * Changes settings of all servers and returns what is changed now: through the master where that
   * is to authorize it, else in ZooKeeper.
   *
   * @param changes text by key, null to take a change back
   * @throws DeniedException if the user is not an administrator
   * @throws NoMasterException if the master is to be asked and does not answer
   * @throws IllegalArgumentException saying what would be right
   */
  public SettingsOverrides change(Map<String, @Nullable String> changes)
      throws IOException, InterruptedException {
    if (!asksMaster()) {
      return changeInZooKeeper(changes);
    }
    overrides().with(changes, location.settings(), "", 0); // a typing error needs no master
    return SettingsOverrides.read(
        new MasterCall(location).change("set", SettingsOverrides.writeChanges(changes)));
  }

  /** {@link #change} that goes past the master. */
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
    byte[] status = read(ClusterDocuments.STATUS).orElse(new byte[0]);
    try {
      return status.length > 0 && ClusterStatus.read(status).authorization();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Changes what a node holds, again if somebody else changed it meanwhile; creates it if need be.
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

  private byte[] updateInZooKeeper(String name, UnaryOperator<byte[]> change)
      throws IOException, InterruptedException {
    while (true) {
      Stat stat = new Stat();
      try {
        byte[] before = withoutHBaseHeader(zooKeeper.getData(path(name), false, stat));
        byte[] after = change.apply(before);
        zooKeeper.setData(path(name), after, stat.getVersion());
        return after;
      } catch (KeeperException.NoNodeException e) {
        byte[] after = change.apply(new byte[0]);
        writeInZooKeeper(name, after);
        return after;
      } catch (KeeperException.BadVersionException e) {
        // Somebody was faster: once more, from what they wrote.
      } catch (KeeperException e) {
        throw failed("write", name, e);
      }
    }
  }

  /** Writes a node, creating it with the access rights of its parent if need be. */
  public void write(String name, byte[] data) throws IOException, InterruptedException {
    if (asksMaster()) {
      new MasterCall(location).change(name, data);
    } else {
      writeInZooKeeper(name, data);
    }
  }

  private void writeInZooKeeper(String name, byte[] data) throws IOException, InterruptedException {
    try {
      if (zooKeeper.exists(path(name), false) != null) {
        zooKeeper.setData(path(name), data, -1);
        return;
      }
      if (zooKeeper.exists(location.base(), false) == null) {
        throw new IOException(
            "there is no "
                + location.base()
                + " in ZooKeeper: Argus is not at work in this cluster");
      }
      Stat parent = new Stat();
      zooKeeper.create(
          path(name), data, zooKeeper.getACL(location.base(), parent), CreateMode.PERSISTENT);
    } catch (KeeperException e) {
      throw failed("write", name, e);
    }
  }

  /** Deletes a node; returns whether there was one. */
  public boolean delete(String name) throws IOException, InterruptedException {
    if (asksMaster()) {
      boolean present = read(name).isPresent();
      new MasterCall(location).change(name, new byte[0]);
      return present;
    }
    try {
      zooKeeper.delete(path(name), -1);
      return true;
    } catch (KeeperException.NoNodeException e) {
      return false;
    } catch (KeeperException e) {
      throw failed("delete", name, e);
    }
  }

  private String path(String name) {
    return location.base() + "/" + name;
  }

  private IOException failed(String what, String name, KeeperException e) {
    return new IOException("could not " + what + " " + path(name) + ": " + e.getMessage(), e);
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
