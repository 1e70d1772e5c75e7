package io.argus.hbase094.server;

import io.argus.core.documents.NodeDocuments;
import io.argus.regionserver.plan.Later;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZooKeeperListener;
import org.apache.hadoop.hbase.zookeeper.ZooKeeperWatcher;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * Reaches Argus's nodes with HBase's access rights.
 *
 * <p>A master does so through its own session: one that is no longer active cannot write. A region
 * server has a session for Argus alone. Requests prove to ZooKeeper that a session is alive, so
 * through the server's own one a dead server would be missed some seconds later than without Argus.
 *
 * <p>No method aborts the server. Safe for use by any thread.
 */
public final class ArgusZNodes extends NodeDocuments implements Closeable {
  private final ZooKeeperWatcher watcher;

  /**
   * Uses a session of HBase, which ends the server when the session has expired.
   *
   * @param polls reports changes to listeners, so that ZooKeeper's thread does not
   */
  public ArgusZNodes(ZooKeeperWatcher watcher, Executor polls) {
    super(watcher.baseZNode, polls, Later::run);
    this.watcher = watcher;
  }

  /**
   * Begins a session for Argus alone, and another one whenever that has expired.
   *
   * @param polls as for the constructor
   */
  public static ArgusZNodes inOwnSession(Configuration conf, Executor polls) throws IOException {
    Expiry expiry = new Expiry();
    ArgusZNodes nodes = new ArgusZNodes(new ZooKeeperWatcher(conf, "argus", expiry), polls);
    expiry.nodes = nodes;
    return nodes;
  }

  @Override
  protected void beginSession() throws Exception {
    watcher.reconnectAfterExpiration();
  }

  /** Ends the session, and with it the nodes that go with it. */
  @Override
  public void close() {
    watcher.close();
  }

  @Override
  protected void onChange(String path, Runnable look) {
    watcher.registerListener(new Listener(watcher, path, look));
  }

  @Override
  protected byte @Nullable [] get(String path, boolean watch) throws KeeperException {
    if (!watch) {
      return ZKUtil.getDataNoWatch(watcher, path, null);
    }
    return ZKUtil.watchAndCheckExists(watcher, path) ? ZKUtil.getDataAndWatch(watcher, path) : null;
  }

  @Override
  protected boolean exists(String path) throws KeeperException {
    return ZKUtil.checkExists(watcher, path) != -1;
  }

  @Override
  protected void set(String path, byte[] data) throws KeeperException {
    ZKUtil.setData(watcher, path, data);
  }

  @Override
  protected void create(String path, byte[] data, boolean ephemeral) throws KeeperException {
    if (ephemeral) {
      ZKUtil.createWithParents(watcher, ZKUtil.getParent(path));
      ZKUtil.createEphemeralNodeAndWatch(watcher, path, data);
    } else {
      ZKUtil.createWithParents(watcher, path, data);
    }
  }

  @Override
  protected void remove(String path) throws KeeperException {
    ZKUtil.deleteNodeFailSilent(watcher, path);
  }

  @Override
  protected @Nullable List<String> namesBelow(String path) throws KeeperException {
    return ZKUtil.listChildrenNoWatch(watcher, path);
  }

  @Override
  protected boolean isExpiry(@Nullable Throwable failure) {
    return failure instanceof KeeperException.SessionExpiredException;
  }

  /** Hears that a session has expired, where HBase would abort the server. */
  private static final class Expiry implements Abortable {
    private volatile @Nullable ArgusZNodes nodes;

    @Override
    public void abort(String why, Throwable cause) {
      ArgusZNodes known = nodes;
      if (known != null) {
        known.sessionExpired();
      }
    }

    @Override
    public boolean isAborted() {
      return false;
    }
  }

  private static final class Listener extends ZooKeeperListener {
    private final String watched;
    private final Runnable look;

    Listener(ZooKeeperWatcher watcher, String watched, Runnable look) {
      super(watcher);
      this.watched = watched;
      this.look = look;
    }

    @Override
    public void nodeCreated(String path) {
      if (path.equals(watched)) {
        look.run();
      }
    }

    @Override
    public void nodeDeleted(String path) {
      nodeCreated(path);
    }

    @Override
    public void nodeDataChanged(String path) {
      nodeCreated(path);
    }
  }
}
