package io.argus.experiments.systems;

import static io.argus.core.text.Text.format;

import io.argus.bench.run.WorkloadMix;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.plan.PlanPin;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageReport;
import io.argus.rivals.shares.ClusterDemand;
import io.argus.rivals.shares.SharePolicy;
import io.argus.rivals.shares.Shares;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Argus's enforcement with the shares of another policy in place of its planner: they are pinned on
 * every server, by what the servers last reported. Tenants may borrow what others leave unused.
 *
 * <p>Used by one thread. A thread of its own follows the reports.
 */
final class PolicyShares extends PlanPreparation {
  private static final Duration PERIOD = Duration.ofSeconds(4);

  /** So that a tenant that comes back is served at once. */
  static final double MIN_SHARE = 0.01;

  private static final double WORTH_A_PLAN = 0.01;

  /** Reports of servers that were restarted stay for a while. */
  private static final long SILENT_MILLIS = 15_000;

  private final String name;
  private final SharePolicy policy;
  private final double freshness;
  private @Nullable RepeatedTask following;

  /**
   * @param freshness weight of the latest reports in the demand, 0..1; the rest is of those before
   */
  PolicyShares(String name, SharePolicy policy, double freshness) {
    this.name = name;
    this.policy = policy;
    this.freshness = freshness;
  }

  @Override
  public void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) {
    Work round = begin(mix);
    following = new RepeatedTask(name, PERIOD, () -> connected(round));
  }

  @Override
  public void undo(WorkloadMix mix) throws IOException {
    RepeatedTask running = following;
    if (running != null) {
      running.stop();
      following = null;
    }
    super.undo(mix);
  }

  private Work begin(WorkloadMix mix) {
    Map<String, Map<String, Shares>> inForce = new TreeMap<>();
    AtomicReference<@Nullable ClusterDemand> known = new AtomicReference<>();
    return live -> {
      Optional<ClusterDemand> now = reported(live, mix);
      if (now.isPresent()) {
        ClusterDemand before = known.get();
        ClusterDemand demand = before == null ? now.get() : now.get().after(before, freshness);
        known.set(demand);
        adapt(live, demand, inForce);
      }
    };
  }

  private static Optional<ClusterDemand> reported(LiveCluster live, WorkloadMix mix)
      throws IOException, InterruptedException {
    List<UsageReport> reports =
        live.reports().values().stream()
            .map(WireFormat::readUsageReport)
            .filter(report -> report.endMillis() > System.currentTimeMillis() - SILENT_MILLIS)
            .toList();
    return reports.isEmpty() ? Optional.empty() : Optional.of(ReportedDemand.of(mix, reports));
  }

  private void adapt(
      LiveCluster live, ClusterDemand demand, Map<String, Map<String, Shares>> inForce)
      throws IOException, InterruptedException {
    Map<String, Map<String, Shares>> wanted = new TreeMap<>();
    policy.shares(demand).forEach((server, local) -> wanted.put(server, atLeast(local)));
    if (differ(inForce, wanted)) {
      PlanPin.set(live, plan(name, demand.weights(), wanted));
      inForce.clear();
      inForce.putAll(wanted);
      System.err.println("    " + name + ": " + describe(wanted));
    }
  }

  /** Shares of a server of which none is below the least, summing to 1. */
  static Map<String, Shares> atLeast(Map<String, Shares> local) {
    double rest = 1 - MIN_SHARE * local.size();
    Map<String, Shares> raised = new TreeMap<>();
    local.forEach(
        (tenant, shares) ->
            raised.put(
                tenant,
                new Shares(MIN_SHARE + rest * shares.cache(), MIN_SHARE + rest * shares.hdfs())));
    return raised;
  }

  /** A pin with the shares of each server; the cluster-wide ones are their means. */
  static Plan plan(
      String reason, Map<String, Double> weights, Map<String, Map<String, Shares>> byServer) {
    List<ServerShares> servers = new ArrayList<>();
    byServer.forEach(
        (server, local) -> servers.add(ServerShares.of(server, 0, reservations(weights, local))));
    Map<String, Shares> means = new TreeMap<>();
    for (String tenant : weights.keySet()) {
      double cache = 0;
      double hdfs = 0;
      for (Map<String, Shares> local : byServer.values()) {
        Shares here = local.getOrDefault(tenant, new Shares(0, 0));
        cache += here.cache() / byServer.size();
        hdfs += here.hdfs() / byServer.size();
      }
      means.put(tenant, new Shares(cache, hdfs));
    }
    return Plan.of(
        0,
        Plan.Mode.PINNED,
        System.currentTimeMillis(),
        true,
        reservations(weights, means),
        servers,
        PlanExplanation.because(reason));
  }

  private static List<Reservation> reservations(
      Map<String, Double> weights, Map<String, Shares> shares) {
    List<Reservation> reservations = new ArrayList<>();
    shares.forEach(
        (tenant, share) ->
            reservations.add(
                Reservation.of(
                    TenantId.of(tenant),
                    weights.getOrDefault(tenant, 1.0),
                    Math.min(1, share.cache()),
                    Math.min(1, share.hdfs()))));
    return reservations;
  }

  private static boolean differ(
      Map<String, Map<String, Shares>> before, Map<String, Map<String, Shares>> now) {
    if (!before.keySet().equals(now.keySet())) {
      return true;
    }
    return now.entrySet().stream()
        .anyMatch(
            server ->
                server.getValue().entrySet().stream()
                    .anyMatch(
                        tenant ->
                            areFar(
                                before
                                    .getOrDefault(server.getKey(), Map.of())
                                    .getOrDefault(tenant.getKey(), new Shares(-1, -1)),
                                tenant.getValue())));
  }

  private static boolean areFar(Shares one, Shares other) {
    return Math.abs(one.cache() - other.cache()) > WORTH_A_PLAN
        || Math.abs(one.hdfs() - other.hdfs()) > WORTH_A_PLAN;
  }

  private static String describe(Map<String, Map<String, Shares>> byServer) {
    List<String> words = new ArrayList<>();
    byServer.forEach(
        (server, local) -> {
          StringBuilder text = new StringBuilder(server);
          local.forEach(
              (tenant, share) ->
                  text.append(format(" %s %.2f/%.2f", tenant, share.cache(), share.hdfs())));
          words.add(text.toString());
        });
    return String.join("; ", words);
  }

  @Override
  public String describe() {
    return "shares by "
        + policy.getClass().getSimpleName()
        + ", at least "
        + MIN_SHARE
        + ", of demand "
        + freshness;
  }
}
