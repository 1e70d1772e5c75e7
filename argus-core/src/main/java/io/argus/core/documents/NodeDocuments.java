package io.argus.core.documents;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Documents that are nodes of ZooKeeper, below the node {@code argus} in HBase's part of it. One
 * that is too long for a node is several ({@link DocumentParts}).
 *
 * <p>A shim implements the protected methods with its HBase's own ZooKeeper client. A checked
 * exception from one of them means that ZooKeeper did not answer. The watches that fail in this way
 * poll again later, together, until a poll succeeds: ZooKeeper would otherwise never report a
 * change to them. Only the first failure of an outage is logged. After the session has expired, all
 * poll again in the next one.
 *
 * <p>Safe for use by any thread.
 */
public abstract class NodeDocuments implements ClusterDocuments {
  private static final Logger LOG = LoggerFactory.getLogger(NodeDocuments.class);

  /** The generation of a document that has no parts. */
  private static final String NO_PARTS = "";

  private final String root;
  private final Executor polls;
  private final Consumer<Runnable> later;

  private final List<Watch> watches = new CopyOnWriteArrayList<>();

  /** The watches whose last look failed; an outage lasts while there are any. */
  private final Set<Watch> failed = ConcurrentHashMap.newKeySet();

  /** Whether they look again later already. */
  private final AtomicBoolean looksAgain = new AtomicBoolean();

  /** The only generation of parts that a document still has, by its name. */
  private final Map<String, String> generations = new ConcurrentHashMap<>();

  /**
   * @param parent path of HBase's own root node
   * @param polls reads changed documents and reports them to listeners, one at a time and in order,
   *     so that ZooKeeper's thread does not
   * @param later runs a task after a while in another thread; returns at once
   */
  protected NodeDocuments(String parent, Executor polls, Consumer<Runnable> later) {
    this.root = parent + "/argus";
    this.polls = polls;
    this.later = later;
  }

  /** Runs {@code look} whenever the watched node was created, changed or deleted. */
  protected abstract void onChange(String path, Runnable look);

  /**
   * Returns a node's data, null if there is no node.
   *
   * @param watch whether to watch for the node's next change, also if there is no node
   */
  protected abstract byte @Nullable [] get(String path, boolean watch) throws Exception;

  protected abstract boolean exists(String path) throws Exception;

  /** Replaces the data of a node that exists. */
  protected abstract void set(String path, byte[] data) throws Exception;

  /**
   * Creates a node, and those above it.
   *
   * @param ephemeral whether the node goes with this server's session
   */
  protected abstract void create(String path, byte[] data, boolean ephemeral) throws Exception;

  /** Removes a node if it exists. */
  protected abstract void remove(String path) throws Exception;

  /** Returns the names of the nodes below one, null if that one does not exist. */
  protected abstract @Nullable List<String> namesBelow(String path) throws Exception;

  /** Whether a failure says that the session has expired: looking again in it is no use. */
  protected abstract boolean isExpiry(@Nullable Throwable failure);

  /** Begins another session in place of one that has expired. */
  protected abstract void beginSession() throws Exception;

  /** Begins another session soon, and then looks at everything that is watched. */
  protected final void sessionExpired() {
    polls.execute(() -> renewSession(true));
  }

  private void renewSession(boolean firstAttempt) {
    try {
      beginSession();
      watches.forEach(Watch::changed);
    } catch (Exception e) {
      if (firstAttempt) {
        LOG.warn("Argus has no ZooKeeper session and tries again until it has one", e);
      }
      later.accept(() -> polls.execute(() -> renewSession(false)));
    }
  }

  private void pollAgain() {
    if (looksAgain.compareAndSet(false, true)) {
      try {
        later.accept(
            () -> {
              looksAgain.set(false);
              failed.forEach(Watch::changed);
            });
      } catch (RuntimeException | Error e) {
        looksAgain.set(false);
        throw e;
      }
    }
  }

  private String path(String name) {
    return root + "/" + name;
  }

  private static <T extends @Nullable Object> T request(Callable<T> request) throws IOException {
    try {
      return request.call();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  @Override
  public final void watch(String name, Consumer<byte @Nullable []> listener) {
    Watch watch = new Watch(name, listener);
    watches.add(watch);
    onChange(path(name), watch::changed);
    watch.begin();
  }

  @Override
  public final byte @Nullable [] read(String name) throws IOException {
    return whole(name, node(name));
  }

  private byte @Nullable [] node(String name) throws IOException {
    return request(() -> get(path(name), false));
  }

  private byte @Nullable [] whole(String name, byte @Nullable [] node) throws IOException {
    return DocumentParts.whole(name, node, this::node);
  }

  @Override
  public final void write(String name, byte[] data) throws IOException {
    write(name, data, false);
  }

  @Override
  public final void writeEphemeral(String name, byte[] data) throws IOException {
    write(name, data, true);
  }

  /** The head comes after the parts, so that a reader finds all parts of the head that it sees. */
  private void write(String name, byte[] data, boolean ephemeral) throws IOException {
    if (data.length <= MAX_BYTES) {
      put(name, data, ephemeral);
      removeParts(name, NO_PARTS);
      return;
    }
    DocumentParts parts = DocumentParts.of(name, data);
    for (int i = 0; i < parts.size(); i++) {
      put(parts.partName(i), parts.part(i), ephemeral);
    }
    put(name, parts.head(), ephemeral);
    removeParts(name, parts.generation());
  }

  private void put(String name, byte[] data, boolean ephemeral) throws IOException {
    ClusterDocuments.requireFits(name, data);
    String path = path(name);
    request(
        () -> {
          if (exists(path)) {
            set(path, data);
          } else {
            create(path, data, ephemeral);
          }
          return true;
        });
  }

  /** Removes the parts of all other generations, also those that another server wrote. */
  private void removeParts(String name, String current) {
    if (current.equals(generations.get(name))) {
      return;
    }
    String prefix = DocumentParts.prefix(name);
    try {
      for (String part : children(DocumentParts.FOLDER)) {
        if (part.startsWith(prefix)
            && (current.isEmpty() || !part.startsWith(prefix + current + "."))) {
          request(
              () -> {
                remove(path(DocumentParts.FOLDER + "/" + part));
                return true;
              });
        }
      }
      generations.put(name, current);
    } catch (IOException | RuntimeException e) {
      LOG.warn("Old parts of {} stay until it is written again", name, e);
    }
  }

  @Override
  public final void delete(String name) throws IOException {
    request(
        () -> {
          remove(path(name));
          return true;
        });
    removeParts(name, NO_PARTS);
  }

  @Override
  public final List<String> children(String name) throws IOException {
    List<String> names = request(() -> namesBelow(path(name)));
    return names == null ? Collections.emptyList() : names;
  }

  /** One listener's view of one document. One look at a time. */
  private final class Watch {
    private final String name;
    private final Consumer<byte @Nullable []> listener;
    private final AtomicBoolean due = new AtomicBoolean();

    Watch(String name, Consumer<byte @Nullable []> listener) {
      this.name = name;
      this.listener = listener;
    }

    /** Reports to the listener what is there; null also if it cannot be read yet. */
    synchronized void begin() {
      if (!poll()) {
        report(null);
      }
    }

    /** Has the listener told soon. Several changes until then are one: a look sees the last. */
    void changed() {
      if (due.compareAndSet(false, true)) {
        try {
          polls.execute(
              () -> {
                due.set(false);
                poll();
              });
        } catch (RuntimeException | Error e) {
          due.set(false);
          LOG.error("Argus cannot look at {} and keeps what it has", name, e);
        }
      }
    }

    /** Reports to the listener what is there; returns false if it cannot be read. */
    private synchronized boolean poll() {
      byte[] data;
      try {
        data = whole(name, request(() -> get(path(name), true)));
      } catch (IOException e) {
        failed(e);
        return false;
      }
      if (failed.remove(this) && failed.isEmpty()) {
        LOG.info("ZooKeeper can be read again");
      }
      report(data);
      return true;
    }

    private void failed(IOException failure) {
      if (failed.isEmpty()) {
        LOG.warn(
            "{} cannot be read from ZooKeeper; Argus keeps what it has and looks again until it"
                + " can be read",
            name,
            failure);
      }
      failed.add(this);
      if (!isExpiry(failure.getCause())) {
        pollAgain();
      }
    }

    private void report(byte @Nullable [] data) {
      try {
        listener.accept(data);
      } catch (RuntimeException | LinkageError e) {
        LOG.error("Could not take the new {}", name, e);
      }
    }
  }
}
