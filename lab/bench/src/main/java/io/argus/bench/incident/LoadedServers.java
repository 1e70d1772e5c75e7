package io.argus.bench.incident;

import io.argus.bench.run.LoadProcess;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.TenantRun;
import io.argus.bench.run.TenantTables;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.bench.scenario.Playback;
import io.argus.bench.scenario.Timeline;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import io.argus.cluster.runtime.ServerPage;
import io.argus.core.documents.WireFormat;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A cluster of several region servers that serves a workload mix while something happens to it.
 *
 * <p>Used by one thread.
 */
public final class LoadedServers {
  private static final Duration AROUND_RUN = Duration.ofSeconds(60);
  private static final double REPORTS_SECONDS = 1;

  /** A little more than the time from one look to the next. */
  private static final double LOOK_SECONDS = 0.3;

  private final ClientJvm clients;
  private final WorkloadMix mix;
  private final RunSettings settings;
  private final ClusterSettings size;
  private final Plugin plugin;
  private final RunProgress progress;
  private final ClusterView view;
  private final TenantTables tables;

  /**
   * @param size of the cluster
   * @param plugin of master and region servers
   */
  public LoadedServers(
      ClientJvm clients,
      WorkloadMix mix,
      RunSettings settings,
      ClusterSettings size,
      Plugin plugin,
      RunProgress progress,
      ClusterView view) {
    this.clients = clients;
    this.mix = mix;
    this.settings = settings;
    this.size = size;
    this.plugin = plugin;
    this.progress = progress;
    this.view = view;
    this.tables = new TenantTables(clients, List.of(mix), settings);
  }

  EmbeddedCluster cluster() {
    return clients.cluster();
  }

  ClusterSettings size() {
    return size;
  }

  Plugin plugin() {
    return plugin;
  }

  WorkloadMix mix() {
    return mix;
  }

  TenantTables tables() {
    return tables;
  }

  ClusterView view() {
    return view;
  }

  RunProgress progress() {
    return progress;
  }

  /** Numbers of the region servers, without one. */
  List<Integer> without(int server) {
    List<Integer> rest = new ArrayList<>();
    for (int i = 0; i < settings.regionServers(); i++) {
      if (i != server) {
        rest.add(i);
      }
    }
    return rest;
  }

  /** The names of the region servers that reported in a run. */
  List<String> names(Seen seen) {
    return without(-1).stream().flatMap(server -> seen.servers().name(server).stream()).toList();
  }

  /** Starts the cluster and loads the tables. The cluster stays up. */
  void start(Duration run) throws IOException {
    progress.step("starting the cluster and loading", run.plus(AROUND_RUN));
    cluster().start(size, plugin);
    tables.load();
  }

  /**
   * What was seen of a run.
   *
   * @param status the last one
   */
  record Seen(
      List<TenantRun> runs,
      List<Timeline> timelines,
      ServerTimelines servers,
      PlanTimeline plans,
      Registered registered,
      Optional<ClusterStatus> status,
      List<Incident.Happened> happened) {
    /** When the first incident happened. */
    int second() {
      return happened.get(0).second();
    }
  }

  /** Moves each region to where it belongs, and empties the block caches. */
  void placeWithEmptyCaches() throws IOException {
    cluster().disks().throttle(false);
    tables.place();
    tables.clearBlockCache();
    cluster().disks().throttle(true);
  }

  /** Starts the client of a tenant, without load yet. */
  LoadProcess client(TenantWorkload tenant) throws IOException {
    return LoadProcess.start(clients, tenant, properties(tenant));
  }

  private Properties properties(TenantWorkload tenant) {
    return tenant.workload().properties(tenant.table(), tenant.rowsOr(settings.rows()));
  }

  /**
   * Lets the tenants run from empty caches, with each region where it belongs.
   *
   * @param incidents in the order of time
   */
  Seen run(Duration length, List<Incident> incidents) throws IOException {
    placeWithEmptyCaches();
    progress.step(mix.label(), length);
    ServerTimelines servers = new ServerTimelines();
    PlanTimeline plans = new PlanTimeline();
    Registered registered = new Registered();
    AtomicReference<Optional<ClusterStatus>> status = new AtomicReference<>(Optional.empty());
    RunningIncidents running = new RunningIncidents(incidents);
    try (Playback playback = new Playback()) {
      for (TenantWorkload tenant : mix.tenants()) {
        playback.add(clients, tenant, properties(tenant));
      }
      List<TenantRun> runs =
          playback.run(
              length,
              progress,
              second -> {
                running.tick(second);
                view.plan().ifPresent(plan -> plans.add(second, plan));
                registered.add(second, view.servers());
                if (second % REPORTS_SECONDS < LOOK_SECONDS) {
                  status.set(view.status());
                  readReports(second, servers);
                }
              });
      running.requireDone();
      List<Timeline> timelines = new ArrayList<>();
      for (int i = 0; i < runs.size(); i++) {
        timelines.add(new Timeline(mix.tenants().get(i).name(), runs.get(i).opsBySecond()));
      }
      return new Seen(
          runs,
          timelines,
          servers,
          plans,
          registered,
          Objects.requireNonNull(status.get()),
          running.happened());
    }
  }

  private void readReports(double second, ServerTimelines servers) {
    List<Integer> ports = cluster().ports().regionServersHttp();
    for (int i = 0; i < ports.size(); i++) {
      int server = i;
      ServerPage.read(ports.get(i), "/argus/status.json")
          .filter(text -> text.length() > 2) // {} before the first report
          .ifPresent(
              text ->
                  servers.add(
                      second,
                      server,
                      WireFormat.readUsageReport(text.getBytes(StandardCharsets.UTF_8))));
    }
  }
}
