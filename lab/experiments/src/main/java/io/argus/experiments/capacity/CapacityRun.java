package io.argus.experiments.capacity;

import io.argus.bench.run.LoadRun;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tenants on a cluster of a number of region servers: started, filled, measured under Argus.
 *
 * <p>Used by one thread.
 *
 * @param settings with the number of region servers
 * @param atEnd called in the last second of the window
 */
record CapacityRun(
    EmbeddedCluster cluster,
    WorkloadMix mix,
    RunSettings settings,
    RunProgress progress,
    ServerObserver atEnd) {
  private static final Duration LOADING = Duration.ofMinutes(2);

  /**
   * The tenants of a mix with as many client threads on each server as on one.
   *
   * @param servers number of region servers
   */
  static WorkloadMix scaled(WorkloadMix mix, int servers) {
    List<TenantWorkload> tenants = new ArrayList<>();
    for (TenantWorkload tenant : mix.tenants()) {
      tenants.add(
          new TenantWorkload(
              tenant.name(),
              tenant.workload(),
              servers * tenant.threads(),
              tenant.rows(),
              tenant.weight(),
              servers * tenant.target(),
              tenant.placement()));
    }
    return WorkloadMix.of(tenants);
  }

  /**
   * Settings of so many servers, each with a block cache of the same size. The regions are as many
   * as on one, as far as they can be divided: adding servers divides no region.
   */
  static RunSettings sized(RunSettings one, int servers) {
    return new RunSettings(
        one.rows(),
        Math.max(1, one.regions() / servers),
        one.cacheFraction() * servers,
        one.aloneRamp(),
        one.mixRamp(),
        one.window(),
        one.interleavings(),
        one.mostSteal(),
        one.alpha(),
        one.blockCache(),
        servers);
  }

  /** Returns operations per second of each tenant in the window. The cluster stays up. */
  SortedMap<String, Double> measure(Plugin argus) throws IOException {
    int servers = settings.regionServers();
    Duration window = settings.mixRamp().plus(settings.window());
    progress.step(servers + " region servers: starting and loading", window.plus(LOADING));
    ClientJvm clients = new ClientJvm(cluster);
    TenantTables tables = new TenantTables(clients, List.of(mix), settings);
    cluster.start(settings.clusterSettings(), Plugin.none());
    tables.load();
    cluster.restartHBase(settings.clusterSettings(), argus);
    tables.place();
    tables.clearBlockCache();
    cluster.disks().throttle(true);
    progress.step(servers + " region servers: " + mix.label(), window);
    SortedMap<String, Double> measured = new TreeMap<>();
    try (LoadRun loads = new LoadRun(clients, settings, progress, atEnd)) {
      LoadRun.Outcome outcome = loads.together(mix.tenants(), settings.mixRamp());
      for (int i = 0; i < mix.tenants().size(); i++) {
        String tenant = mix.tenants().get(i).name();
        measured.put(tenant, outcome.tenants().get(i).result().throughput());
        progress.measured(tenant + ": " + Math.round(measured.get(tenant)) + " ops/s");
      }
    }
    return measured;
  }
}
