package io.argus.regionserver.metrics;

import static io.argus.core.metrics.Metric.counter;
import static io.argus.core.metrics.Metric.gauge;

import io.argus.core.metrics.Metric;
import io.argus.core.metrics.MetricGroup;
import io.argus.core.metrics.MetricRecord;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.ComponentStatus.State;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.regionserver.admission.TenantSchedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The metrics of a region server, made from a usage report: no request costs anything for them.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ServerMetrics {
  private static final double NANOS = 1e9;

  public static final MetricGroup<TenantFigures> TENANT =
      MetricGroup.tagged(
          "ArgusTenant",
          "tenant",
          "A tenant of this region server, over the last report period",
          tenantMetrics());

  public static final MetricGroup<UsageReport> SERVER =
      MetricGroup.single(
          "ArgusServer",
          "This region server",
          Arrays.asList(
              gauge("PlanVersion", "Version of the plan in force.", UsageReport::planVersion),
              gauge(
                  "CacheCapacityBytes",
                  "Size of the whole block cache.",
                  UsageReport::cacheCapacityBytes),
              gauge(
                  "HdfsCapacityBytesPerSecond",
                  "What HDFS is taken to sustain here; 0: not known yet.",
                  UsageReport::hdfsCapacityBytesPerSecond)));

  public static final MetricGroup<ComponentStatus> COMPONENT =
      MetricGroup.tagged(
          "ArgusComponent",
          "component",
          "A component of Argus on this region server",
          Arrays.asList(
              gauge("Active", "1 if it works, else 0.", c -> c.isActive() ? 1 : 0),
              gauge(
                  "Failed",
                  "1 if it should work and does not, else 0.",
                  c -> c.state() == State.FAILED ? 1 : 0)));

  private ServerMetrics() {}

  private static List<Metric<TenantFigures>> tenantMetrics() {
    List<Metric<TenantFigures>> metrics = new ArrayList<>();
    metrics.add(
        gauge(
            "OperationsPerSecond",
            "Finished operations, an action of a multi counts as one.",
            t -> t.usage.totalOperationsPerSecond()));
    for (RequestKind kind : RequestKind.values()) {
      String name = kind.name().charAt(0) + kind.name().substring(1).toLowerCase(Locale.ROOT);
      metrics.add(
          gauge(
              name + "OperationsPerSecond",
              "Those of kind " + kind + ".",
              t -> t.usage.operationsPerSecond().getOrDefault(kind, 0.0)));
    }
    addResources(metrics);
    addWaits(metrics);
    addScheduler(metrics);
    return metrics;
  }

  private static void addResources(List<Metric<TenantFigures>> metrics) {
    metrics.add(gauge("HitRatio", "Block cache hits / lookups, 0..1.", t -> t.usage.hitRatio()));
    metrics.add(gauge("CacheBytes", "Block cache in use.", t -> t.usage.cacheBytes()));
    metrics.add(
        gauge(
            "CacheLimitBytes",
            "Its reservation of block cache; more may be in use while others leave theirs.",
            t -> t.usage.cacheLimitBytes()));
    metrics.add(
        gauge("HdfsReadBytesPerSecond", "Read from HDFS.", t -> t.usage.hdfsReadBytesPerSecond()));
    metrics.add(
        gauge(
            "IoCostFactor",
            "What a byte it reads costs of its share; 1 is the mean of all reads here.",
            t -> t.usage.ioCostFactor()));
    metrics.add(
        gauge(
            "HdfsWrittenBytesPerSecond",
            "Written to HDFS: log, flushes and compactions, each replica once.",
            t -> t.usage.hdfsWrittenBytesPerSecond()));
    metrics.add(
        gauge(
            "HdfsShare",
            "Reservation of HDFS throughput, 0..1.",
            t -> t.scheduled(TenantSchedule::hdfsShare)));
    metrics.add(
        gauge(
            "HandlerFraction",
            "Handler seconds per second, without waiting for HDFS.",
            t -> t.usage.handlerFraction()));
  }

  private static void addWaits(List<Metric<TenantFigures>> metrics) {
    metrics.add(
        gauge(
            "QueueLength",
            "Requests that wait for a handler or for HDFS.",
            t -> t.usage.queueLength()));
    metrics.add(
        gauge(
            "QueueWaitSecondsP50",
            "Median wait for a handler.",
            t -> t.usage.queueWait().p50Nanos() / NANOS));
    metrics.add(
        gauge(
            "QueueWaitSecondsP99",
            "99th percentile of the wait for a handler.",
            t -> t.usage.queueWait().p99Nanos() / NANOS));
    metrics.add(
        gauge(
            "HdfsWaitSecondsP50",
            "Median wait for a turn at HDFS, of the requests that had to wait.",
            t -> t.usage.hdfsWait().p50Nanos() / NANOS));
    metrics.add(
        gauge(
            "HdfsWaitSecondsP99",
            "99th percentile of the wait for a turn at HDFS.",
            t -> t.usage.hdfsWait().p99Nanos() / NANOS));
    metrics.add(
        gauge(
            "QueueWaitFraction",
            "Seconds per second that all its requests together wait for a handler.",
            t -> t.usage.queueWaitFraction()));
    metrics.add(
        gauge(
            "HdfsWaitFraction",
            "Seconds per second that all its requests together wait for a turn at HDFS.",
            t -> t.usage.hdfsWaitFraction()));
    metrics.add(
        gauge(
            "HdfsReadFraction",
            "Seconds per second that all its requests together read from HDFS.",
            t -> t.usage.hdfsReadFraction()));
    metrics.add(
        gauge(
            "RejectedPerSecond",
            "Requests refused because its queue is full.",
            t -> t.usage.rejectedPerSecond()));
  }

  private static void addScheduler(List<Metric<TenantFigures>> metrics) {
    metrics.add(
        counter(
            "Rejected",
            "Requests refused because its queue was full; begins anew after ten idle minutes.",
            t -> t.scheduled(TenantSchedule::rejected)));
    metrics.add(
        gauge(
            "BlockedOnIo",
            "Requests that gave their handler away and are at HDFS or wait for it.",
            t -> t.scheduled(TenantSchedule::blockedOnIo)));
    metrics.add(
        gauge(
            "CreditBytes",
            "HDFS bytes it may spend now; below 0 is a debt.",
            t -> t.scheduled(TenantSchedule::creditBalance)));
    metrics.add(
        counter(
            "CreditSpentBytes",
            "HDFS bytes it was charged; begins anew after ten idle minutes.",
            t -> t.scheduled(TenantSchedule::creditsSpent)));
    metrics.add(
        counter(
            "DelayedReads",
            "Reads that had to wait for their turn at HDFS; begins anew after ten idle minutes.",
            t -> t.scheduled(TenantSchedule::delayedReads)));
    metrics.add(
        counter(
            "TimedOutWaits",
            "Waits for HDFS ended by argus.io.wait.limit; begins anew after ten idle minutes.",
            t -> t.scheduled(TenantSchedule::timedOutWaits)));
  }

  /** Every group there is, for the documentation. */
  public static List<MetricGroup<?>> groups() {
    return Collections.unmodifiableList(Arrays.asList(TENANT, SERVER, COMPONENT));
  }

  /** Returns the metrics of a region server whose scheduler and last report say this. */
  public static List<MetricRecord> of(UsageReport report, List<TenantSchedule> schedules) {
    Map<TenantId, TenantSchedule> byTenant = new HashMap<>();
    schedules.forEach(schedule -> byTenant.put(schedule.tenant(), schedule));
    List<MetricRecord> records = new ArrayList<>();
    records.add(SERVER.record(report));
    for (ComponentStatus component : report.components()) {
      records.add(COMPONENT.record(component.component(), component));
    }
    for (TenantUsage usage : report.tenants()) {
      records.add(
          TENANT.record(
              usage.tenant().name(), new TenantFigures(usage, byTenant.get(usage.tenant()))));
    }
    return records;
  }
}
