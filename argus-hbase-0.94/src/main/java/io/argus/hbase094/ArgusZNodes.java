package io.argus.hbase094;

import io.argus.core.documents.ClusterDocuments;
import io.argus.regionserver.plan.LookAgain;
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

  /**
   * Told by HBase's tracker when ZooKeeper fails it, which then watches nothing any more: a guest
   * does not abort its host for that. A session that is gone is the end of the host itself.
   */
  private static Abortable lookingAgain(LookAgain again) {
    return new Abortable() {
      @Override
      public void abort(String why, Throwable cause) {
        LOG.warn("ZooKeeper failed Argus, which goes on with what it has: {}", why, cause);
        if (!(cause instanceof KeeperException.SessionExpiredException)) {
          again.failed();
        }
      }

      @Override
      public boolean isAborted() {
        return false;
      }
    };
  }

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
    new Tracker(watcher, path(name), new LookAgain(), listener).start();
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
    ClusterDocuments.requireFits(name, data);
    try {
      ZKUtil.createSetData(watcher, path(name), data);
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void writeEphemeral(String name, byte[] data) throws IOException {
    ClusterDocuments.requireFits(name, data);
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
    private final LookAgain again;

    Tracker(
        ZooKeeperWatcher watcher,
        String node,
        LookAgain again,
        Consumer<byte @Nullable []> listener) {
      super(watcher, node, lookingAgain(again));
      this.listener = listener;
      this.again = again;
      again.by(() -> nodeCreated(node));
    }

    @Override
    public synchronized void start() {
      super.start();
      tell();
    }

    @Override
    public synchronized void nodeCreated(String path) {
      if (path.equals(node)) {
        again.begin();
        super.nodeCreated(path);
        tellUnlessFailed();
      }
    }

    @Override
    public synchronized void nodeDeleted(String path) {
      if (path.equals(node)) {
        again.begin();
        super.nodeDeleted(path);
        tellUnlessFailed();
      }
    }

    private void tellUnlessFailed() {
      if (!again.hasFailed()) {
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
