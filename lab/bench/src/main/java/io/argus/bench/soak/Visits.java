package io.argus.bench.soak;

import io.argus.bench.run.LoadProcess;
import io.argus.bench.run.TableProcess;
import io.argus.bench.run.TenantRun;
import io.argus.bench.run.TenantWorkload;
import io.argus.cluster.ClientJvm;
import io.argus.load.client.Preset;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tenants that come and go: each has a name of its own, a table that is made, filled and in the end
 * dropped, and in between one of the workloads.
 *
 * <p>Safe for use by any thread; one at a time changes tables.
 */
final class Visits {
  private static final List<Preset> WORKLOADS = List.of(Preset.values());
  private static final int THREADS = 4;
  private static final int REGIONS = 2;

  private final ClientJvm clients;
  private final long rows;
  private final Duration length;
  private final Object tables = new Object();
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  /**
   * @param rows of each table
   * @param length of each load
   */
  Visits(ClientJvm clients, long rows, Duration length) {
    this.clients = clients;
    this.rows = rows;
    this.length = length;
  }

  /** One visit. */
  void once() throws IOException {
    long number = next.getAndIncrement();
    Preset workload = WORKLOADS.get((int) (number % WORKLOADS.size()));
    TenantWorkload tenant = new TenantWorkload("visitor" + number, workload, THREADS);
    TableProcess table = new TableProcess(clients, List.of(tenant.table()));
    synchronized (tables) {
      table.load(rows, REGIONS);
    }
    try (LoadProcess client =
        LoadProcess.start(clients, tenant, workload.properties(tenant.table(), rows))) {
      client.awaitReady();
      client.go(Duration.ZERO, length, second -> {});
      TenantRun run = client.await();
      operations.addAndGet(run.result().ops());
      failed.addAndGet(run.result().errors());
    }
    synchronized (tables) {
      table.drop();
    }
    ended.incrementAndGet();
  }

  long ended() {
    return ended.get();
  }

  long operations() {
    return operations.get();
  }

  long failed() {
    return failed.get();
  }
}
