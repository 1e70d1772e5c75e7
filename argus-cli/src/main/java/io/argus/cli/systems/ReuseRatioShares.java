package io.argus.cli.systems;

import io.argus.bench.basics.Daemon;
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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A-Cache as the dissertation describes it (section 5.4.2 C): every tenant has a partition of the
 * block cache in proportion to its cache reuse ratio, and nothing else is shared out.
 *
 * <p>The reuse ratio is the part of a tenant's block accesses that finds the block cached. Tenants
 * may borrow what others leave unused.
 *
 * <p>Used by one thread. A thread of its own follows the ratios.
 */
final class ReuseRatioShares extends PlanPreparation {
  private static final double LEAST_SHARE = 0.05;
  private static final long PERIOD_MILLIS = TimeUnit.SECONDS.toMillis(4);
  private static final double WORTH_A_PLAN = 0.02;

  private @Nullable Thread follower;

  /**
   * Cache share of each tenant: in proportion to the ratios, no less than {@value #LEAST_SHARE}.
   *
   * @param ratios reuse ratio of each tenant, 0..1
   */
  static Map<String, Double> shares(Map<String, Double> ratios) {
    double sum = ratios.values().stream().mapToDouble(Double::doubleValue).sum();
    double rest = 1 - LEAST_SHARE * ratios.size();
    Map<String, Double> shares = new LinkedHashMap<>();
    ratios.forEach(
        (tenant, ratio) ->
            shares.put(tenant, LEAST_SHARE + rest * (sum > 0 ? ratio / sum : 1.0 / ratios.size())));
    return shares;
  }

  @Override
  public void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) {
    List<String> tenants = mix.tenants().stream().map(TenantWorkload::name).toList();
    follower = Daemon.start("acache", () -> follow(tenants));
  }

  @Override
  public void undo(WorkloadMix mix) throws IOException {
    Thread thread = follower;
    if (thread != null) {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      follower = null;
    }
    super.undo(mix);
  }

  private void follow(List<String> tenants) {
    Map<String, Double> inForce = new LinkedHashMap<>();
    try {
      while (true) {
        try {
          connected(live -> adapt(live, tenants, inForce));
        } catch (IOException | RuntimeException e) {
          System.err.println("acache: " + e.getMessage());
        }
        TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException e) {
      // The workload mix has ended.
    }
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
    return "cache shares by hit ratio, at least " + LEAST_SHARE;
  }
}
