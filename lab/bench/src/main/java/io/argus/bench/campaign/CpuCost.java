package io.argus.bench.campaign;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.bench.finding.PairedRatio.Pair;
import io.argus.bench.run.LoadRun;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TenantTables;
import io.argus.bench.run.WorkloadMix;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What an operation costs a region server in CPU time on two systems, in pairs: each time both
 * serve the same workload, in new server processes, in an order that changes from pair to pair.
 *
 * <p>Used by one thread.
 */
public final class CpuCost {
  /** A restart of HBase, and the start of the clients. */
  private static final Duration AROUND_RUN = Duration.ofSeconds(25);

  private final EmbeddedCluster cluster;
  private final ClientJvm clients;
  private final WorkloadMix workload;
  private final RunSettings settings;
  private final RunProgress progress;
  private final TenantTables tables;
  private Duration left = Duration.ZERO;

  public CpuCost(
      ClientJvm clients, WorkloadMix workload, RunSettings settings, RunProgress progress) {
    this.cluster = clients.cluster();
    this.clients = clients;
    this.workload = workload;
    this.settings = settings;
    this.progress = progress;
    this.tables = new TenantTables(clients, List.of(workload), settings);
  }

  /** Starts the cluster, loads the data and measures; the cluster stays up. Microseconds. */
  public List<Pair> run(SystemUnderTest system, SystemUnderTest reference, int count)
      throws IOException {
    Duration each = AROUND_RUN.plus(settings.aloneRamp()).plus(settings.window());
    left = each.multipliedBy(2L * count + 1);
    progress.step("starting the cluster and loading", left);
    cluster.start(settings.clusterSettings(), Plugin.none());
    tables.load();
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean first = i % 2 == 0;
      double one = measure(first ? system : reference, each);
      double other = measure(first ? reference : system, each);
      pairs.add(first ? new Pair(one, other) : new Pair(other, one));
    }
    return pairs;
  }

  private double measure(SystemUnderTest system, Duration each) throws IOException {
    left = left.minus(each);
    progress.step(system.name(), left);
    cluster.restartHBase(settings.clusterSettings(), system.plugin());
    tables.place();
    Window window = new Window(cluster.pid(EmbeddedCluster.regionServer(0)));
    try (LoadRun load = new LoadRun(clients, settings, window, Map::of)) {
      load.together(workload.tenants(), settings.aloneRamp());
    }
    double micros = window.microsPerOperation();
    progress.measured(
        String.format(Locale.ROOT, "%s: %.2f us of CPU an operation", system.name(), micros));
    return micros;
  }

  /** What the server's process used, and its clients did, from the end of the ramp on. */
  private final class Window implements RunProgress {
    private final ProcessHandle server;

    @GuardedBy("this")
    private Duration began = Duration.ZERO;

    @GuardedBy("this")
    private Duration ended = Duration.ZERO;

    @GuardedBy("this")
    private long operations;

    Window(long pid) {
      server = ProcessHandle.of(pid).orElseThrow();
    }

    @Override
    public void step(String what, Duration left) {}

    @Override
    public void measured(String what) {}

    @Override
    public synchronized void second(String tenant, int second, long ops, long errors) {
      Duration used = server.info().totalCpuDuration().orElseThrow();
      if (second <= settings.aloneRamp().toSeconds()) {
        began = used;
        operations = 0;
      } else {
        operations += ops;
        ended = used;
      }
    }

    synchronized double microsPerOperation() throws IOException {
      if (operations == 0) {
        throw new IOException("the clients did nothing in the window");
      }
      return ended.minus(began).toNanos() / 1e3 / operations;
    }
  }
}
