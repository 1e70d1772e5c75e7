package io.argus.bench.day;

import static io.argus.core.text.Text.format;

import io.argus.bench.fault.ActionProcess;
import io.argus.bench.incident.SloExperiment;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TableProcess;
import io.argus.bench.run.TenantTables;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.bench.scenario.Playback;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.load.client.LoadLine;
import io.argus.load.client.LoadPhase;
import io.argus.load.client.Preset;
import io.argus.load.table.RegionLayout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * Lets days pass, each on a cluster of its own with the same data: for each pair one on every
 * system.
 *
 * <p>Used by one thread.
 */
public final class DayRun {
  /** A server restarts while another one serves its regions. */
  public static final int REGION_SERVERS = 2;

  private static final Duration AROUND_DAY = Duration.ofMinutes(2);

  /** In the middle of the first region: keys are {@code user} and a hash. */
  private static final String SPLIT_KEY = "user3";

  /** Daughters of a split may be offline for a moment. */
  private static final int SPLIT_LOOKS = 10;

  private final ClientJvm clients;
  private final EmbeddedCluster cluster;
  private final RunSettings settings;
  private final Day day;
  private final RunProgress progress;
  private final SloExperiment.Operator operator;
  private final WorkloadMix mix;

  /** Where the regions of each table are, in the order of their keys. */
  private final Map<String, RegionLayout> layouts = new LinkedHashMap<>();

  /**
   * @param settings rows of each tenant, caches, {@link #REGION_SERVERS}
   * @param operator of the systems with Argus
   */
  public DayRun(
      ClientJvm clients,
      RunSettings settings,
      Day day,
      RunProgress progress,
      SloExperiment.Operator operator) {
    this.clients = clients;
    this.cluster = clients.cluster();
    this.settings = settings;
    this.day = day;
    this.progress = progress;
    this.operator = operator;
    this.mix = new WorkloadMix("a day", Day.tenants().stream().map(DayTenant::client).toList());
  }

  /** Bytes of all tables, with what is written in a day. */
  public static long dataBytes(RunSettings settings) {
    return 2 * settings.tenantBytes() * Day.tenants().size();
  }

  /** How long it takes, about. */
  public static Duration estimate(Day day, int days) {
    return AROUND_DAY.plusSeconds(day.seconds()).multipliedBy(days);
  }

  /** Runs so many pairs of days; every second one in the other order. The cluster stays up. */
  public DayReport run(List<SystemUnderTest> systems, int pairs, String command)
      throws IOException {
    List<SystemDay> days = new ArrayList<>();
    List<SystemUnderTest> order = new ArrayList<>(systems);
    int all = pairs * systems.size();
    for (int pair = 1; pair <= pairs; pair++) {
      for (SystemUnderTest system : order) {
        progress.step(
            format("pair %d, %s: starting the cluster and loading", pair, system.name()),
            estimate(day, all - days.size()));
        if (!days.isEmpty()) {
          cluster.disks().throttle(false);
        }
        days.add(run(system, pair, estimate(day, all - days.size() - 1)));
      }
      Collections.reverse(order);
    }
    return DayReport.of(
        command,
        format(
            "HBase %s, disk %s, %d region servers, %,d rows of each tenant",
            cluster.runtime().name(), cluster.disks().name(), REGION_SERVERS, settings.rows()),
        day,
        days);
  }

  private SystemDay run(SystemUnderTest system, int pair, Duration later) throws IOException {
    boolean isArgus = system.plugin().name().equals("argus");
    ClusterSettings size = settings.clusterSettings();
    cluster.start(size, system.plugin());
    TenantTables tables = new TenantTables(clients, List.of(mix), settings);
    tables.load();
    tables.place();
    tables.clearBlockCache();
    cluster.disks().throttle(true);
    for (TenantWorkload tenant : mix.tenants()) {
      layouts.put(tenant.table(), tenant.placement().layout(REGION_SERVERS, settings.regions()));
    }
    Recorders recorders = new Recorders(format("pair %d, %s", pair, system.name()), later);
    try (ActionProcess admin = ActionProcess.start(clients);
        Playback playback = new Playback()) {
      for (DayTenant tenant : Day.tenants()) {
        playback.add(clients, tenant.client(), properties(tenant));
      }
      DayOperator events =
          new DayOperator(
              day,
              Arrays.stream(DayEvent.values())
                  .filter(event -> isArgus || !event.needsArgus())
                  .toList(),
              event -> happen(event, admin, size, system),
              progress);
      playback.run(
          Duration.ofSeconds(day.seconds()),
          recorders,
          second -> {
            recorders.tick(second);
            events.tick(second);
          });
      return new SystemDay(system.name(), pair, recorders.end(), events.end());
    }
  }

  private Properties properties(DayTenant tenant) {
    Properties properties = Preset.tableProperties(tenant.client().table(), settings.rows());
    properties.setProperty("phases", LoadPhase.format(tenant.phases(day)));
    properties.setProperty("latencies", "true");
    return properties;
  }

  private void happen(
      DayEvent event, ActionProcess admin, ClusterSettings size, SystemUnderTest system)
      throws IOException {
    switch (event) {
      case SLO -> command("slo", "set", Day.WITH_SLO, "--min-ops", "" + Day.SLO_OPS);
      case CAP -> command("tenant", "cap", Day.WITH_CAP, "--max-ops", "" + Day.CAP_OPS);
      case SPLIT -> split(admin, tableOf(Day.WITH_SPLIT));
      case RESTART -> {
        for (int server = 0; server < REGION_SERVERS; server++) {
          restart(server, size, system);
        }
      }
    }
  }

  private void command(String... words) throws IOException {
    int exit = operator.run(words);
    if (exit != 0) {
      throw new IOException("'argus " + String.join(" ", words) + "' ended with " + exit);
    }
  }

  private static String tableOf(String tenant) {
    return Day.tenants().stream()
        .map(DayTenant::client)
        .filter(each -> each.name().equals(tenant))
        .findFirst()
        .orElseThrow()
        .table();
  }

  /** Splits the first region of a table, and waits until it has one more. */
  private void split(ActionProcess admin, String table) throws IOException {
    admin.act("split", table, SPLIT_KEY);
    RegionLayout before = Objects.requireNonNull(layouts.get(table));
    List<RegionLayout.Region> regions = new ArrayList<>(before.regions());
    regions.add(0, regions.get(0));
    for (int look = 0; look < SPLIT_LOOKS; look++) {
      List<String> names =
          new TableProcess(clients, List.of(table)).regionNames().getOrDefault(table, List.of());
      if (names.size() == regions.size()) {
        layouts.put(table, new RegionLayout(regions));
        return;
      }
    }
    throw new IOException(table + " has no more regions than before");
  }

  /**
   * Restarts a region server as HBase's {@code graceful_stop.sh} does: its regions move away, and
   * back when it is there again.
   */
  private void restart(int server, ClusterSettings size, SystemUnderTest system)
      throws IOException {
    int other = (server + 1) % REGION_SERVERS;
    move(layouts.values().stream().map(layout -> without(layout, server, other)).toList());
    cluster.restartRegionServer(server, size, system.plugin());
    move(List.copyOf(layouts.values()));
    progress.measured(EmbeddedCluster.regionServer(server) + " is back with its regions");
  }

  private static RegionLayout without(RegionLayout layout, int server, int other) {
    RegionLayout rest = layout;
    for (int region = 0; region < layout.regions().size(); region++) {
      if (layout.regions().get(region).server() == server) {
        rest = rest.moved(region, other);
      }
    }
    return rest;
  }

  private void move(List<RegionLayout> where) throws IOException {
    new TableProcess(clients, List.copyOf(layouts.keySet())).move(where, () -> {});
  }

  /** Collects what the clients say, and tells how much of the day is left. */
  private final class Recorders implements RunProgress {
    private static final int HOURS_OF_STEP = 3;

    private final String title;
    private final Duration later;
    private final Map<String, TenantRecorder> byTenant = new LinkedHashMap<>();
    private int nextHour;

    Recorders(String title, Duration later) {
      this.title = title;
      this.later = later;
      Day.tenants().forEach(tenant -> byTenant.put(tenant.name(), new TenantRecorder(day, tenant)));
    }

    void tick(double second) {
      if (nextHour < Day.HOURS && second >= day.second(nextHour)) {
        step(
            format("%s: %02d:00", title, nextHour),
            later.plusSeconds(day.seconds() - day.second(nextHour)));
        nextHour += HOURS_OF_STEP;
      }
    }

    List<TenantDay> end() {
      return byTenant.values().stream().map(TenantRecorder::end).toList();
    }

    @Override
    public Consumer<LoadLine.Progress> of(String tenant) {
      return now -> {
        second(tenant, now.second(), now.ops(), now.errors());
        TenantRecorder recorder = byTenant.get(tenant);
        if (recorder != null && now instanceof LoadLine.Second second) {
          recorder.add(second);
        }
      };
    }

    @Override
    public void step(String what, Duration left) {
      progress.step(what, left);
    }

    @Override
    public void second(String tenant, int second, long ops, long errors) {
      progress.second(tenant, second, ops, errors);
    }

    @Override
    public void measured(String what) {
      progress.measured(what);
    }
  }
}
