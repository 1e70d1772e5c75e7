package io.argus.bench.field;

import static io.argus.core.text.Text.format;

import io.argus.bench.fault.ActionProcess;
import io.argus.bench.run.LoadProcess;
import io.argus.bench.run.MixPreparation;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TableProcess;
import io.argus.bench.run.TenantRun;
import io.argus.bench.run.TenantTables;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import io.argus.load.basics.Activity;
import io.argus.load.client.LoadResult;
import io.argus.load.table.RegionLayout;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures rows of requests on one cluster: every system in turn, in a server process of its own
 * for each repeat, on the same data, with empty caches before every run. Each repeat begins with
 * the next system.
 *
 * <p>Used by one thread.
 */
public final class FieldRun {
  private static final Duration RESTART = Duration.ofSeconds(25);
  private static final Duration AROUND_RUN = Duration.ofSeconds(12);
  private static final long FLUSH_PERIOD_MILLIS = 1000;
  private static final String USER_REGION_CLASSES = "hbase.coprocessor.user.region.classes";
  private static final String AGGREGATION =
      "org.apache.hadoop.hbase.coprocessor.AggregateImplementation";

  private final ClientJvm clients;
  private final EmbeddedCluster cluster;
  private final ClusterSettings servers;
  private final RunSettings settings;
  private final FieldCluster kind;
  private final RunProgress progress;
  private final List<Measurement> measurements;
  private final FieldTables tables;
  private final List<FieldReport.Result> results;
  private final List<String> failures = new ArrayList<>();

  /** Whether the last measurement failed; two in a row end the campaign. */
  private boolean failedBefore;

  /**
   * @param clients of a cluster that is not started
   * @param settings the ramp of a mix is that of every run
   * @param kind of the cluster
   * @param rows that need such a cluster
   * @param results gets everything that is measured
   */
  public FieldRun(
      ClientJvm clients,
      RunSettings settings,
      RunProgress progress,
      FieldCluster kind,
      List<FieldRow> rows,
      List<FieldReport.Result> results) {
    this.clients = clients;
    this.cluster = clients.cluster();
    this.settings = settings;
    this.progress = progress;
    this.measurements = FieldRow.measurements(rows);
    this.kind = kind;
    this.servers = withSite(settings.clusterSettings(), kind.site());
    this.tables = tables();
    this.results = results;
  }

  private static ClusterSettings withSite(ClusterSettings usual, Map<String, String> site) {
    ClusterSettings all = usual;
    for (Map.Entry<String, String> property : site.entrySet()) {
      all = all.withSite(property.getKey(), property.getValue());
    }
    return all;
  }

  private FieldTables tables() {
    List<WorkloadMix> mixes = mixes(measurements);
    return kind == FieldCluster.PHOENIX
        ? new FieldTables.OfPhoenix(clients, names(mixes), settings)
        : new FieldTables.OfHBase(new TenantTables(clients, mixes, settings));
  }

  private static List<String> names(List<WorkloadMix> mixes) {
    return mixes.stream()
        .flatMap(mix -> mix.tenants().stream())
        .map(TenantWorkload::table)
        .distinct()
        .toList();
  }

  /** How long that takes, about. */
  public static Duration estimate(
      FieldCluster kind, List<FieldRow> rows, RunSettings settings, int systems, int repeats) {
    Duration session = RESTART.plus(duration(FieldRow.measurements(rows), settings));
    return kind.start().plus(session.multipliedBy((long) systems * repeats));
  }

  private static Duration duration(List<Measurement> measurements, RunSettings settings) {
    return measurements.stream()
        .map(
            each ->
                each.ramp(settings.mixRamp())
                    .plus(each.window(settings.window()))
                    .plus(each.disturbance().before())
                    .plus(AROUND_RUN))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** The bytes of the tables that rows need. */
  public static long dataBytes(List<FieldRow> rows, RunSettings settings) {
    return settings.tenantBytes() * names(mixes(FieldRow.measurements(rows))).size();
  }

  /** Mixes whose tenants have different names, as the tables need them. */
  private static List<WorkloadMix> mixes(List<Measurement> measurements) {
    return measurements.stream().map(FieldRun::mix).toList();
  }

  private static WorkloadMix mix(Measurement measurement) {
    Map<String, TenantWorkload> byName = new LinkedHashMap<>();
    measurement.all().forEach(tenant -> byName.putIfAbsent(tenant.name(), tenant));
    return WorkloadMix.of(List.copyOf(byName.values()));
  }

  /**
   * Starts the cluster, loads the data and measures; the cluster stays up.
   *
   * @param later time that everything after this takes
   * @return one sentence for each measurement that failed
   */
  public List<String> run(List<SystemUnderTest> systems, int repeats, Duration later)
      throws IOException {
    int sessions = systems.size() * repeats;
    Duration session = RESTART.plus(duration(measurements, settings));
    progress.step(
        "starting a cluster and loading",
        later.plus(kind.start()).plus(session.multipliedBy(sessions)));
    cluster.start(servers, Plugin.none());
    tables.load();
    for (int repeat = 0; repeat < repeats; repeat++) {
      for (int i = 0; i < systems.size(); i++) {
        sessions--;
        SystemUnderTest system = systems.get((i + repeat) % systems.size());
        session(system, repeat, later.plus(session.multipliedBy(sessions)));
      }
    }
    return failures;
  }

  private void session(SystemUnderTest system, int repeat, Duration later) throws IOException {
    boolean running = false;
    for (int i = 0; i < measurements.size(); i++) {
      Measurement measurement = measurements.get(i);
      Duration left = later.plus(duration(measurements.subList(i, measurements.size()), settings));
      try {
        if (!running) {
          restart(system, left.plus(RESTART));
          running = true;
        }
        progress.step(system.name() + ": " + describe(measurement), left);
        Measured measured = prepared(system.preparation(), measurement);
        results.add(new FieldReport.Result(system.name(), repeat, measurement, measured));
        failedBefore = false;
      } catch (IOException | IllegalStateException e) {
        if (failedBefore || e instanceof InterruptedIOException) {
          throw e;
        }
        failedBefore = true;
        running = false;
        String why = String.valueOf(e.getMessage()).lines().findFirst().orElse(""); // else a log
        failures.add(system.name() + ", " + describe(measurement) + ": " + why);
        progress.measured("FAILED: " + why);
      }
    }
  }

  private void restart(SystemUnderTest system, Duration left) throws IOException {
    progress.step(system.name() + ": restarting master and region servers", left);
    cluster.disks().throttle(false);
    cluster.restartHBase(servers, withAggregation(system.plugin()));
  }

  private Plugin withAggregation(Plugin plugin) {
    String classes = plugin.site().get(USER_REGION_CLASSES);
    return plugin.with(
        clients.binding().endpointJars(),
        Map.of(USER_REGION_CLASSES, classes == null ? AGGREGATION : classes + "," + AGGREGATION));
  }

  private static String describe(Measurement measurement) {
    String others =
        String.join(", ", measurement.others().stream().map(TenantWorkload::label).toList());
    return measurement.neighbour().label() + (others.isEmpty() ? " alone" : " beside " + others);
  }

  private Measured prepared(MixPreparation preparation, Measurement measurement)
      throws IOException {
    WorkloadMix mix = mix(measurement);
    cluster.disks().throttle(false);
    preparation.prepare(mix, List.of());
    try {
      return measure(measurement);
    } finally {
      preparation.undo(mix);
    }
  }

  private Measured measure(Measurement measurement) throws IOException {
    cluster.disks().throttle(false);
    List<TenantWorkload> tenants = measurement.all();
    tables.prepare(tenants);
    disturbBefore(measurement);
    cluster.disks().throttle(true);
    Path log = cluster.log(EmbeddedCluster.regionServer(0));
    ServerLog.Lines before = ServerLog.count(log);
    List<LoadProcess> running = new ArrayList<>();
    try {
      for (TenantWorkload tenant : tenants) {
        long rows = tenant.rowsOr(settings.rows());
        running.add(
            LoadProcess.start(clients, tenant, tenant.workload().properties(tenant.table(), rows)));
      }
      for (LoadProcess client : running) {
        client.awaitReady();
      }
      List<TenantRun> runs = disturbed(measurement, () -> together(tenants, running, measurement));
      for (int i = 0; i < runs.size(); i++) {
        progress.measured(describe(tenants.get(i), runs.get(i).result()));
      }
      Duration ramp = measurement.ramp(settings.mixRamp());
      return Measured.of(measurement, runs, ramp, ServerLog.count(log).since(before));
    } finally {
      running.forEach(LoadProcess::close);
    }
  }

  private static String describe(TenantWorkload tenant, LoadResult result) {
    return format(
        "%s %s: %,.1f/s, p50 %,.1f ms, p99 %,.1f ms, %,d failed",
        tenant.name(),
        tenant.label(),
        result.throughput(),
        result.p50Millis(),
        result.p99Millis(),
        result.errors());
  }

  /** Lets happen what happens before a run. */
  private void disturbBefore(Measurement measurement) throws IOException {
    TenantWorkload tenant = measurement.disturber();
    if (measurement.disturbance() == Disturbance.FRESH_ROWS) {
      TableProcess table = new TableProcess(clients, List.of(tenant.table()));
      RegionLayout layout = RegionLayout.even(1, settings.regions());
      table.drop(); // with the rows of the time before
      table.load(tenant.rowsOr(settings.rows()), layout);
      table.put(settings.rows(), layout);
    } else if (measurement.disturbance() == Disturbance.UNCACHED) {
      new TableProcess(clients, List.of(measurement.others().get(1).table()))
          .uncache(tenant.name());
    }
  }

  private interface Load {
    List<TenantRun> run() throws IOException, InterruptedException;
  }

  /** Runs a load while the table of the first other tenant is flushed, if it is to be. */
  private List<TenantRun> disturbed(Measurement measurement, Load load) throws IOException {
    try {
      if (measurement.disturbance() != Disturbance.FLUSHES) {
        return load.run();
      }
      String table = measurement.disturber().table();
      try (ActionProcess actions = ActionProcess.start(clients)) {
        Activity flushes =
            new Activity(
                "flushes",
                () -> {
                  actions.act("FLUSH", table);
                  Thread.sleep(FLUSH_PERIOD_MILLIS);
                });
        try {
          return load.run();
        } finally {
          flushes.stop();
          flushes.await();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the load runs");
    }
  }

  private List<TenantRun> together(
      List<TenantWorkload> tenants, List<LoadProcess> running, Measurement measurement)
      throws IOException, InterruptedException {
    Duration ramp = measurement.ramp(settings.mixRamp());
    for (int i = 0; i < running.size(); i++) {
      TenantWorkload tenant = tenants.get(i);
      running
          .get(i)
          .go(
              ramp,
              measurement.window(settings.window()),
              progress.of(tenant.name() + " " + tenant.label()));
    }
    if (measurement.disturbance() == Disturbance.LOG_WAITS) {
      Thread.sleep(ramp.plus(Disturbance.BEFORE_PAUSE).toMillis());
      pauseDataNodes();
    }
    List<TenantRun> runs = new ArrayList<>();
    for (LoadProcess client : running) {
      runs.add(client.await());
    }
    return runs;
  }

  private void pauseDataNodes() throws IOException, InterruptedException {
    try {
      for (int i = 0; i < cluster.disks().count(); i++) {
        cluster.pause(cluster.dataNode(i));
      }
      Thread.sleep(Disturbance.PAUSE.toMillis());
    } finally {
      for (int i = 0; i < cluster.disks().count(); i++) {
        cluster.resume(cluster.dataNode(i));
      }
    }
  }
}
