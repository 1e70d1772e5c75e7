package io.argus.bench.scenario;

import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.cluster.ClusterSettings;
import io.argus.bench.cluster.EmbeddedCluster;
import io.argus.bench.load.LoadPhase;
import io.argus.bench.load.Preset;
import io.argus.bench.run.LoadProcess;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TableProcess;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.runtime.Plugin;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a scenario on every system, one after the other, from empty caches.
 *
 * <p>Used by one thread.
 */
public final class ScenarioRun {
  private static final Duration AROUND_RUN = Duration.ofSeconds(35);

  private final EmbeddedCluster cluster;
  private final ClientJvm clients;
  private final Scenario scenario;
  private final RunSettings settings;
  private final RunProgress progress;
  private final PlanObserver planner;
  private final TableProcess tables;

  public ScenarioRun(
      ClientJvm clients,
      Scenario scenario,
      RunSettings settings,
      RunProgress progress,
      PlanObserver planner) {
    this.cluster = clients.cluster();
    this.clients = clients;
    this.scenario = scenario;
    this.settings = settings;
    this.progress = progress;
    this.planner = planner;
    this.tables =
        new TableProcess(clients, scenario.tenants().stream().map(TenantWorkload::table).toList());
  }

  /** Starts the cluster, loads the data and runs the scenario. The cluster stays up. */
  public ScenarioReport run(List<SystemUnderTest> systems) throws IOException {
    if (!scenario.diskSpeeds().isEmpty()) {
      cluster.disks().requireLimit();
    }
    Duration each = scenario.length().plus(AROUND_RUN);
    ClusterSettings size = settings.clusterSettings();
    progress.step("starting the cluster and loading", each.multipliedBy(systems.size() + 1));
    cluster.start(size, Plugin.none());
    tables.load(settings.rows(), settings.regions());
    List<ScenarioReport.Run> runs = new ArrayList<>();
    for (SystemUnderTest system : systems) {
      progress.step(
          system.name() + ": " + scenario.name(), each.multipliedBy(systems.size() - runs.size()));
      cluster.disks().throttle(false);
      cluster.restartHBase(size, system.plugin());
      runs.add(play(system.name()));
    }
    return new ScenarioReport(
        scenario.name(), cluster.runtime().name(), cluster.disks().name(), scenario.bounds(), runs);
  }

  private ScenarioReport.Run play(String system) throws IOException {
    tables.clearBlockCache();
    cluster.disks().throttle(true);
    int seconds = Math.toIntExact(scenario.length().toSeconds());
    List<LoadProcess> running = new ArrayList<>();
    try {
      for (Scenario.Actor actor : scenario.actors()) {
        running.add(start(actor));
      }
      for (LoadProcess client : running) {
        client.awaitReady();
      }
      for (int i = 0; i < running.size(); i++) {
        String tenant = scenario.tenants().get(i).name();
        running.get(i).go(Duration.ZERO, scenario.length(), progress.of(tenant));
      }
      PlannerView view = new PlannerView();
      DiskView disk = new DiskView(cluster.disks(), scenario);
      observe(seconds, view, disk);
      List<Timeline> timelines = new ArrayList<>();
      for (int i = 0; i < running.size(); i++) {
        timelines.add(
            new Timeline(scenario.tenants().get(i).name(), running.get(i).await().opsBySecond()));
      }
      disk.reads(seconds).ifPresent(timelines::add);
      return new ScenarioReport.Run(system, timelines, disk.limits(), view.plans(), noticed(view));
    } finally {
      running.forEach(LoadProcess::close);
    }
  }

  private List<ScenarioReport.Noticed> noticed(PlannerView view) {
    List<ScenarioReport.Noticed> noticed = new ArrayList<>();
    scenario
        .shifts()
        .forEach(
            (second, changed) -> {
              OptionalInt after = view.noticedAfter(second, changed);
              noticed.add(
                  new ScenarioReport.Noticed(
                      second, after.isPresent() ? Integer.valueOf(after.getAsInt()) : null));
            });
    return noticed;
  }

  private LoadProcess start(Scenario.Actor actor) throws IOException {
    TenantWorkload tenant = actor.tenant();
    Properties properties = Preset.tableProperties(tenant.table(), settings.rows());
    properties.setProperty("phases", LoadPhase.format(actor.phases()));
    return LoadProcess.start(clients, tenant, properties);
  }

  /** Samples the planner and the disk four times a second while the clients run. */
  private void observe(int seconds, PlannerView view, DiskView disk) throws IOException {
    long start = System.nanoTime();
    for (long now = start;
        now - start < TimeUnit.SECONDS.toNanos(seconds);
        now = System.nanoTime()) {
      double second = (now - start) / 1e9;
      disk.tick(second);
      try {
        view.add(second, planner.observe());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while watching the plan");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(250));
    }
    disk.tick(seconds);
  }
}
