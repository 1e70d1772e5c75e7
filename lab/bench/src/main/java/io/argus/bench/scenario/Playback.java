package io.argus.bench.scenario;

import io.argus.bench.run.LoadProcess;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.TenantRun;
import io.argus.bench.run.TenantWorkload;
import io.argus.cluster.ClientJvm;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients of several tenants that run once, at the same time, while somebody looks on. Closing it
 * ends the clients.
 *
 * <p>Used by one thread.
 */
public final class Playback implements AutoCloseable {
  private static final long LOOK_MILLIS = 250;

  private final List<TenantWorkload> tenants = new ArrayList<>();
  private final List<LoadProcess> clients = new ArrayList<>();

  /** Looks at the cluster, four times a second. */
  @FunctionalInterface
  public interface Watch {
    /**
     * @param second after the start of the load
     */
    void poll(double second) throws IOException, InterruptedException;
  }

  /** Starts a tenant's client. */
  public void add(ClientJvm jvm, TenantWorkload tenant, Properties workload) throws IOException {
    clients.add(LoadProcess.start(jvm, tenant, workload));
    tenants.add(tenant);
  }

  /** Runs all clients for that long, and returns what they did in the order of the tenants. */
  public List<TenantRun> run(Duration length, RunProgress progress, Watch watch)
      throws IOException {
    for (LoadProcess client : clients) {
      client.awaitReady();
    }
    for (int i = 0; i < clients.size(); i++) {
      clients.get(i).go(Duration.ZERO, length, progress.of(tenants.get(i).name()));
    }
    poll(length, watch);
    List<TenantRun> runs = new ArrayList<>();
    for (LoadProcess client : clients) {
      runs.add(client.await());
    }
    return runs;
  }

  private static void poll(Duration length, Watch watch) throws IOException {
    long start = System.nanoTime();
    try {
      for (long now = start; now - start < length.toNanos(); now = System.nanoTime()) {
        watch.poll((now - start) / 1e9);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      }
      watch.poll((double) length.toSeconds());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while watching the cluster");
    }
  }

  @Override
  public void close() {
    clients.forEach(LoadProcess::close);
  }
}
