package io.argus.bench.scenario;

import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TableProcess;
import io.argus.bench.run.TenantRun;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import io.argus.load.client.LoadPhase;
import io.argus.load.client.Preset;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;

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
      WorkloadMix mix = WorkloadMix.of(scenario.tenants());
      system.preparation().prepare(mix, List.of());
      try {
        runs.add(play(system.name()));
      } finally {
        system.preparation().undo(mix);
      }
    }
    return new ScenarioReport(
        scenario.name(),
        cluster.runtime().name(),
        cluster.disks().name(),
        scenario.bounds(),
        scenario.returning(),
        runs);
  }

  private ScenarioReport.Run play(String system) throws IOException {
    tables.clearBlockCache();
    cluster.disks().throttle(true);
    PlannerView view = new PlannerView();
    DiskView disk = new DiskView(cluster.disks(), scenario);
    try (Playback playback = new Playback()) {
      for (Scenario.Actor actor : scenario.actors()) {
        Properties properties = Preset.tableProperties(actor.tenant().table(), settings.rows());
        properties.setProperty("phases", LoadPhase.format(actor.phases()));
        playback.add(clients, actor.tenant(), properties);
      }
      List<TenantRun> runs =
          playback.run(
              scenario.length(),
              progress,
              second -> {
                disk.tick(second);
                view.add(second, planner.observe());
              });
      List<Timeline> timelines = new ArrayList<>();
      for (int i = 0; i < runs.size(); i++) {
        timelines.add(new Timeline(scenario.tenants().get(i).name(), runs.get(i).opsBySecond()));
      }
      int seconds = Math.toIntExact(scenario.length().toSeconds());
      disk.reads(seconds).ifPresent(timelines::add);
      return new ScenarioReport.Run(system, timelines, disk.limits(), view.plans(), noticed(view));
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
}
