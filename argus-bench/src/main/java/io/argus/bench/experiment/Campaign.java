package io.argus.bench.experiment;

import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.cluster.ClusterSettings;
import io.argus.bench.cluster.EmbeddedCluster;
import io.argus.bench.cluster.Plugin;
import io.argus.bench.load.LoadResult;
import io.argus.bench.load.LoadSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * The interference experiment: for every system, each tenant alone and then all together, in the
 * same server process, on the same data, with empty caches before every run.
 *
 * <p>Used by one thread.
 */
public final class Campaign {
  private static final Duration START = Duration.ofSeconds(30);
  private static final Duration RESTART = Duration.ofSeconds(25);
  private static final Duration LOAD_PER_MILLION_ROWS = Duration.ofSeconds(25);
  private static final Duration AROUND_RUN = Duration.ofSeconds(6);

  private final EmbeddedCluster cluster;
  private final ClientJvm clients;
  private final Mix mix;
  private final CampaignSettings settings;
  private final CampaignProgress progress;
  private final TableProcess tables;

  /** Time that the steps not yet begun will take, first step first. */
  private final Deque<Duration> plan = new ArrayDeque<>();

  public Campaign(
      EmbeddedCluster cluster,
      ClientJvm clients,
      Mix mix,
      CampaignSettings settings,
      CampaignProgress progress) {
    this.cluster = cluster;
    this.clients = clients;
    this.mix = mix;
    this.settings = settings;
    this.progress = progress;
    this.tables = new TableProcess(clients, mix.tenants().stream().map(TenantLoad::table).toList());
  }

  /** Starts the cluster, loads the data and measures every system; the cluster stays up. */
  public Report run(List<SystemUnderTest> systems) throws IOException {
    layPlan(systems.size());
    ClusterSettings size =
        ClusterSettings.defaults().withBlockCacheBytes(settings.blockCacheBytes());
    step("starting the cluster");
    cluster.start(size, Plugin.none());
    step(String.format(Locale.ROOT, "loading %,d rows per tenant", settings.rows()));
    tables.load(settings.rows(), settings.regions());
    List<SystemResult> results = new ArrayList<>();
    for (SystemUnderTest system : systems) {
      step(system.name() + ": restarting master and region server");
      cluster.disk().throttle(false);
      cluster.restartHBase(size, system.plugin());
      results.add(measure(system.name()));
    }
    return new Report(mix.label(), cluster.runtime().name(), cluster.disk().name(), results);
  }

  private SystemResult measure(String system) throws IOException {
    List<LoadResult> alone = new ArrayList<>();
    for (TenantLoad tenant : mix.tenants()) {
      step(system + ": " + tenant.label() + " alone");
      alone.add(runTogether(List.of(tenant), settings.aloneRamp()).get(0));
    }
    step(system + ": " + mix.label());
    List<LoadResult> mixed = runTogether(mix.tenants(), settings.mixRamp());
    List<TenantResult> results = new ArrayList<>();
    for (int i = 0; i < mix.tenants().size(); i++) {
      results.add(TenantResult.of(mix.tenants().get(i), alone.get(i), mixed.get(i)));
    }
    return SystemResult.of(system, results, settings.alpha());
  }

  /** Runs those tenants at the same time from empty caches. */
  private List<LoadResult> runTogether(List<TenantLoad> tenants, Duration ramp) throws IOException {
    emptyCaches();
    List<LoadProcess> running = new ArrayList<>();
    try {
      for (TenantLoad tenant : tenants) {
        running.add(
            LoadProcess.start(
                clients,
                tenant,
                tenant.workload().properties(tenant.table(), settings.rows()),
                new LoadSettings(tenant.threads(), ramp, settings.window(), 0),
                second ->
                    progress.second(
                        tenant.label(), second.second(), second.ops(), second.errors())));
      }
      for (LoadProcess client : running) {
        client.awaitReady();
      }
      for (LoadProcess client : running) {
        client.go();
      }
      List<LoadResult> results = new ArrayList<>();
      for (int i = 0; i < running.size(); i++) {
        LoadResult result = running.get(i).await();
        results.add(result);
        progress.measured(describe(tenants.get(i), result));
      }
      return results;
    } finally {
      running.forEach(LoadProcess::close);
    }
  }

  private void emptyCaches() throws IOException {
    if (mix.writes()) {
      cluster.disk().throttle(false);
      tables.settle();
    }
    tables.clearBlockCache();
    cluster.disk().throttle(true);
    cluster.disk().dropCaches();
  }

  private void layPlan(int systems) {
    plan.add(START);
    long rows = settings.rows() * mix.tenants().size();
    plan.add(LOAD_PER_MILLION_ROWS.multipliedBy(rows).dividedBy(1_000_000));
    for (int i = 0; i < systems; i++) {
      plan.add(RESTART);
      for (int j = 0; j < mix.tenants().size(); j++) {
        plan.add(settings.aloneRamp().plus(settings.window()).plus(AROUND_RUN));
      }
      plan.add(settings.mixRamp().plus(settings.window()).plus(AROUND_RUN));
    }
  }

  private void step(String what) {
    progress.step(what, plan.stream().reduce(Duration.ZERO, Duration::plus));
    plan.poll();
  }

  private static String describe(TenantLoad tenant, LoadResult result) {
    return String.format(
        Locale.ROOT,
        "%s: %,.0f ops/s, p50 %.1f ms, p99 %.1f ms, %,d errors",
        tenant.label(),
        result.throughput(),
        result.p50Millis(),
        result.p99Millis(),
        result.errors());
  }
}
