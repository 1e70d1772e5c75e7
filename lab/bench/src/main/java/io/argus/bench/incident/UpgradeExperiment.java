package io.argus.bench.incident;

import static io.argus.core.text.Text.format;

import io.argus.bench.incident.IncidentReport.Judged;
import io.argus.bench.run.TenantRun;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.scenario.Timeline;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in the middle of a rolling upgrade: the last region server has the jar of an earlier
 * version that knows no shares of single servers, the master and the others have this one.
 *
 * <p>Used by one thread.
 */
public final class UpgradeExperiment {
  /** The last reports are looked for in so long a time. */
  private static final int LAST_SECONDS = 6;

  private static final int MEAN_SECONDS = 15;

  /** Shares that servers apply are whole bytes of their caches. */
  private static final double SAME = 0.01;

  private static final double NEAR = 0.15;

  private final LoadedServers servers;
  private final Path earlierJar;
  private final int seconds;
  private final int earlier;

  /**
   * A tenant's share of the block cache on a server.
   *
   * @param server which one, from 0
   * @param clusterWide what the plan gives it where a server has no shares of its own
   * @param own what the plan gives it on this server
   * @param applied what the server gives it
   */
  record Tenant(String tenant, int server, double clusterWide, double own, double applied) {}

  /**
   * @param earlierJar drop-in jar of the earlier version
   * @param seconds of the run
   */
  public UpgradeExperiment(LoadedServers servers, Path earlierJar, int seconds) {
    this.servers = servers;
    this.earlierJar = earlierJar;
    this.seconds = seconds;
    this.earlier = servers.size().regionServers() - 1;
  }

  /** Starts the cluster and runs the experiment. The cluster stays up. */
  public IncidentReport run() throws IOException {
    servers.start(Duration.ofSeconds(seconds));
    EmbeddedCluster cluster = servers.cluster();
    cluster.restartRegionServer(
        earlier, servers.size(), new Plugin("argus", List.of(earlierJar), servers.plugin().site()));
    LoadedServers.Seen seen = servers.run(Duration.ofSeconds(seconds), List.of());
    List<Judged> judged = new ArrayList<>();
    List<Tenant> tenants = new ArrayList<>();
    for (int server = 0; server <= earlier; server++) {
      Optional<UsageReport> report =
          seen.servers().last(server, seconds - LAST_SECONDS, Double.MAX_VALUE);
      String name = EmbeddedCluster.regionServer(server) + (server == earlier ? " (earlier)" : "");
      judged.add(Judged.so(name + " reports", report.isPresent()));
      if (report.isPresent()) {
        judge(name, server, report.get(), seen, judged, tenants);
      }
    }
    judged.add(
        Judged.so(
            "the plan has shares of its own for the earlier server",
            tenants.stream()
                .anyMatch(
                    each -> each.server() == earlier && !isSame(each.own(), each.clusterWide()))));
    judged.addAll(judgeMaster(seen));
    for (int i = 0; i < seen.runs().size(); i++) {
      TenantRun run = seen.runs().get(i);
      judged.add(
          Judged.so(
              servers.mix().tenants().get(i).name() + " has no failed operation",
              run.result().errors() == 0));
    }
    return IncidentReport.of("upgrade", servers, seen, tenants, table(tenants), judged);
  }

  /** Whether a server applies the plan that it says it has, and its components work. */
  private void judge(
      String name,
      int server,
      UsageReport report,
      LoadedServers.Seen seen,
      List<Judged> judged,
      List<Tenant> tenants) {
    Optional<Plan> plan = seen.plans().version(report.planVersion());
    judged.add(
        Judged.so(
            name + " follows the plan",
            plan.isPresent()
                && seen.plans().at(seconds - LAST_SECONDS).stream()
                    .allMatch(latest -> report.planVersion() >= latest.version())));
    if (plan.isPresent()) {
      List<Tenant> here = tenants(server, report, plan.get());
      tenants.addAll(here);
      judged.add(
          Judged.so(
              name
                  + (server == earlier
                      ? " applies the cluster-wide shares"
                      : " applies its own shares"),
              here.stream()
                  .allMatch(
                      each ->
                          isSame(
                              each.applied(),
                              server == earlier ? each.clusterWide() : each.own()))));
    }
    List<String> complaints =
        report.components().stream()
            .filter(
                each ->
                    each.state() == ComponentStatus.State.FAILED
                        || (each.isActive() && !each.reason().isEmpty()))
            .map(ComponentStatus::toString)
            .toList();
    judged.add(
        Judged.so(
            name + " has no failure and no fault" + because(complaints), complaints.isEmpty()));
  }

  private List<Tenant> tenants(int server, UsageReport report, Plan plan) {
    double all = 0;
    for (TenantWorkload tenant : servers.mix().tenants()) {
      all += limitBytes(report, tenant.name());
    }
    List<Tenant> tenants = new ArrayList<>();
    for (TenantWorkload tenant : servers.mix().tenants()) {
      TenantId id = TenantId.of(tenant.name());
      tenants.add(
          new Tenant(
              tenant.name(),
              server,
              plan.reservation(id).map(Reservation::cacheShare).orElse(0.0),
              PlanTimeline.cache(plan, id, report.server()),
              all == 0 ? 0 : limitBytes(report, tenant.name()) / all));
    }
    return tenants;
  }

  private static double limitBytes(UsageReport report, String tenant) {
    return report.tenants().stream()
        .filter(usage -> usage.tenant().name().equals(tenant))
        .mapToDouble(TenantUsage::cacheLimitBytes)
        .sum();
  }

  /** Whether the master understands what the earlier server reports. */
  private List<Judged> judgeMaster(LoadedServers.Seen seen) {
    List<Judged> judged = new ArrayList<>();
    @Nullable ClusterStatus status = seen.status().orElse(null);
    String name = seen.servers().name(earlier).orElse("");
    judged.add(
        Judged.so(
            "the master has a report of the earlier server",
            status != null
                && status.servers().stream().anyMatch(each -> each.server().equals(name))));
    List<String> problems = status == null ? List.of() : status.problems();
    judged.add(Judged.so("the master has no problem" + because(problems), problems.isEmpty()));
    double master =
        status == null
            ? 0
            : status.tenants().stream().mapToDouble(TenantStatus::operationsPerSecond).sum();
    double clients = 0;
    for (Timeline tenant : seen.timelines()) {
      clients += tenant.mean(Math.max(0, seconds - MEAN_SECONDS), seconds);
    }
    judged.add(
        Judged.so(
            format(
                "the master counts the operations that the clients count: %,.0f and %,.0f a second",
                master, clients),
            Math.abs(master - clients) <= NEAR * clients));
    return judged;
  }

  private static String because(List<String> complaints) {
    return complaints.isEmpty() ? "" : " (" + String.join("; ", complaints) + ")";
  }

  private static boolean isSame(double one, double other) {
    return Math.abs(one - other) <= SAME;
  }

  private List<String> table(List<Tenant> tenants) {
    List<String> lines = new ArrayList<>();
    lines.add("shares of the block cache");
    lines.add(
        format(
            "%-24s %-8s %12s %8s %8s", "server", "tenant", "cluster-wide", "its own", "applied"));
    for (Tenant each : tenants) {
      lines.add(
          format(
              "%-24s %-8s %12.2f %8.2f %8.2f",
              EmbeddedCluster.regionServer(each.server())
                  + (each.server() == earlier ? " (earlier)" : ""),
              each.tenant(),
              each.clusterWide(),
              each.own(),
              each.applied()));
    }
    return lines;
  }
}
