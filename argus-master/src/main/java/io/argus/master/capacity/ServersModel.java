package io.argus.master.capacity;

import io.argus.core.settings.Settings;
import io.argus.core.text.Text;
import io.argus.core.usage.UsageReport;
import io.argus.master.capacity.OperationCost.Beyond;
import io.argus.master.decision.Prediction;
import io.argus.master.decision.WhatIf;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.PlanningProblem.Contender;
import io.argus.master.planner.Shares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What tenants would do on n servers that are each like the current ones, under the plan that the
 * planner would choose there.
 *
 * <p>Idea: on n servers that are alike the planner's optimum is that of one of them, with 1/n of
 * every tenant's operations; what that server carries, n carry n times. Regions are not alike, and
 * a tenant is as fast as its bottleneck server lets it. So some random placements of the regions
 * are filled ({@link PlanningProblem#filled}); what that gives a tenant, relative to n servers that
 * are alike, is its factor. Last, CPU: what all tenants would use must fit what there is; where it
 * does not, those that use whatever they get give way first.
 *
 * <p>Deterministic. Immutable; safe for use by any thread.
 */
final class ServersModel {
  private static final int DRAWS = 5;

  /** Tenants on servers above which the placements are not tried: regions are many there. */
  private static final int MAX_PAIRS = 30_000;

  private static final double USABLE = 0.95;
  private static final double NOTICEABLE = 0.2;

  private final RegionSpread spread;
  private final Settings settings;

  /** CPU that tenants can use on a server; infinite if that is not known. */
  private final double cores;

  ServersModel(RegionSpread spread, Settings settings, ClusterUsage usage) {
    this.spread = spread;
    this.settings = settings;
    this.cores = cores(usage);
  }

  /** In the mean of servers, the cores that are for tenants, by their use now. */
  private static double cores(ClusterUsage usage) {
    double sum = 0;
    int known = 0;
    for (UsageReport report : usage.reports()) {
      double available = report.cpu().available();
      double busy = report.cpu().busy();
      double tenants = report.tenants().stream().mapToDouble(t -> t.cpuFraction()).sum();
      if (report.cpu().isKnown()) {
        boolean says = busy >= NOTICEABLE * available;
        sum += says ? available * Math.min(1, tenants / busy) : available;
        known++;
      }
    }
    return known == 0 || sum <= 0 ? Double.POSITIVE_INFINITY : sum / known;
  }

  /** Operations per second of each tenant, and how much they depend on where regions are. */
  static final class Outcome {
    final double[] throughputs;

    /** Standard deviation over placements, as a part of the throughput. */
    final double[] scatters;

    /** Cores in use / cores that tenants can use; 0 if not known. */
    final double cpuUse;

    private Outcome(double[] throughputs, double[] scatters, double cpuUse) {
      this.throughputs = throughputs;
      this.scatters = scatters;
      this.cpuUse = cpuUse;
    }
  }

  /**
   * @param asked operations per second of each tenant, {@link ScaledTenant#UNLIMITED} of those that
   *     use whatever they get
   */
  Outcome on(int servers, List<ScaledTenant> tenants, double[] asked, Beyond beyond) {
    double[] throughputs = alike(servers, tenants, asked, beyond);
    double[] scatters = new double[throughputs.length];
    if ((long) servers * tenants.size() <= MAX_PAIRS && spread.isUneven(servers)) {
      scatter(servers, tenants, asked, beyond, throughputs, scatters);
    }
    double use = limitByCpu(servers, tenants, asked, throughputs);
    return new Outcome(throughputs, scatters, use);
  }

  /** The planner's optimum on servers that are alike. */
  private double[] alike(int servers, List<ScaledTenant> tenants, double[] asked, Beyond beyond) {
    List<TenantModel> models = new ArrayList<>();
    for (int i = 0; i < asked.length; i++) {
      models.add(tenants.get(i).onOne(servers, asked[i], beyond));
    }
    Prediction best = WhatIf.of(models, Optional.empty(), settings).planned(servers);
    double[] throughputs = new double[asked.length];
    for (int i = 0; i < asked.length; i++) {
      throughputs[i] = servers * best.tenants().get(i).predictedAfter();
    }
    return throughputs;
  }

  private void scatter(
      int servers,
      List<ScaledTenant> tenants,
      double[] asked,
      Beyond beyond,
      double[] throughputs,
      double[] scatters) {
    double[] even = filled(servers, tenants, asked, beyond, null);
    Random random = new Random(servers);
    double[] sums = new double[asked.length];
    double[] squares = new double[asked.length];
    int draws = spread.isPresent(servers) ? 1 : DRAWS;
    for (int draw = 0; draw < draws; draw++) {
      double[] there = filled(servers, tenants, asked, beyond, random);
      for (int i = 0; i < asked.length; i++) {
        double factor = even[i] > 0 ? Math.min(1, there[i] / even[i]) : 1;
        sums[i] += factor;
        squares[i] += factor * factor;
      }
    }
    for (int i = 0; i < asked.length; i++) {
      double mean = sums[i] / draws;
      throughputs[i] *= mean;
      scatters[i] = mean > 0 ? Math.sqrt(Math.max(0, squares[i] / draws - mean * mean)) / mean : 0;
    }
  }

  /**
   * @param random of a placement; null if all servers are alike
   */
  private double[] filled(
      int servers,
      List<ScaledTenant> tenants,
      double[] asked,
      Beyond beyond,
      @Nullable Random random) {
    String[] names = new String[random == null ? 1 : servers];
    Arrays.setAll(names, s -> Text.format("%06d", s));
    List<TenantModel> models = new ArrayList<>();
    for (int i = 0; i < asked.length; i++) {
      ScaledTenant tenant = tenants.get(i);
      models.add(
          random == null
              ? tenant.onOne(servers, asked[i], beyond)
              : tenant.on(names, spread.demands(tenant.like, servers, random), asked[i], beyond));
    }
    List<Contender> contenders = new ArrayList<>();
    models.forEach(model -> contenders.add(model.contender()));
    PlanningProblem problem =
        PlanningProblem.of(contenders, PlanningProblem.PIECES, settings.get(Settings.ALPHA));
    Shares shares = problem.filled();
    double[] throughputs = new double[asked.length];
    for (int i = 0; i < asked.length; i++) {
      throughputs[i] =
          models.get(i).predicted(shares, problem.firstPair(i)) * (random == null ? servers : 1);
    }
    return throughputs;
  }

  /** Returns cores in use / cores there are, before anybody gives way. */
  private double limitByCpu(
      int servers, List<ScaledTenant> tenants, double[] asked, double[] throughputs) {
    double fixed = 0;
    double free = 0;
    for (int i = 0; i < asked.length; i++) {
      double use = throughputs[i] * tenants.get(i).cpuSeconds;
      fixed += asked[i] != ScaledTenant.UNLIMITED ? use : 0;
      free += asked[i] != ScaledTenant.UNLIMITED ? 0 : use;
    }
    double all = USABLE * cores * servers;
    if (Double.isInfinite(all)) {
      return 0;
    }
    double ofFree = free > 0 ? Math.min(1, Math.max(0, all - fixed) / free) : 1;
    double ofFixed = fixed > all ? all / fixed : 1;
    for (int i = 0; i < asked.length; i++) {
      throughputs[i] *= asked[i] != ScaledTenant.UNLIMITED ? ofFixed : ofFree;
    }
    return (fixed + free) / (cores * servers);
  }
}
