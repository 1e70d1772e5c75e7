package io.argus.experiments.cluster;

import io.argus.cluster.EmbeddedCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Stops a cluster when its block ends: normally, by an exception or by Ctrl-C. Thread-safe. */
public final class StopOnExit implements AutoCloseable {
  private final EmbeddedCluster cluster;
  private final AtomicBoolean done = new AtomicBoolean();

  public StopOnExit(EmbeddedCluster cluster) {
    this.cluster = cluster;
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "stop-cluster"));
  }

  /** Leaves the cluster running. */
  public void keep() {
    done.set(true);
  }

  @Override
  public void close() {
    if (done.compareAndSet(false, true)) {
      try {
        cluster.stop();
      } catch (IOException e) {
        throw new UncheckedIOException(
            "the cluster did not stop: run 'argus-bench cluster stop'", e);
      }
    }
  }
}
