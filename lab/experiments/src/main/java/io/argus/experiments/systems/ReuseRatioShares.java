package io.argus.experiments.systems;

import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.plan.PlanPin;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A-Cache as the dissertation describes it (section 5.4.2 C): every tenant has a partition of the
 * block cache in proportion to its cache reuse ratio, and nothing else is shared out.
 *
 * <p>The reuse ratio is the part of a tenant's block accesses that finds the block cached. Tenants
 * may borrow what others leave unused.
 *
 * <p>Used by one thread. A thread of its own follows the ratios.
 */
final class ReuseRatioShares extends AdaptivePlan {
  private static final double MIN_SHARE = 0.05;
  private static final double WORTH_A_PLAN = 0.02;

  ReuseRatioShares() {
    super("acache");
  }

  /**
   * Cache share of each tenant: in proportion to the ratios, no less than {@value #MIN_SHARE}.
   *
   * @param ratios reuse ratio of each tenant, 0..1
   */
  static Map<String, Double> shares(Map<String, Double> ratios) {
    double sum = ratios.values().stream().mapToDouble(Double::doubleValue).sum();
    double rest = 1 - MIN_SHARE * ratios.size();
    Map<String, Double> shares = new LinkedHashMap<>();
    ratios.forEach(
        (tenant, ratio) ->
            shares.put(tenant, MIN_SHARE + rest * (sum > 0 ? ratio / sum : 1.0 / ratios.size())));
    return shares;
  }

  @Override
  Work begin(WorkloadMix mix) {
    List<String> tenants = mix.tenants().stream().map(TenantWorkload::name).toList();
    Map<String, Double> inForce = new LinkedHashMap<>();
    return live -> adapt(live, tenants, inForce);
  }

  private static void adapt(LiveCluster live, List<String> tenants, Map<String, Double> inForce)
      throws IOException, InterruptedException {
    Map<String, Double> shares = shares(ratios(tenants, live.status()));
    if (differ(inForce, shares)) {
      PlanPin.set(live, reservations(shares), true);
      inForce.putAll(shares);
      System.err.println("    acache: cache shares " + shares);
    }
  }

  private static Map<String, Double> ratios(List<String> tenants, ClusterStatus status) {
    Map<String, Double> ratios = new LinkedHashMap<>();
    tenants.forEach(tenant -> ratios.put(tenant, 0.0));
    for (TenantStatus tenant : status.tenants()) {
      ratios.replace(tenant.tenant(), tenant.hitRatio());
    }
    return ratios;
  }

  private static boolean differ(Map<String, Double> before, Map<String, Double> now) {
    return now.entrySet().stream()
        .anyMatch(
            share ->
                Math.abs(before.getOrDefault(share.getKey(), -1.0) - share.getValue())
                    > WORTH_A_PLAN);
  }

  private static List<Reservation> reservations(Map<String, Double> cacheShares) {
    List<Reservation> reservations = new ArrayList<>();
    cacheShares.forEach(
        (tenant, share) ->
            reservations.add(Reservation.of(TenantId.of(tenant), share, 1.0 / cacheShares.size())));
    return reservations;
  }

  @Override
  public String describe() {
    return "cache shares by hit ratio, at least " + MIN_SHARE;
  }
}
