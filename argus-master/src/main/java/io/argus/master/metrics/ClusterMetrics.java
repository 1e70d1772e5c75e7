package io.argus.master.metrics;

import static io.argus.core.metrics.Metric.gauge;

import io.argus.core.metrics.Metric;
import io.argus.core.metrics.MetricGroup;
import io.argus.core.metrics.MetricRecord;
import io.argus.core.metrics.WaitPercentile;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.Round;
import io.argus.master.status.TenantStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The metrics of the active master, made from a round.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ClusterMetrics {
  private static final double MILLIS = 1e3;

  public static final MetricGroup<ClusterStatus> CLUSTER =
      MetricGroup.single(
          "ArgusCluster",
          "The cluster as the active master sees it",
          Arrays.asList(
              gauge(
                  "JIndex",
                  "Fairness, J-index of the throughput losses, 0..1.",
                  ClusterStatus::jIndex),
              gauge(
                  "Efficiency",
                  "Mean of throughput / isolated throughput, 0..1.",
                  ClusterStatus::efficiency),
              gauge("Dscore", "alpha J + (1 - alpha) E, 0..1.", ClusterStatus::dScore),
              gauge(
                  "WorstThroughputLoss",
                  "Throughput loss of the tenant that is hurt most, 0..1.",
                  ClusterStatus::worstThroughputLoss),
              gauge(
                  "PlanVersion",
                  "Version of the plan; 0 if there is none.",
                  ClusterStatus::planVersion),
              gauge("PlanAgeSeconds", "Age of the plan.", s -> s.planAgeMillis() / MILLIS),
              gauge("Tenants", "Number of tenants.", s -> s.tenants().size()),
              gauge("Servers", "Number of region servers that report.", s -> s.servers().size()),
              gauge("Slos", "Number of SLOs.", s -> s.slos().size()),
              gauge(
                  "SlosMissed",
                  "Number of SLOs that are missed: their tenants ask for more than they have.",
                  ClusterStatus::slosMissed),
              gauge("Problems", "Number of problems in the status.", s -> s.problems().size())));

  public static final MetricGroup<TenantStatus> TENANT =
      MetricGroup.tagged(
          "ArgusClusterTenant",
          "A tenant, cluster-wide, as the active master sees it",
          tenantMetrics(),
          "tenant");

  public static final MetricGroup<WaitPercentile> WAITS =
      WaitPercentile.group("ArgusClusterTenant", "Waits of a tenant on its worst server");

  private ClusterMetrics() {}

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
            "DemandLimited",
            "1 if its clients ask for less than it could get, else 0.",
            t -> t.isDemandLimited() ? 1 : 0),
        gauge(
            "Weight",
            "What it is entitled to, beside the weights of others.",
            TenantStatus::weight),
        gauge("CacheShare", "Guaranteed share of the block cache, 0..1.", TenantStatus::cacheShare),
        gauge("HdfsShare", "Guaranteed share of HDFS throughput, 0..1.", TenantStatus::hdfsShare),
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
    return Collections.unmodifiableList(Arrays.asList(CLUSTER, TENANT, WAITS));
  }

  /** Returns the metrics of the cluster as of that round. */
  public static List<MetricRecord> of(Round round) {
    List<MetricRecord> records = new ArrayList<>();
    records.add(CLUSTER.record(round.status()));
    for (TenantStatus tenant : round.status().tenants()) {
      records.add(TENANT.record(tenant, tenant.tenant()));
      records.add(
          WAITS.record(
              new WaitPercentile(tenant.queueWaitP50Nanos(), Double.NaN), tenant.tenant(), "50"));
      records.add(
          WAITS.record(
              new WaitPercentile(tenant.queueWaitP99Nanos(), tenant.hdfsWaitP99Nanos()),
              tenant.tenant(),
              "99"));
    }
    return records;
  }
}
