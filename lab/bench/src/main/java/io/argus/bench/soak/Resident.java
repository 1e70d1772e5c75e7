package io.argus.bench.soak;

import io.argus.bench.run.TenantWorkload;
import io.argus.cluster.ClientJvm;
import io.argus.load.client.LoadLine;
import java.io.IOException;
import org.HdrHistogram.Histogram;

/**
 * The client of a tenant that stays for the whole soak. Its latencies are sampled.
 *
 * <p>Used by one thread; a thread of its own reads the lines of the client.
 */
final class Resident implements AutoCloseable {
  private final TenantWorkload tenant;
  private final EndlessProcess process;

  /** Guarded by this. */
  private Histogram latenciesMicros = none();

  /** Guarded by this. */
  private long operations;

  /** Guarded by this. */
  private long failed;

  /** Starts the client; its load begins when it is connected. */
  Resident(ClientJvm clients, TenantWorkload tenant, long rows) throws IOException {
    this.tenant = tenant;
    this.process =
        EndlessProcess.start(
            clients,
            "client-" + tenant.name(),
            tenant.workload().properties(tenant.table(), rows),
            tenant.threads(),
            false,
            line -> {
              if (line instanceof LoadLine.Second second) {
                add(second);
              }
            });
  }

  private static Histogram none() {
    return new Histogram(2);
  }

  private synchronized void add(LoadLine.Second second) {
    latenciesMicros.add(LoadLine.latencies(second));
    operations += second.ops();
    failed += second.errors();
  }

  /** The workload, such as {@code uniform8}. */
  String label() {
    return tenant.label();
  }

  /**
   * The latencies in microseconds since this was asked last, or since {@link #forget}.
   *
   * @throws IOException if the client has ended
   */
  synchronized Histogram take() throws IOException {
    if (!process.isAlive()) {
      throw new IOException("the client of " + tenant.name() + " has ended; see " + process.log());
    }
    Histogram taken = latenciesMicros;
    latenciesMicros = none();
    return taken;
  }

  /** Leaves out the latencies so far, such as those while servers collected their garbage. */
  synchronized void forget() {
    latenciesMicros = none();
  }

  synchronized long operations() {
    return operations;
  }

  synchronized long failed() {
    return failed;
  }

  @Override
  public void close() {
    process.close();
  }
}
