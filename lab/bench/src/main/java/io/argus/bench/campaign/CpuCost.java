package io.argus.bench.campaign;

import static io.argus.load.basics.Argument.require;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.bench.finding.PairedRatio.Pair;
import io.argus.bench.run.LoadRun;
import io.argus.bench.run.Placement;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.ServerObserver;
import io.argus.bench.run.TenantTables;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What an operation costs a region server in CPU time with a plugin and without it.
 *
 * <p>Idea: two region servers serve the same workload side by side, so that both see the same
 * machine; one of them has the plugin, in turn. Each pair has new server processes, as two
 * processes compile the same code differently. The compiler's own time does not count: it ends some
 * minutes after the start, and differs between two servers of the same code.
 *
 * <p>Used by one thread.
 */
public final class CpuCost {
  public static final int SERVERS = 2;

  /** Restarts of HBase, and the start of the clients. */
  private static final Duration AROUND_RUN = Duration.ofSeconds(60);

  private static final Pattern COMPILER = Pattern.compile("C[12] Compiler");

  private final EmbeddedCluster cluster;
  private final ClientJvm clients;
  private final WorkloadMix mix;
  private final RunSettings settings;
  private final RunProgress progress;
  private final TenantTables tables;

  /**
   * @param workload of one tenant
   * @param settings of two region servers
   */
  public CpuCost(
      ClientJvm clients, WorkloadMix workload, RunSettings settings, RunProgress progress) {
    require(workload.tenants().size() == 1, "workload", workload.label(), "that of one tenant");
    this.cluster = clients.cluster();
    this.clients = clients;
    this.mix = onEachServer(workload.label());
    this.settings = settings;
    this.progress = progress;
    this.tables = new TenantTables(clients, List.of(mix), settings);
  }

  private static WorkloadMix onEachServer(String workload) {
    List<TenantWorkload> tenants = WorkloadMix.parse(workload + "+" + workload).tenants();
    return WorkloadMix.of(
        List.of(
            tenants.get(0).placed(Placement.parse("1/0")),
            tenants.get(1).placed(Placement.parse("0/1"))));
  }

  /** Starts the cluster, loads the data and measures; the cluster stays up. Microseconds. */
  public List<Pair> run(Plugin plugin, int count) throws IOException {
    Duration each = AROUND_RUN.plus(settings.mixRamp()).plus(settings.window());
    progress.step("starting the cluster and loading", each.multipliedBy(count + 1));
    cluster.start(settings.clusterSettings(), Plugin.none());
    tables.load();
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      progress.step("pair " + (i + 1), each.multipliedBy(count - i));
      Pair pair = measure(plugin, i % SERVERS);
      pairs.add(pair);
      progress.measured(
          String.format(
              Locale.ROOT,
              "%.2f us of CPU an operation with %s, %.2f without",
              pair.system(),
              plugin.name(),
              pair.reference()));
    }
    return pairs;
  }

  /**
   * @param with index of the region server that has the plugin
   */
  private Pair measure(Plugin plugin, int with) throws IOException {
    int without = SERVERS - 1 - with;
    cluster.restartHBase(settings.clusterSettings(), plugin, Map.of(without, Plugin.none()));
    tables.place();
    Map<String, Window> windows = new TreeMap<>();
    for (int i = 0; i < SERVERS; i++) {
      long pid = cluster.pid(EmbeddedCluster.regionServer(i));
      windows.put(mix.tenants().get(i).label(), new Window(pid));
    }
    try (LoadRun load = new LoadRun(clients, settings, new Watch(windows), ServerObserver.NONE)) {
      load.together(mix.tenants(), settings.mixRamp());
    }
    return new Pair(micros(windows, with), micros(windows, without));
  }

  private double micros(Map<String, Window> windows, int server) throws IOException {
    String tenant = mix.tenants().get(server).label();
    return Objects.requireNonNull(windows.get(tenant)).microsPerOperation();
  }

  /** Has each server's CPU time read as often as its client reports. */
  private final class Watch implements RunProgress {
    private final Map<String, Window> windows;

    Watch(Map<String, Window> windows) {
      this.windows = windows;
    }

    @Override
    public void step(String what, Duration left) {}

    @Override
    public void measured(String what) {}

    @Override
    public void second(String tenant, int second, long ops, long errors) {
      boolean isInWindow = second > settings.mixRamp().toSeconds();
      Objects.requireNonNull(windows.get(tenant)).second(isInWindow, ops);
    }
  }

  /** What a server's process used, and its clients did, from the end of the ramp on. */
  private static final class Window {
    private final Path threads;

    @GuardedBy("this")
    private long beganNanos;

    @GuardedBy("this")
    private long endedNanos;

    @GuardedBy("this")
    private long operations;

    Window(long pid) {
      threads = Path.of("/proc", Long.toString(pid), "task");
    }

    synchronized void second(boolean isInWindow, long ops) {
      long used = usedNanos();
      if (isInWindow) {
        operations += ops;
        endedNanos = used;
      } else {
        beganNanos = used;
        operations = 0;
      }
    }

    /** CPU time of all threads but those of the compiler. */
    private long usedNanos() {
      long used = 0;
      try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
        for (Path thread : all) {
          used += COMPILER.matcher(read(thread, "comm")).lookingAt() ? 0 : usedNanos(thread);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return used;
    }

    private static long usedNanos(Path thread) {
      String figures = read(thread, "schedstat");
      return figures.isEmpty() ? 0 : Long.parseLong(figures.substring(0, figures.indexOf(' ')));
    }

    /** A file of a thread; empty if the thread has ended. */
    private static String read(Path thread, String file) {
      try {
        return Files.readString(thread.resolve(file));
      } catch (IOException e) {
        return "";
      }
    }

    synchronized double microsPerOperation() throws IOException {
      if (operations == 0) {
        throw new IOException("a client did nothing in the window");
      }
      return (endedNanos - beganNanos) / 1e3 / operations;
    }
  }
}
