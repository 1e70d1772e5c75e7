package io.argus.master.model;

import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.performance.PerformanceProfile;
import io.argus.core.performance.WorkloadMix;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Text;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterMonitor;
import io.argus.master.monitor.ClusterUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * Chooses a performance function for each tenant (a model from shares of cache and HDFS to
 * throughput) and estimates its isolated throughput.
 *
 * <p>Functions, in order of preference:
 *
 * <ol>
 *   <li>a profile measured on this very cluster, if the workload is close to its type and it
 *       predicts the current throughput within 25 %;
 *   <li>a function of the tenant's own figures, if they suffice ({@link ObservedLimits}), with its
 *       miss-ratio curve if enough of that is known;
 *   <li>the profile of the closest type, of which only the shape counts;
 *   <li>without a profile, one by which equal tenants get equal shares.
 * </ol>
 *
 * <p>Each tenant has a function on each of its servers ({@link SpreadTenants}).
 *
 * <p>A tenant is demand-limited if it has what it asks for: its requests hardly wait, and it uses
 * less of each resource than its {@linkplain FairParts fair part}. There is one rule for one server
 * and for many, for plans, status and SLOs. A tenant on the border stays what it was, and loses
 * next to nothing either way.
 *
 * <p>A profile in use stays until another is clearly better, or it is clearly wrong.
 *
 * <p>Bias correction: predictions are multiplied by observed / predicted throughput at the tenant's
 * effective shares, smoothed over rounds and bounded. Only backlogged tenants and those limited by
 * the CPU update the bias: the throughput of others says what they ask for, not what they could
 * get.
 *
 * <p>The isolated throughput is f(1, 1) where the function's operations per second hold on this
 * cluster: a tenant below its prediction counts as hurt and gets more. Where only the shape holds
 * it is bias x f(1, 1). It is never below the observed throughput.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class PerformanceModel {
  private static final double SMOOTHING = 0.3;
  private static final double BIAS_BOUND = 4;
  private static final double SCALE_BOUND = 1000;
  private static final double CLOSE = 0.1;
  private static final double TRUSTED_RATIO = 1.25;

  /** Factor on both bounds for a profile that is in use already. */
  private static final double HOLD = 1.3;

  /** Name of a function of the tenant's own figures. */
  static final String OBSERVED = "Observed";

  private static final double PEAK_DECAY = 0.999;
  private static final double MEGABYTE = 1 << 20;

  private final PerformanceCatalogue catalogue;

  public PerformanceModel(PerformanceCatalogue catalogue) {
    this.catalogue = catalogue;
  }

  /**
   * Returns a model of each tenant.
   *
   * @param tenants all that share the cluster, whether a server reported them or not
   * @param current the plan under which the usage was observed
   * @param before the assessment that the last decision rested on
   */
  public Assessment assess(
      Collection<TenantId> tenants,
      ClusterUsage usage,
      Optional<Plan> current,
      Settings settings,
      Assessment before) {
    Map<String, Double> peaks = peaks(usage, before);
    Map<TenantId, Double> weights = settings.get(Settings.TENANT_SHARES);
    SpreadTenants spread =
        new SpreadTenants(
            usage, current, before, peaks, ClusterMonitor.spanSeconds(settings), weights);
    List<UsageReport> reports = usage.reports();
    List<TenantModel> models = new ArrayList<>();
    for (TenantId tenant : new TreeSet<>(tenants)) {
      TenantUsage tenantUsage = usage.tenantOrIdle(tenant);
      Reservation reservation =
          current
              .flatMap(
                  plan ->
                      reports.size() == 1
                          ? plan.reservation(tenant, reports.get(0).server())
                          : plan.reservation(tenant))
              .orElse(Reservation.of(tenant, 0, 0));
      TenantModel last = before.tenant(tenant);
      String function = last == null ? "" : last.functionName();
      ObservedLimits whole = spread.whole(tenantUsage, reservation);
      models.add(
          spread.model(
              tenant,
              weights.getOrDefault(tenant, 1.0),
              whole,
              () -> choose(tenantUsage, whole, usage, function)));
    }
    return new Assessment(models, peaks, foreignProfiles(usage), spread.isCurveComing());
  }

  private static Map<String, Double> peaks(ClusterUsage usage, Assessment before) {
    Map<String, Double> peaks = new HashMap<>();
    for (UsageReport report : usage.reports()) {
      double now = report.tenants().stream().mapToDouble(TenantUsage::handlerFraction).sum();
      double known = before.peaksByServer.getOrDefault(report.server(), 0.0);
      peaks.put(report.server(), Math.max(known * PEAK_DECAY, now));
    }
    return peaks;
  }

  private List<String> foreignProfiles(ClusterUsage usage) {
    double cacheBytes = usage.cacheCapacityBytes();
    double hdfsBytesPerSecond = usage.hdfsCapacityBytesPerSecond();
    List<String> problems = new ArrayList<>();
    for (PerformanceProfile profile : catalogue.profiles()) {
      if (cacheBytes > 0
          && hdfsBytesPerSecond > 0
          && !profile.measuredOn(cacheBytes, hdfsBytesPerSecond)) {
        problems.add(
            Text.format(
                "performance profile '%s' was measured on other hardware (%.0f MB of block cache,"
                    + " HDFS %.1f MB/s): only its shape may be used here, profile it again",
                profile.name(),
                profile.cacheCapacityBytes() / MEGABYTE,
                profile.hdfsCapacityBytesPerSecond() / MEGABYTE));
      }
    }
    return problems;
  }

  /** The function of an idle tenant. */
  static FunctionChoice idle() {
    return new FunctionChoice("none", "idle: less than 1 op/s", (c, h) -> 0, true);
  }

  /** The function of a demand-limited tenant. */
  static FunctionChoice demandLimited(ObservedLimits limits, double demand) {
    return limits.suffice()
        ? new FunctionChoice(
            OBSERVED, "demand-limited: needs " + ops(demand), limits.bounded(demand), true)
        : new FunctionChoice(
            "none", "demand-limited, and too little is known of it", (c, h) -> demand, true);
  }

  /** The function of a tenant's own figures. */
  static FunctionChoice observed(ObservedLimits limits, double otherLimit) {
    return new FunctionChoice(
        OBSERVED,
        "no profile was measured here: built from its own figures"
            + (limits.hasCurve() ? " and its miss-ratio curve" : "")
            + ", at most "
            + ops(otherLimit)
            + " where HDFS does not limit it",
        limits.bounded(otherLimit),
        true);
  }

  private FunctionChoice choose(
      TenantUsage usage, ObservedLimits limits, ClusterUsage cluster, String before) {
    WorkloadMix mix = WorkloadMix.of(usage::operationsPerSecond);
    Optional<PerformanceProfile> nearest = catalogue.nearest(usage.keyRepeatRatio(), mix, before);
    double hold = nearest.isPresent() && nearest.get().name().equals(before) ? HOLD : 1;
    if (nearest.isPresent() && isTrusted(nearest.get(), usage, limits, cluster, hold)) {
      return profiled(nearest.get(), true, usage, mix);
    }
    if (limits.suffice()) {
      return observed(limits, limits.otherLimit());
    }
    if (nearest.isPresent()) {
      return profiled(nearest.get(), false, usage, mix);
    }
    // The more of both shares the better: equal shares until it is known what it needs.
    return new FunctionChoice("none", "too little is known of it", Math::min, false);
  }

  private static boolean isTrusted(
      PerformanceProfile profile,
      TenantUsage usage,
      ObservedLimits limits,
      ClusterUsage cluster,
      double hold) {
    WorkloadMix mix = WorkloadMix.of(usage::operationsPerSecond);
    double predicted = profile.function().throughput(limits.cacheShare(), limits.hdfsShare());
    double ratio = limits.throughput() / predicted;
    return profile.measuredOn(cluster.cacheCapacityBytes(), cluster.hdfsCapacityBytesPerSecond())
        && profile.distance(usage.keyRepeatRatio(), mix) <= CLOSE * hold
        && ratio <= TRUSTED_RATIO * hold
        && ratio >= 1 / (TRUSTED_RATIO * hold);
  }

  private static FunctionChoice profiled(
      PerformanceProfile profile, boolean absolute, TenantUsage usage, WorkloadMix mix) {
    String why =
        Text.format(
            "closest profile for key repeat ratio %.2f, %s%s",
            usage.keyRepeatRatio(), mix, absolute ? "" : "; shape only");
    return new FunctionChoice(
        profile.name(), why, profile.function(), absolute, profile.crossValidatedError().orElse(0));
  }

  /**
   * The bias of a tenant's function on a server.
   *
   * @param mayBeBottleneck whether the throughput is what the server lets the tenant do
   */
  static double bias(
      TenantId tenant,
      String server,
      FunctionChoice choice,
      ObservedLimits limits,
      boolean mayBeBottleneck,
      Assessment before) {
    OptionalDouble known = before.bias(tenant, server, choice.name);
    double alone = choice.function.throughput(limits.cacheShare(), limits.hdfsShare());
    double predicted = choice.absolute ? limits.besideOthersAtCpu(alone) : alone;
    double bound = choice.absolute ? BIAS_BOUND : SCALE_BOUND;
    double ratio =
        predicted > 0 ? Math.min(bound, Math.max(1 / bound, limits.throughput() / predicted)) : 1;
    if (!mayBeBottleneck) {
      return known.orElse(choice.absolute ? 1 : ratio);
    }
    double last = known.orElse(ratio);
    return last + SMOOTHING * (ratio - last);
  }

  private static String ops(double operationsPerSecond) {
    return Math.round(operationsPerSecond) + " ops/s";
  }
}
