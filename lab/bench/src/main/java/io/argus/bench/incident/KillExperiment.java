package io.argus.bench.incident;

import static io.argus.core.text.Text.format;

import io.argus.bench.incident.IncidentReport.Judged;
import io.argus.bench.incident.ServerTimelines.Part;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.scenario.Timeline;
import io.argus.cluster.EmbeddedCluster;
import io.argus.core.plan.Plan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The last region server is killed under load, the master with it if that is asked for. A new
 * master then starts later.
 *
 * <p>Used by one thread.
 */
public final class KillExperiment {
  private static final int SOON_SECONDS = 15;
  private static final double MIN_OF_SHARE = 0.5;

  /** A tenant's least part of its share is looked for in so long a time. */
  private static final int WINDOW_SECONDS = 6;

  /** A tenant is served again with half of its throughput in the end. */
  private static final double SERVED = 0.5 / 0.9;

  private final LoadedServers servers;
  private final int killed;
  private final int beforeSeconds;
  private final int masterlessSeconds;
  private final int afterSeconds;

  /**
   * A part of the time of the experiment.
   *
   * @param from second in which it begins
   * @param settled second from which its figures count
   */
  private record Phase(String name, int from, int settled, int to) {}

  /**
   * @param masterlessSeconds from the end of the master to the start of a new one; 0 to leave the
   *     master alone
   */
  public KillExperiment(
      LoadedServers servers, int beforeSeconds, int masterlessSeconds, int afterSeconds) {
    this.servers = servers;
    this.killed = servers.size().regionServers() - 1;
    this.beforeSeconds = beforeSeconds;
    this.masterlessSeconds = masterlessSeconds;
    this.afterSeconds = afterSeconds;
  }

  /** Starts the cluster and runs the experiment. The cluster stays up. */
  public IncidentReport run() throws IOException {
    int end = beforeSeconds + masterlessSeconds + afterSeconds;
    servers.start(Duration.ofSeconds(end));
    LoadedServers.Seen seen = servers.run(Duration.ofSeconds(end), incidents());
    int second = seen.second();
    List<Judged> judged = new ArrayList<>();
    List<Phase> phases = new ArrayList<>();
    phases.add(new Phase("before", 0, second / 2, second));
    int masterStarts = second + masterlessSeconds;
    if (masterlessSeconds > 0) {
      phases.add(new Phase("no master", second, second + WINDOW_SECONDS, masterStarts));
      judged.add(keptPlan(seen, second, masterStarts));
    }
    int again = servedAgain(seen, masterStarts, end);
    OptionalInt next = seen.plans().firstAfter(again, end);
    int settled = Math.max(again, again + next.orElse(0));
    phases.add(new Phase("after", masterStarts, Math.min(settled, end - WINDOW_SECONDS), end));
    List<TenantAround> tenants = tenants(seen, phases);
    if (masterlessSeconds == 0) {
      judged.add(
          Judged.soon(
              "the plan follows: seconds until a new one, from when all tenants are served again",
              next.isPresent() ? Integer.valueOf(next.getAsInt()) : null,
              SOON_SECONDS));
    }
    for (TenantAround each : tenants) {
      if (!each.phase().equals("before") && !each.waits()) {
        judged.add(
            Judged.atLeast(
                each.tenant()
                    + ", "
                    + each.phase()
                    + ": least part of its share in "
                    + WINDOW_SECONDS
                    + " s",
                each.leastOfShare(),
                MIN_OF_SHARE));
      }
    }
    List<String> table = TenantAround.table(tenants);
    table.addAll(times(seen, masterStarts, end, again));
    return IncidentReport.of(
        masterlessSeconds > 0 ? "kill --with-master" : "kill",
        servers,
        seen,
        tenants,
        table,
        judged);
  }

  private List<Incident> incidents() {
    EmbeddedCluster cluster = servers.cluster();
    String victim = EmbeddedCluster.regionServer(killed);
    if (masterlessSeconds == 0) {
      return List.of(
          new Incident(
              beforeSeconds,
              victim + " is killed",
              begins -> {
                begins.run();
                cluster.kill(victim);
              }));
    }
    return List.of(
        new Incident(
            beforeSeconds,
            "the master and " + victim + " are killed",
            begins -> {
              begins.run();
              cluster.kill(EmbeddedCluster.master());
              cluster.kill(victim);
            }),
        new Incident(
            beforeSeconds + masterlessSeconds,
            "a new master starts",
            begins -> {
              begins.run();
              cluster.startBackupMaster(servers.plugin());
            }));
  }

  /** The names of the servers that are not killed. */
  private List<String> remaining(LoadedServers.Seen seen) {
    return servers.without(killed).stream()
        .flatMap(server -> seen.servers().name(server).stream())
        .toList();
  }

  /** Whether the remaining servers had the plan of before in the end of the time without master. */
  private Judged keptPlan(LoadedServers.Seen seen, int second, int masterStarts) {
    long before = seen.plans().at(second).map(Plan::version).orElse(0L);
    long had =
        seen.servers()
            .leastPlanVersion(servers.without(killed), masterStarts - WINDOW_SECONDS, masterStarts);
    return Judged.so(
        "without a master the remaining servers go on with plan v" + before, before == had);
  }

  /** The second from which all tenants were served. */
  private static int servedAgain(LoadedServers.Seen seen, int from, int end) {
    int latest = from;
    for (Timeline tenant : seen.timelines()) {
      OptionalInt back = tenant.backAfter(from, end, SERVED * tenant.steady(from, end));
      latest = Math.max(latest, back.isPresent() ? from + back.getAsInt() : end);
    }
    return latest;
  }

  private List<TenantAround> tenants(LoadedServers.Seen seen, List<Phase> phases) {
    List<TenantAround> tenants = new ArrayList<>();
    for (int i = 0; i < seen.timelines().size(); i++) {
      for (Phase phase : phases) {
        tenants.add(tenant(seen, phase, seen.timelines().get(i), servers.mix().tenants().get(i)));
      }
    }
    return tenants;
  }

  private TenantAround tenant(
      LoadedServers.Seen seen, Phase phase, Timeline timeline, TenantWorkload tenant) {
    List<Integer> remaining = servers.without(phase.from() == 0 ? -1 : killed);
    Plan plan = seen.plans().at(phase.to()).orElseThrow();
    int lastThird = phase.to() - (phase.to() - phase.from()) / 3;
    Part part = seen.servers().part(tenant.name(), remaining, lastThird, phase.to(), plan);
    double least = part.ofShare();
    for (int from = phase.settled(); from + WINDOW_SECONDS <= phase.to(); from++) {
      Plan then = seen.plans().at(from + WINDOW_SECONDS).orElse(plan);
      least =
          Math.min(
              least,
              seen.servers()
                  .part(tenant.name(), remaining, from, from + WINDOW_SECONDS, then)
                  .ofShare());
    }
    return new TenantAround(
        tenant.name(),
        phase.name(),
        timeline.steady(phase.from(), phase.to()),
        part.server(),
        part.guaranteed(),
        part.served(),
        least,
        phase.name().equals("no master") && hasRegionsOnKilled(tenant));
  }

  private boolean hasRegionsOnKilled(TenantWorkload tenant) {
    return tenant.placement().layout(servers.size().regionServers(), 1).regions().stream()
        .anyMatch(region -> region.server() == killed);
  }

  private List<String> times(LoadedServers.Seen seen, int masterStarts, int end, int again) {
    int second = seen.second();
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("seconds after the kill");
    String victim = seen.servers().name(killed).orElse("");
    lines.add(
        time(
            "until ZooKeeper had no session of the server",
            seen.registered().goneAfter(second, victim)));
    lines.add(
        time(
            "until all tenants were served again",
            again == end ? OptionalInt.empty() : OptionalInt.of(again - second)));
    lines.add(
        time(
            format(
                "until shares on the remaining servers were within %.1f of those in the end",
                PlanTimeline.NEAR),
            seen.plans().followedAfter(second, end, remaining(seen))));
    for (Timeline tenant : seen.timelines()) {
      OptionalInt back = tenant.backAfter(second, end, tenant.steady(masterStarts, end));
      lines.add(time("until " + tenant.tenant() + " had 90 % of its throughput in the end", back));
    }
    lines.add(
        format(
                "%5d  new plans since, and how far their shares are",
                seen.plans().changes(second, end))
            + " from those in the end: "
            + String.join(", ", seen.plans().since(second, end, remaining(seen))));
    return lines;
  }

  private static String time(String what, OptionalInt seconds) {
    return format("%5s  %s", seconds.isPresent() ? "" + seconds.getAsInt() : "never", what);
  }
}
