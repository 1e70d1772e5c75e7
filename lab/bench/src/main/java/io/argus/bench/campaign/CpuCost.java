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
 * machine; one of them has the plugin, in turn. Two processes compile the same code differently:
 * either each pair has new processes, or the plugin is switched off and on within the same ones.
 * The compiler's own time does not count: it ends some minutes after the start, and differs between
 * two servers of the same code.
 *
 * <p>Used by one thread.
 */
public final class CpuCost {
  public static final int SERVERS = 2;

  /** Restarts of HBase, and the start of the clients. */
  private static final Duration AROUND_RUN = Duration.ofSeconds(60);

  /** Between a switch and the window after it. */
  private static final Duration SETTLING = Duration.ofSeconds(5);

  /** Two switches, with what an operator's command takes. */
  private static final Duration SWITCHES = Duration.ofSeconds(6);

  private static final Pattern COMPILER = Pattern.compile("C[12] Compiler");

  private final EmbeddedCluster cluster;
  private final ClientJvm clients;
  private final WorkloadMix mix;
  private final RunSettings settings;
  private final RunProgress progress;
  private final TenantTables tables;

  /** Switches the plugin of a running server. */
  @FunctionalInterface
  public interface Switch {
    void set(int server, boolean on) throws IOException;
  }

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

  /**
   * With the plugin and without it, in new processes for each pair. Starts the cluster, which stays
   * up.
   *
   * @return microseconds of CPU time
   */
  public List<Pair> run(Plugin plugin, int count) throws IOException {
    start(Plugin.none(), duration(count + 1));
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      progress.step("pair " + (i + 1), duration(count - i));
      int with = i % SERVERS;
      cluster.restartHBase(settings.clusterSettings(), plugin, Map.of(other(with), Plugin.none()));
      tables.place();
      try (Measurement measurement = new Measurement()) {
        double[] micros = measurement.micros(settings.mixRamp());
        pairs.add(measured(plugin, new Pair(micros[with], micros[other(with)])));
      }
    }
    return pairs;
  }

  /**
   * With the plugin on and off, in the same processes: both servers have it, on one it is on. A
   * pair is two windows between which they change roles, so that what differs between the processes
   * is in both of its figures. Starts the cluster, which stays up.
   *
   * @return microseconds of CPU time, geometric means over the two servers
   */
  public List<Pair> inTurn(Plugin plugin, int count, Switch operator) throws IOException {
    Duration each = settings.window().plus(SETTLING).plus(SWITCHES).multipliedBy(SERVERS);
    start(plugin, AROUND_RUN.plus(settings.mixRamp()).plus(each.multipliedBy(count)));
    tables.place();
    List<Pair> pairs = new ArrayList<>();
    try (Measurement measurement = new Measurement()) {
      progress.step("warming up", settings.mixRamp().plus(each.multipliedBy(count)));
      measurement.micros(settings.mixRamp());
      for (int i = 0; i < count; i++) {
        progress.step("pair " + (i + 1), each.multipliedBy(count - i));
        double on = 1;
        double off = 1;
        for (int with = 0; with < SERVERS; with++) {
          operator.set(with, true);
          operator.set(other(with), false);
          double[] micros = measurement.micros(SETTLING);
          on *= micros[with];
          off *= micros[other(with)];
        }
        pairs.add(measured(plugin, new Pair(Math.sqrt(on), Math.sqrt(off))));
      }
    }
    return pairs;
  }

  private void start(Plugin plugin, Duration left) throws IOException {
    progress.step("starting the cluster and loading", left);
    cluster.start(settings.clusterSettings(), plugin);
    tables.load();
  }

  private Duration duration(int pairs) {
    return AROUND_RUN.plus(settings.mixRamp()).plus(settings.window()).multipliedBy(pairs);
  }

  private static int other(int server) {
    return SERVERS - 1 - server;
  }

  private Pair measured(Plugin plugin, Pair pair) {
    progress.measured(
        String.format(
            Locale.ROOT,
            "%.2f us of CPU an operation with %s, %.2f without",
            pair.system(),
            plugin.name(),
            pair.reference()));
    return pair;
  }

  /** Clients of both servers, which measure any number of windows. */
  private final class Measurement implements AutoCloseable {
    private final Watch watch = new Watch();
    private final LoadRun load = new LoadRun(clients, settings, watch, ServerObserver.NONE);

    /** Microseconds of CPU time an operation, of each server, in the window after a ramp. */
    double[] micros(Duration ramp) throws IOException {
      List<Window> windows = watch.begin(ramp);
      load.together(mix.tenants(), ramp);
      double[] micros = new double[SERVERS];
      for (int i = 0; i < SERVERS; i++) {
        micros[i] = windows.get(i).microsPerOperation();
      }
      return micros;
    }

    @Override
    public void close() {
      load.close();
    }
  }

  /** Has each server's CPU time read as often as its client reports. */
  private final class Watch implements RunProgress {
    private volatile Map<String, Window> windows = Map.of();
    private volatile long rampSeconds;

    List<Window> begin(Duration ramp) {
      List<Window> inOrder = new ArrayList<>();
      Map<String, Window> named = new TreeMap<>();
      for (int i = 0; i < SERVERS; i++) {
        Window window = new Window(cluster.pid(EmbeddedCluster.regionServer(i)));
        inOrder.add(window);
        named.put(mix.tenants().get(i).label(), window);
      }
      rampSeconds = ramp.toSeconds();
      windows = named;
      return inOrder;
    }

    @Override
    public void step(String what, Duration left) {}

    @Override
    public void measured(String what) {}

    @Override
    public void second(String tenant, int second, long ops, long errors) {
      boolean isInWindow = second > rampSeconds;
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
