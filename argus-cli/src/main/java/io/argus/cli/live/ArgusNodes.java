package io.argus.cli.live;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.DocumentParts;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * A connection to Argus's nodes in the ZooKeeper of a running cluster of either HBase generation.
 *
 * <p>Used by one thread.
 */
final class ArgusNodes implements AutoCloseable {
  private static final int SESSION_MILLIS = 10_000;

  /** HBase's servers begin a node with this byte, then the length of an identifier, then that. */
  private static final byte HBASE_MAGIC = (byte) 0xFF;

  private final ZooKeeper zooKeeper;
  private final String base;

  private ArgusNodes(ZooKeeper zooKeeper, String base) {
    this.zooKeeper = zooKeeper;
    this.base = base;
  }

  /** As {@link LiveCluster#connect}. */
  static ArgusNodes connect(SiteLocation location) throws IOException, InterruptedException {
    if (location.kerberos()) {
      TicketCache.useForZooKeeper();
    }
    CountDownLatch connected = new CountDownLatch(1);
    Watcher watcher =
        event -> {
          if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
            connected.countDown();
          }
        };
    boolean configured = !location.zooKeeperKeys().isEmpty();
    ZooKeeper zooKeeper =
        configured
            ? Configured.client(location, watcher)
            : new ZooKeeper(location.connect(), SESSION_MILLIS, watcher);
    if (!connected.await(SESSION_MILLIS, TimeUnit.MILLISECONDS)) {
      zooKeeper.close();
      throw new IOException(
          "ZooKeeper at "
              + location.connect()
              + " does not answer"
              + (configured
                  ? " over TLS: is that its secure port, and do the keys zookeeper.ssl.* of "
                      + location.file()
                      + " fit it?"
                  : ": is the cluster running?"));
    }
    return new ArgusNodes(zooKeeper, location.base());
  }

  /** Apart, because the ZooKeeper of HBase 0.94, beside which this may run, has no such class. */
  private static final class Configured {
    static ZooKeeper client(SiteLocation location, Watcher watcher) throws IOException {
      ZKClientConfig config = new ZKClientConfig();
      location.zooKeeperKeys().forEach(config::setProperty);
      return new ZooKeeper(location.connect(), SESSION_MILLIS, watcher, config);
    }
  }

  /** A document, put together if it is in parts; empty if there is none, or nothing in it. */
  Optional<byte[]> read(String name) throws IOException, InterruptedException {
    byte[] first = data(path(name)).orElse(null);
    byte[] document = DocumentParts.whole(name, first, this::part);
    return Optional.ofNullable(document).filter(data -> data.length > 0);
  }

  private byte @Nullable [] part(String name) throws IOException {
    try {
      return data(path(name)).orElse(null);
    } catch (InterruptedException e) {
      throw interrupted(name);
    }
  }

  static IOException interrupted(String name) {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while it read " + name);
  }

  /** What any node of the cluster holds; empty if there is no such node. */
  Optional<byte[]> data(String path) throws IOException, InterruptedException {
    return request("read", path, Optional.<byte[]>empty(), there -> Optional.of(data(there, null)));
  }

  /** Names of the nodes below one of Argus's nodes. */
  List<String> namesBelow(String name) throws IOException, InterruptedException {
    return children(path(name));
  }

  /** Names of the nodes below any node of the cluster; none if there is no such node. */
  List<String> children(String path) throws IOException, InterruptedException {
    return request(
        "read", path, Collections.emptyList(), there -> zooKeeper.getChildren(there, false));
  }

  /** As {@link LiveCluster#isOpen}. */
  boolean isOpen(String name) throws IOException, InterruptedException {
    int change =
        ZooDefs.Perms.WRITE | ZooDefs.Perms.CREATE | ZooDefs.Perms.DELETE | ZooDefs.Perms.ADMIN;
    return request(
        "read the access rights of",
        name.isEmpty() ? base : path(name),
        false,
        path ->
            zooKeeper.getACL(path, new Stat()).stream()
                .filter(right -> right.getId().equals(ZooDefs.Ids.ANYONE_ID_UNSAFE))
                .anyMatch(right -> (right.getPerms() & change) != 0));
  }

  /** As {@link LiveCluster#update}, without asking the master; returns what the node then holds. */
  byte[] update(String name, UnaryOperator<byte[]> change)
      throws IOException, InterruptedException {
    String path = path(name);
    while (true) {
      try {
        Stat stat = zooKeeper.exists(path, false);
        byte[] before =
            stat == null ? null : DocumentParts.whole(name, data(path, stat), this::part);
        byte[] after = change.apply(before == null ? new byte[0] : before);
        byte[] node = writeParts(name, after);
        if (stat == null) {
          create(path, node);
        } else {
          zooKeeper.setData(path, node, stat.getVersion());
        }
        removeParts(name, node);
        return after;
      } catch (KeeperException.BadVersionException | KeeperException.NodeExistsException e) {
        // Somebody was faster: once more, from what they wrote.
      } catch (KeeperException e) {
        throw failed("write", path, e);
      }
    }
  }

  /** Writes the parts of a document that is too long for a node; returns what its node holds. */
  private byte[] writeParts(String name, byte[] document)
      throws KeeperException, IOException, InterruptedException {
    if (document.length <= ClusterDocuments.MAX_BYTES) {
      return document;
    }
    DocumentParts parts = DocumentParts.of(name, document);
    createIfMissing(path(DocumentParts.FOLDER), new byte[0]);
    for (int i = 0; i < parts.size(); i++) {
      createIfMissing(path(parts.partName(i)), parts.part(i)); // its name has a digest of it
    }
    return parts.head();
  }

  private void createIfMissing(String path, byte[] data)
      throws KeeperException, IOException, InterruptedException {
    if (zooKeeper.exists(path, false) == null) {
      create(path, data);
    }
  }

  /** Removes the parts that a document has no longer; else they stay until its next change. */
  private void removeParts(String name, byte[] node) throws InterruptedException {
    try {
      for (String part : namesBelow(DocumentParts.FOLDER)) {
        if (DocumentParts.isLeftOver(part, name, node)) {
          deleteNode(path(DocumentParts.FOLDER) + "/" + part);
        }
      }
    } catch (IOException e) {
      // The change itself is made.
    }
  }

  private void create(String path, byte[] data)
      throws KeeperException, IOException, InterruptedException {
    if (zooKeeper.exists(base, false) == null) {
      throw new IOException(
          "there is no " + base + " in ZooKeeper: Argus does not run in this cluster");
    }
    List<ACL> rights = zooKeeper.getACL(base, new Stat());
    zooKeeper.create(path, data, rights, CreateMode.PERSISTENT);
  }

  /** Deletes a node; returns whether there was one. */
  boolean delete(String name) throws IOException, InterruptedException {
    boolean existed = deleteNode(path(name));
    removeParts(name, new byte[0]);
    return existed;
  }

  private boolean deleteNode(String node) throws IOException, InterruptedException {
    return request(
        "delete",
        node,
        false,
        path -> {
          zooKeeper.delete(path, -1);
          return true;
        });
  }

  /** What ZooKeeper is asked of a node. */
  private interface Question<T> {
    T request(String path) throws KeeperException, InterruptedException;
  }

  /** Returns the answer, or {@code none} if there is no such node. */
  private static <T> T request(String what, String path, T none, Question<T> question)
      throws IOException, InterruptedException {
    try {
      return question.request(path);
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

  private String path(String name) {
    return base + "/" + name;
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
