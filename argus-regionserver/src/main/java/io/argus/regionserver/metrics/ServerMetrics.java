package io.argus.regionserver.metrics;

import static io.argus.core.metrics.Metric.counter;
import static io.argus.core.metrics.Metric.gauge;

import io.argus.core.metrics.Metric;
import io.argus.core.metrics.MetricGroup;
import io.argus.core.metrics.MetricGroup.WaitPercentile;
import io.argus.core.metrics.MetricRecord;
import io.argus.core.settings.Settings;
import io.argus.core.settings.Settings.Mode;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.ComponentStatus.State;
import io.argus.core.usage.Figure;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageReport;
import io.argus.core.usage.UsageReport.ClassUsage;
import io.argus.regionserver.handler.TenantSnapshot;
import io.argus.regionserver.monitor.WorkloadMonitor.ResponseTimes;
import io.argus.regionserver.rows.RowCache;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a region server, made from its usage report, so that requests cost nothing more.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ServerMetrics {
  /** One tenant of a region server at the end of a report window. Immutable. */
  public static final class TenantFigures {
    private final TenantUsage usage;

    /** Null if none of its requests was ever scheduled. */
    private final @Nullable TenantSnapshot snapshot;

    private final ResponseTimes responses;

    private TenantFigures(
        TenantUsage usage, @Nullable TenantSnapshot snapshot, ResponseTimes responses) {
      this.usage = usage;
      this.snapshot = snapshot;
      this.responses = responses;
    }

    private double scheduled(ToDoubleFunction<TenantSnapshot> figure) {
      return snapshot == null ? 0 : figure.applyAsDouble(snapshot);
    }
  }

  public static final MetricGroup<TenantFigures> TENANT =
      MetricGroup.tagged(
          "ArgusTenant",
          "A tenant of this region server, over the last report period",
          tenantMetrics(),
          "tenant");

  public static final MetricGroup<ClassUsage> CLASS =
      MetricGroup.tagged(
          "ArgusClass",
          "A class of a divided tenant of this region server",
          Arrays.asList(
              gauge(
                  "OperationsPerSecond",
                  "Operations that handlers began.",
                  ClassUsage::operationsPerSecond),
              gauge(
                  "CappedPerSecond",
                  "Requests that its cap made wait.",
                  ClassUsage::cappedPerSecond),
              gauge(
                  "CapWaitSecondsPerSecond",
                  "Requests that wait for its cap or the tenant's, on average.",
                  ClassUsage::capWaitFraction),
              gauge(
                  "CapSecondsPerSecond",
                  "Part of its cap that it uses; above 1 in a burst.",
                  ClassUsage::capFraction)),
          "tenant",
          "class");

  public static final MetricGroup<WaitPercentile> WAITS =
      WaitPercentile.group("ArgusTenant", "Waits of a tenant of this region server");

  /** Its subject is the number of requests in a bucket. */
  public static final MetricGroup<Long> LATENCY =
      MetricGroup.buckets(
          "ArgusTenant",
          "Latency of a tenant's requests on this region server, waits included; can be summed over"
              + " servers",
          counter(
              "LatencySecondsBucket",
              "Requests that took at most le; with sum and count a histogram.",
              Long::doubleValue),
          "tenant");

  public static final MetricGroup<RowCache.Figures> ROWS =
      MetricGroup.tagged(
          "ArgusRows",
          "A tenant of this region server with tables that have the attribute ARGUS_ROWS",
          Arrays.asList(
              counter("HitsTotal", "Gets that kept rows answered.", RowCache.Figures::hits),
              counter(
                  "MissesTotal",
                  "Gets that kept rows could answer and did not.",
                  RowCache.Figures::misses),
              counter(
                  "RefusedTotal",
                  "Rows that were read and not kept: too large, or written meanwhile.",
                  RowCache.Figures::refused),
              gauge("Bytes", "Heap that its rows take.", RowCache.Figures::bytes)),
          "tenant");

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
                  "Estimate of the bytes per second that HDFS sustains here; 0 while it is not"
                      + " known.",
                  UsageReport::hdfsCapacityBytesPerSecond),
              gauge(
                  "CpuCores",
                  "Cores that this server may use; 0 while it is not known.",
                  r -> r.cpu().available()),
              gauge(
                  "CpuCoresBusy",
                  "Cores in use on the whole machine or container; 0 while it is not known.",
                  r -> r.cpu().machineBusy()),
              gauge(
                  "CpuSecondsPerSecond",
                  "Cores in use by this server's process.",
                  r -> r.cpu().serverBusy()),
              gauge(
                  "UnattributedCpuSecondsPerSecond",
                  "The part of them, in cores, that no tenant caused.",
                  r -> r.cpu().unattributed())));

  public static final MetricGroup<ComponentStatus> COMPONENT =
      MetricGroup.tagged(
          "ArgusComponent",
          "A component of Argus on this region server",
          Arrays.asList(
              gauge("Active", "1 if it works, else 0.", c -> c.isActive() ? 1 : 0),
              gauge(
                  "Failed",
                  "1 if it should work and does not, else 0.",
                  c -> c.state() == State.FAILED ? 1 : 0)),
          "component");

  /** Its subject is whether the mode of its tag is in force. */
  public static final MetricGroup<Boolean> MODE =
      MetricGroup.tagged(
          "ArgusServer",
          "A mode of Argus on this region server",
          Collections.singletonList(
              gauge("Mode", "1 if this mode is in force, else 0.", inForce -> inForce ? 1 : 0)),
          "mode");

  private ServerMetrics() {}

  private static List<Metric<TenantFigures>> tenantMetrics() {
    List<Metric<TenantFigures>> metrics = new ArrayList<>();
    metrics.add(
        gauge(
            "OperationsPerSecond",
            "Calls answered without an exception; each action of a multi counts.",
            t -> t.usage.totalOperationsPerSecond()));
    metrics.add(
        counter(
            "OperationsTotal",
            "Calls answered without an exception.",
            t -> t.usage.totals().operations()));
    metrics.add(
        counter(
            "IgnoredPrioritiesTotal",
            "Requests served in their turn although their client set a priority, see"
                + " argus.priority.users.",
            t -> t.usage.totals().get(UsageCounter.IGNORED_PRIORITIES)));
    metrics.add(
        counter(
            "IgnoredAttributesTotal",
            "Requests whose attribute named a tenant without a rule.",
            t -> t.usage.totals().get(UsageCounter.IGNORED_ATTRIBUTES)));
    metrics.add(
        counter(
            "RunawaysTotal",
            "Requests that exceeded a limit of argus.runaway.rules, once for each rule.",
            t -> t.usage.totals().get(UsageCounter.RUNAWAYS)));
    metrics.add(gauge("HitRatio", "Block cache hits / lookups, 0..1.", t -> t.usage.hitRatio()));
    for (Figure figure : Figure.values()) {
      if (!figure.description().isEmpty()) {
        metrics.add(gauge(name(figure), figure.description(), t -> t.usage.get(figure)));
      }
    }
    metrics.addAll(scheduler());
    metrics.addAll(latency());
    return metrics;
  }

  /** Such as GetOperationsPerSecond and QueueWaitSecondsPerSecond. */
  private static String name(Figure figure) {
    return figure.group().isEmpty()
        ? capitalized(figure.key()).replace("Fraction", "SecondsPerSecond")
        : capitalized(figure.member().toLowerCase(Locale.ROOT)) + capitalized(figure.group());
  }

  private static String capitalized(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private static List<Metric<TenantFigures>> scheduler() {
    return Arrays.asList(
        gauge(
            "HdfsShare",
            "Reservation of HDFS throughput, 0..1.",
            t -> t.scheduled(TenantSnapshot::hdfsShare)),
        counter(
            "RejectedTotal",
            "Requests refused because its queue was full.",
            t -> t.scheduled(TenantSnapshot::rejected)),
        gauge(
            "BlockedOnIo",
            "Requests that have left their handler, and read from HDFS or wait to.",
            t -> t.scheduled(TenantSnapshot::blockedOnIo)),
        gauge(
            "CreditBytes",
            "Credits, in HDFS bytes, that it may spend now; below 0 is a debt.",
            t -> t.scheduled(TenantSnapshot::creditBalance)),
        counter(
            "CreditSpentBytesTotal",
            "Credits, in HDFS bytes, that it was charged.",
            t -> t.scheduled(TenantSnapshot::creditsSpent)),
        counter(
            "DelayedReadsTotal",
            "Reads that waited for I/O admission.",
            t -> t.scheduled(TenantSnapshot::delayedReads)),
        counter(
            "TimedOutWaitsTotal",
            "Waits for I/O admission that argus.io.wait.limit ended.",
            t -> t.scheduled(TenantSnapshot::timedOutWaits)));
  }

  private static List<Metric<TenantFigures>> latency() {
    return Arrays.asList(
        gauge( // HBase's counters are whole numbers
            "LatencySecondsSum",
            "What all answered requests took, waits included.",
            t -> t.responses.totalSeconds()),
        counter("LatencySecondsCount", "Number of these requests.", t -> t.responses.count()));
  }

  /** Returns every group, for the documentation. */
  public static List<MetricGroup<?>> groups() {
    return Collections.unmodifiableList(
        Arrays.asList(
            TENANT, CLASS, WAITS, LATENCY, ROWS, SERVER, MODE, COMPONENT, MetricGroup.BUILD));
  }

  /**
   * Returns the metrics of a region server.
   *
   * @param report its last one
   * @param snapshots the state of its scheduler
   * @param responses of the tenants that had requests
   * @param rows of the tenants that have or had some
   * @param settings those in force
   */
  public static List<MetricRecord> of(
      UsageReport report,
      List<TenantSnapshot> snapshots,
      Map<TenantId, ResponseTimes> responses,
      List<RowCache.Figures> rows,
      Settings settings) {
    List<MetricRecord> records = new ArrayList<>();
    records.add(SERVER.record(report));
    String version = report.setup().pluginVersion();
    records.add(MetricGroup.BUILD.record(version, version));
    Mode mode = settings.get(Settings.MODE);
    for (Mode each : Mode.values()) {
      records.add(MODE.record(each == mode, each.name().toLowerCase(Locale.ROOT)));
    }
    for (ComponentStatus component : report.components()) {
      records.add(COMPONENT.record(component, component.component()));
    }
    if (settings.get(Settings.METRICS_PER_SERVER)) {
      addTenants(records, report, snapshots, responses);
      report.classes().forEach(each -> records.add(CLASS.record(each, each.tenant(), each.name())));
      rows.stream()
          .filter(RowCache.Figures::keeps)
          .forEach(figures -> records.add(ROWS.record(figures, figures.tenant().name())));
    }
    return records;
  }

  private static void addTenants(
      List<MetricRecord> records,
      UsageReport report,
      List<TenantSnapshot> snapshots,
      Map<TenantId, ResponseTimes> responses) {
    Map<TenantId, TenantSnapshot> byTenant = new HashMap<>();
    snapshots.forEach(snapshot -> byTenant.put(snapshot.tenant(), snapshot));
    for (TenantUsage usage : report.tenants()) {
      String tenant = usage.tenant().name();
      ResponseTimes times = responses.getOrDefault(usage.tenant(), ResponseTimes.NONE);
      records.add(
          TENANT.record(new TenantFigures(usage, byTenant.get(usage.tenant()), times), tenant));
      for (int i = 0; i < ResponseTimes.BOUNDS_SECONDS.size(); i++) {
        String bound = ResponseTimes.BOUNDS_SECONDS.get(i).toString();
        records.add(LATENCY.record(times.atMost(i), tenant, bound));
      }
      records.add(LATENCY.record(times.count(), tenant, "+Inf"));
      Percentiles queue = usage.queueWait();
      Percentiles hdfs = usage.hdfsWait();
      records.add(
          WAITS.record(new WaitPercentile(queue.p50Nanos(), hdfs.p50Nanos()), tenant, "0.5"));
      records.add(
          WAITS.record(new WaitPercentile(queue.p99Nanos(), hdfs.p99Nanos()), tenant, "0.99"));
    }
  }
}
