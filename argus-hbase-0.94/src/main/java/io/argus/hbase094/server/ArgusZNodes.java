package io.argus.hbase094.server;

import io.argus.core.documents.NodeDocuments;
import io.argus.regionserver.plan.Later;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZooKeeperListener;
import org.apache.hadoop.hbase.zookeeper.ZooKeeperWatcher;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * Reaches Argus's nodes through the server's own ZooKeeper session, with HBase's access rights.
 *
 * <p>No method aborts the server. Safe for use by any thread.
 */
public final class ArgusZNodes extends NodeDocuments {
  private final ZooKeeperWatcher watcher;

  /**
   * @param looks tells listeners of changes, so that ZooKeeper's thread does not
   */
  public ArgusZNodes(ZooKeeperWatcher watcher, Executor looks) {
    super(watcher.baseZNode, looks, Later::run);
    this.watcher = watcher;
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
