package io.argus.core.documents;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Documents that are nodes of ZooKeeper, below the node {@code argus} in HBase's part of it.
 *
 * <p>A shim implements the protected methods with its HBase's own ZooKeeper client. A checked
 * exception from one of them means that ZooKeeper did not answer. A watch that fails in this way
 * looks again later, until a look succeeds: ZooKeeper would otherwise never tell it of a change.
 *
 * <p>Safe for use by any thread.
 */
public abstract class NodeDocuments implements ClusterDocuments {
  private static final Logger LOG = LoggerFactory.getLogger(NodeDocuments.class);

  private final String root;
  private final Consumer<Runnable> later;

  /**
   * @param parent path of HBase's own root node
   * @param later runs a task after a while in another thread; returns at once
   */
  protected NodeDocuments(String parent, Consumer<Runnable> later) {
    this.root = parent + "/argus";
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

  /** Whether a failure says that the session has expired. HBase then ends the server itself. */
  protected abstract boolean isExpiry(@Nullable Throwable failure);

  private String path(String name) {
    return root + "/" + name;
  }

  private static <T extends @Nullable Object> T ask(Callable<T> request) throws IOException {
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
    Watch watch = new Watch(path(name), listener);
    onChange(watch.path, watch::look);
    watch.begin();
  }

  @Override
  public final byte @Nullable [] read(String name) throws IOException {
    return ask(() -> get(path(name), false));
  }

  @Override
  public final void write(String name, byte[] data) throws IOException {
    write(name, data, false);
  }

  @Override
  public final void writeEphemeral(String name, byte[] data) throws IOException {
    write(name, data, true);
  }

  private void write(String name, byte[] data, boolean ephemeral) throws IOException {
    ClusterDocuments.requireFits(name, data);
    String path = path(name);
    ask(
        () -> {
          if (exists(path)) {
            set(path, data);
          } else {
            create(path, data, ephemeral);
          }
          return true;
        });
  }

  @Override
  public final void delete(String name) throws IOException {
    ask(
        () -> {
          remove(path(name));
          return true;
        });
  }

  @Override
  public final List<String> children(String name) throws IOException {
    List<String> names = ask(() -> namesBelow(path(name)));
    return names == null ? Collections.emptyList() : names;
  }

  /** One listener's view of one node. One look at a time. */
  private final class Watch {
    private final String path;
    private final Consumer<byte @Nullable []> listener;

    Watch(String path, Consumer<byte @Nullable []> listener) {
      this.path = path;
      this.listener = listener;
    }

    /** Tells the listener what is there; null also if the node cannot be read yet. */
    synchronized void begin() {
      if (!look()) {
        tell(null);
      }
    }

    /** Tells the listener what is there; returns false if ZooKeeper did not answer. */
    synchronized boolean look() {
      try {
        tell(ask(() -> get(path, true)));
        return true;
      } catch (IOException e) {
        failed(e);
        return false;
      }
    }

    private void failed(IOException failure) {
      LOG.warn("ZooKeeper did not answer for {}; Argus keeps what it has", path, failure);
      if (!isExpiry(failure.getCause())) {
        later.accept(this::look);
      }
    }

    private void tell(byte @Nullable [] data) {
      try {
        listener.accept(data);
      } catch (RuntimeException e) {
        LOG.error("Could not take the new data of {}", path, e);
      }
    }
  }
}
