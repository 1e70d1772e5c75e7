package io.argus.hbase094;

import io.argus.core.ClusterDocuments;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZooKeeperNodeTracker;
import org.apache.hadoop.hbase.zookeeper.ZooKeeperWatcher;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes below {@code argus} in HBase's part of ZooKeeper, reached through the server's own
 * session and created with HBase's access rights.
 *
 * <p>No method aborts the server. Safe for use by any thread.
 */
final class ArgusZNodes implements ClusterDocuments {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusZNodes.class);

  /** Told by HBase's tracker when ZooKeeper fails; a guest does not abort its host. */
  private static final Abortable LOG_ONLY =
      new Abortable() {
        @Override
        public void abort(String why, Throwable cause) {
          LOG.warn("ZooKeeper failed Argus, which goes on with what it has: {}", why, cause);
        }

        @Override
        public boolean isAborted() {
          return false;
        }
      };

  private final ZooKeeperWatcher watcher;
  private final String base;

  ArgusZNodes(ZooKeeperWatcher watcher) {
    this.watcher = watcher;
    this.base = ZKUtil.joinZNode(watcher.baseZNode, "argus");
  }

  private String path(String name) {
    return ZKUtil.joinZNode(base, name);
  }

  @Override
  public void watch(String name, Consumer<byte @Nullable []> listener) {
    Tracker tracker = new Tracker(watcher, path(name), listener);
    tracker.start();
  }

  @Override
  public byte @Nullable [] read(String name) throws IOException {
    try {
      return ZKUtil.getDataNoWatch(watcher, path(name), null);
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void write(String name, byte[] data) throws IOException {
    try {
      ZKUtil.createSetData(watcher, path(name), data);
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void writeEphemeral(String name, byte[] data) throws IOException {
    String path = path(name);
    try {
      if (ZKUtil.checkExists(watcher, path) != -1) {
        ZKUtil.setData(watcher, path, data);
        return;
      }
      ZKUtil.createWithParents(watcher, ZKUtil.getParent(path));
      ZKUtil.createEphemeralNodeAndWatch(watcher, path, data);
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void delete(String name) throws IOException {
    try {
      ZKUtil.deleteNodeFailSilent(watcher, path(name));
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }

  @Override
  public List<String> children(String name) throws IOException {
    try {
      List<String> children = ZKUtil.listChildrenNoWatch(watcher, path(name));
      return children == null ? Collections.emptyList() : children;
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }

  private static final class Tracker extends ZooKeeperNodeTracker {
    private final Consumer<byte @Nullable []> listener;

    Tracker(ZooKeeperWatcher watcher, String node, Consumer<byte @Nullable []> listener) {
      super(watcher, node, LOG_ONLY);
      this.listener = listener;
    }

    @Override
    public synchronized void start() {
      super.start();
      tell();
    }

    @Override
    public synchronized void nodeCreated(String path) {
      super.nodeCreated(path);
      if (path.equals(node)) {
        tell();
      }
    }

    @Override
    public synchronized void nodeDeleted(String path) {
      super.nodeDeleted(path);
      if (path.equals(node)) {
        tell();
      }
    }

    private void tell() {
      try {
        listener.accept(getData(false));
      } catch (RuntimeException e) {
        LOG.error("Could not take the new data of {}", node, e);
      }
    }
  }
}
