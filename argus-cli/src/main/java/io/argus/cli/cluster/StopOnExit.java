package io.argus.cli.cluster;

import io.argus.bench.cluster.EmbeddedCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stops a cluster when its block ends, by whatever way: normally, by an exception, by Ctrl-C.
 *
 * <p>Thread-safe.
 */
public final class StopOnExit implements AutoCloseable {
  private final EmbeddedCluster cluster;
  private final AtomicBoolean done = new AtomicBoolean();
  private final Thread component = new Thread(this::stopOnce, "stop-cluster");

  public StopOnExit(EmbeddedCluster cluster) {
    this.cluster = cluster;
    Runtime.getRuntime().addShutdownHook(component);
  }

  /** Leaves the cluster running after all. */
  public void keep() {
    done.set(true);
  }

  @Override
  public void close() {
    stopOnce();
  }

  private void stopOnce() {
    if (done.compareAndSet(false, true)) {
      try {
        cluster.stop();
      } catch (IOException e) {
        throw new UncheckedIOException("the cluster did not stop: run argus cluster stop", e);
      }
    }
  }
}
