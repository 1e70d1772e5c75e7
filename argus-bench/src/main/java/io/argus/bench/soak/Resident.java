package io.argus.bench.soak;

import io.argus.bench.basics.Daemon;
import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.load.EndlessLoad;
import io.argus.bench.load.LoadLine;
import io.argus.bench.run.TenantWorkload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The client of a tenant that stays for the whole soak. Its latencies are sampled.
 *
 * <p>Used by one thread; a thread of its own reads the lines of the client.
 */
final class Resident implements AutoCloseable {
  private final TenantWorkload tenant;
  private final Process process;
  private final String log;

  /** Guarded by this. */
  private Histogram latenciesMicros = none();

  /** Guarded by this. */
  private long operations;

  /** Guarded by this. */
  private long failed;

  private Resident(TenantWorkload tenant, Process process, String log) {
    this.tenant = tenant;
    this.process = process;
    this.log = log;
  }

  /** Starts the client; its load begins when it is connected. */
  static Resident start(ClientJvm clients, TenantWorkload tenant, long rows) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add("db=" + clients.binding().dbClass());
    arguments.add("threads=" + tenant.threads());
    tenant
        .workload()
        .properties(tenant.table(), rows)
        .forEach((key, value) -> arguments.add(key + "=" + value));
    String name = "client-" + tenant.name();
    Resident resident =
        new Resident(
            tenant,
            clients.start(name, EndlessLoad.class.getName(), arguments),
            clients.log(name).toString());
    Daemon.start(name, resident::read);
    return resident;
  }

  private static Histogram none() {
    return new Histogram(2);
  }

  private void read() {
    try (BufferedReader lines = process.inputReader()) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        LoadLine.parse(text)
            .filter(LoadLine.Second.class::isInstance)
            .ifPresent(line -> add((LoadLine.Second) line));
      }
    } catch (IOException | UncheckedIOException e) {
      // The client has ended: take() says so.
    }
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
      throw new IOException("the client of " + tenant.name() + " has ended; see " + log);
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
    process.destroyForcibly();
  }
}
