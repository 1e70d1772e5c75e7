package io.argus.master.metrics;

import static io.argus.core.metrics.Metric.gauge;

import io.argus.core.metrics.Metric;
import io.argus.core.metrics.MetricGroup;
import io.argus.core.metrics.MetricGroup.WaitPercentile;
import io.argus.core.metrics.MetricRecord;
import io.argus.core.settings.Settings.Mode;
import io.argus.master.slo.SloState;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.Round;
import io.argus.master.status.TenantStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of the active master, made from a round.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ClusterMetrics {
  private static final double MILLIS = 1e3;

  public static final MetricGroup<Round> CLUSTER =
      MetricGroup.single(
          "ArgusCluster", "The cluster as the active master sees it", clusterMetrics());

  /** Its subject is whether the mode of its tag is set. */
  public static final MetricGroup<Boolean> MODE =
      MetricGroup.tagged(
          "ArgusCluster",
          "The mode that is set for the cluster; a region server may have one of its own",
          Collections.singletonList(
              gauge("Mode", "1 if this mode is set, else 0.", set -> set ? 1 : 0)),
          "mode");

  public static final MetricGroup<TenantStatus> TENANT =
      MetricGroup.tagged(
          "ArgusClusterTenant",
          "A tenant, cluster-wide, as the active master sees it",
          tenantMetrics(),
          "tenant");

  public static final MetricGroup<WaitPercentile> WAITS =
      WaitPercentile.group("ArgusClusterTenant", "Waits of a tenant on its worst server");

  public static final MetricGroup<SloState> SLO =
      MetricGroup.tagged(
          "ArgusClusterSlo",
          "An SLO of a tenant, such as ops or get.p99; seconds for a p99, else operations",
          Arrays.asList(
              gauge(
                  "Missed",
                  "1 if the tenant has less than the SLO and asks for more, else 0.",
                  s -> s.verdict() == SloState.Verdict.MISSED ? 1 : 0),
              gauge(
                  "RequiredOperationsPerSecond",
                  "The minimum throughput that the SLO says.",
                  s -> s.isThroughput() ? s.target() : Double.NaN),
              gauge(
                  "ActualOperationsPerSecond",
                  "The throughput that the tenant has.",
                  s -> s.isThroughput() ? s.measured() : Double.NaN),
              gauge(
                  "RequiredSeconds",
                  "The maximum p99 that the SLO says.",
                  s -> s.isThroughput() ? Double.NaN : s.target() / MILLIS),
              gauge(
                  "ActualSeconds",
                  "The p99 that the tenant has on its worst server.",
                  s -> s.isThroughput() ? Double.NaN : s.measured() / MILLIS)),
          "tenant",
          "slo");

  private ClusterMetrics() {}

  private static List<Metric<Round>> clusterMetrics() {
    return Arrays.asList(
        status(
            "JIndex", "Fairness, J-index of the throughput losses, 0..1.", ClusterStatus::jIndex),
        status(
            "Efficiency",
            "Mean of throughput / isolated throughput, 0..1.",
            ClusterStatus::efficiency),
        status("Dscore", "alpha J + (1 - alpha) E, 0..1.", ClusterStatus::dScore),
        status(
            "WorstThroughputLoss",
            "Throughput loss of the tenant that is hurt most, 0..1.",
            ClusterStatus::worstThroughputLoss),
        status(
            "PlanVersion", "Version of the plan; 0 if there is none.", ClusterStatus::planVersion),
        status("PlanAgeSeconds", "Age of the plan.", s -> s.planAgeMillis() / MILLIS),
        gauge(
            "PinAgeSeconds",
            "How long a plan has been pinned; 0 if none is.",
            r ->
                r.pin().map(p -> Math.max(0, r.takenMillis() - p.createdMillis())).orElse(0L)
                    / MILLIS),
        status("Tenants", "Number of tenants.", s -> s.tenants().size()),
        status("Servers", "Number of region servers that report.", s -> s.servers().size()),
        gauge(
            "ServersWithoutArgus",
            "Number of region servers that are online and do not report.",
            r -> r.withoutArgus().size()),
        status("Slos", "Number of SLOs.", s -> s.slos().size()),
        status(
            "SlosMissed",
            "Number of SLOs that are missed: their tenants ask for more than they have.",
            ClusterStatus::slosMissed),
        status("Problems", "Number of problems in the status.", s -> s.problems().size()));
  }

  private static Metric<Round> status(
      String name, String description, ToDoubleFunction<ClusterStatus> figure) {
    return gauge(name, description, round -> figure.applyAsDouble(round.status()));
  }

  private static List<Metric<TenantStatus>> tenantMetrics() {
    return Arrays.asList(
        gauge("OperationsPerSecond", "Throughput.", TenantStatus::operationsPerSecond),
        gauge(
            "IsolatedOperationsPerSecond",
            "Estimated isolated throughput: what it would reach alone.",
            TenantStatus::isolatedThroughput),
        gauge(
            "ThroughputLoss",
            "Fraction of the isolated throughput that is lost, 0..1; 0 if it is demand-limited.",
            TenantStatus::throughputLoss),
        gauge(
            "BelowGuarantee",
            "1 if its requests wait and it has less than 90 % of what its guaranteed shares would"
                + " bring by the model, else 0.",
            t -> t.isBelowShare() ? 1 : 0),
        gauge(
            "GuaranteedOperationsPerSecond",
            "What its guaranteed shares would bring by the model, without borrowing.",
            TenantStatus::guaranteedThroughput),
        gauge(
            "DemandLimited",
            "1 if its clients ask for less than it could get, else 0.",
            t -> t.isDemandLimited() ? 1 : 0),
        gauge(
            "Weight",
            "What it is entitled to, beside the weights of others.",
            TenantStatus::weight),
        gauge("CacheShare", "Guaranteed share of the block cache, 0..1.", TenantStatus::cacheShare),
        gauge("HdfsShare", "Guaranteed share of HDFS throughput, 0..1.", TenantStatus::hdfsShare),
        gauge("CpuShare", "Guaranteed share of CPU time, 0..1.", TenantStatus::cpuShare),
        gauge("CacheBytes", "Block cache in use on all servers.", TenantStatus::cacheBytes),
        gauge(
            "CacheLimitBytes",
            "Block cache that it may use now on all servers.",
            TenantStatus::cacheLimitBytes),
        gauge("HitRatio", "Block cache hits / lookups, 0..1.", TenantStatus::hitRatio),
        gauge(
            "HdfsReadBytesPerSecond",
            "Read from HDFS on all servers.",
            TenantStatus::hdfsReadBytesPerSecond),
        gauge(
            "HdfsWrittenBytesPerSecond",
            "Written to HDFS on all servers.",
            TenantStatus::hdfsWrittenBytesPerSecond),
        gauge(
            "CpuSecondsPerSecond",
            "CPU seconds per second that it caused on all servers.",
            TenantStatus::cpuFraction));
  }

  /** All groups, for the documentation. */
  public static List<MetricGroup<?>> groups() {
    return Collections.unmodifiableList(Arrays.asList(CLUSTER, MODE, TENANT, WAITS, SLO));
  }

  /** Returns the metrics of the cluster as of that round. */
  public static List<MetricRecord> of(Round round) {
    List<MetricRecord> records = new ArrayList<>();
    records.add(CLUSTER.record(round));
    for (Mode each : Mode.values()) {
      records.add(MODE.record(each == round.status().mode(), each.name().toLowerCase(Locale.ROOT)));
    }
    String version = round.status().master().setup().pluginVersion();
    if (!version.isEmpty()) {
      records.add(MetricGroup.BUILD.record(version, version));
    }
    for (SloState slo : round.status().slos()) {
      records.add(SLO.record(slo, slo.tenant(), slo.about()));
    }
    for (TenantStatus tenant : round.status().tenants()) {
      records.add(TENANT.record(tenant, tenant.tenant()));
      records.add(
          WAITS.record(
              new WaitPercentile(tenant.queueWaitP50Nanos(), Double.NaN), tenant.tenant(), "0.5"));
      records.add(
          WAITS.record(
              new WaitPercentile(tenant.queueWaitP99Nanos(), tenant.hdfsWaitP99Nanos()),
              tenant.tenant(),
              "0.99"));
    }
    return records;
  }
}
