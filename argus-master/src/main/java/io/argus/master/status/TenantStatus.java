package io.argus.master.status;

import com.google.gson.annotations.SerializedName;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.Caps.Cap;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage.Local;
import io.argus.master.monitor.ServerLoad;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One tenant's line of a {@link ClusterStatus}, cluster-wide; waits are those of the worst server.
 *
 * <p>Immutable; safe for use by any thread.
 */
@SuppressWarnings("UnusedVariable") // Some fields are only in the JSON.
public final class TenantStatus {
  /** Entries of single servers in a status, as far as each tenant may have one. */
  private static final int MAX_LOCAL = 600;

  /** Entries of single servers of a tenant. */
  private static final int MAX_LOCAL_OF_TENANT = 8;

  /** Part of what its guaranteed shares bring that a tenant has at least; less is no noise. */
  private static final double DELIVERED = 0.9;

  /** Requests that wait for the cap on average; fewer are no noise. */
  private static final double MIN_CAP_WAIT = 0.1;

  private final String tenant;
  private final double weight;
  private final double cacheShare;
  private final double hdfsShare;
  private final double cpuShare;
  private final double operationsPerSecond;

  private final Map<RequestKind, Double> operationsByKind;

  private final double isolatedThroughput;

  @SerializedName(value = "throughputLoss", alternate = "throughputViolation")
  private final double throughputLoss;

  private final boolean demandLimited;
  private final double guaranteedThroughput;
  private final boolean belowShare;
  private final double usedCacheShare;
  private final double usedHdfsShare;
  private final double usedCpuShare;
  private final long cacheBytes;
  private final long cacheLimitBytes;
  private final long cacheBorrowedBytes;
  private final double hitRatio;
  private final double keyRepeatRatio;
  private final double hdfsReadBytesPerSecond;
  private final double hdfsWrittenBytesPerSecond;
  private final double clientBytesPerSecond;
  private final double backlogFraction;
  private final int queueLength;
  private final double rejectedPerSecond;
  private final long queueWaitP50Nanos;
  private final long queueWaitP99Nanos;
  private final long hdfsWaitP50Nanos;
  private final long hdfsWaitP99Nanos;

  private final long serviceP50Nanos;

  private final long serviceP99Nanos;

  private final double responseP99Nanos;

  private final @Nullable Cap cap;
  private final double cappedPerSecond;
  private final double capWaitFraction;
  private final boolean capped;
  private final @Nullable List<ClassStatus> classes;

  // Left out of the JSON if they are 0.
  @SuppressWarnings("UnusedVariable")
  private final @Nullable Double memstoreBytes;

  @SuppressWarnings("UnusedVariable")
  private final @Nullable Double memstoreShareBytes;

  private final @Nullable Double heldWritesPerSecond;
  private final @Nullable Double memstoreWaitFraction;
  private final @Nullable Double heldCallsPerSecond;
  private final @Nullable Double rowsCouldSaveReadsPerSecond;
  private final @Nullable Double cacheMissesPerSecond;

  private final double queueWaitFraction;
  private final double hdfsWaitFraction;
  private final double hdfsReadFraction;
  private final double handlerFraction;

  @SerializedName(value = "cpuFraction", alternate = "processorFraction")
  private final double cpuFraction;

  private final @Nullable String function;
  private final String why;
  private final double bias;
  private final int serverCount;
  private final @Nullable List<LocalStatus> servers;

  private TenantStatus(
      TenantModel model,
      Round round,
      @Nullable List<ClassStatus> classes,
      List<LocalStatus> worst) {
    TenantUsage usage = round.usage().tenantOrIdle(model.tenant());
    List<Local> locals = round.usage().local(model.tenant());
    Optional<Plan> plan = round.plan();
    Optional<Reservation> reservation = plan.flatMap(p -> p.reservation(model.tenant()));
    tenant = model.tenant().name();
    weight = model.weight();
    cacheShare = reservation.map(Reservation::cacheShare).orElse(0.0);
    hdfsShare = reservation.map(Reservation::hdfsShare).orElse(0.0);
    cpuShare = plan.map(p -> p.cpuShare(model.tenant())).orElse(0.0);
    operationsPerSecond = model.throughput();
    operationsByKind = usage.operationsPerSecond();
    isolatedThroughput = model.isolatedThroughput();
    throughputLoss = model.throughputLoss();
    demandLimited = model.isDemandLimited();
    guaranteedThroughput =
        model.predicted(server -> plan.flatMap(p -> p.reservation(model.tenant(), server)));
    belowShare =
        !demandLimited
            && operationsPerSecond < DELIVERED * guaranteedThroughput
            && usage.queueWaitFraction() + usage.hdfsWaitFraction() >= ServerLoad.MIN_WAITING;
    usedCacheShare = locals.stream().mapToDouble(Local::cacheShare).average().orElse(0);
    usedHdfsShare = locals.stream().mapToDouble(Local::hdfsShare).average().orElse(0);
    usedCpuShare = locals.stream().mapToDouble(Local::cpuShare).average().orElse(0);
    cacheBytes = usage.cacheBytes();
    cacheLimitBytes = usage.cacheLimitBytes();
    cacheBorrowedBytes = locals.stream().mapToLong(TenantStatus::borrowedBytes).sum();
    hitRatio = usage.hitRatio();
    keyRepeatRatio = usage.keyRepeatRatio();
    hdfsReadBytesPerSecond = usage.hdfsReadBytesPerSecond();
    hdfsWrittenBytesPerSecond = usage.hdfsWrittenBytesPerSecond();
    clientBytesPerSecond = usage.get(Figure.CLIENT_BYTES);
    backlogFraction = usage.backlogFraction();
    queueLength = usage.queueLength();
    rejectedPerSecond = usage.rejectedPerSecond();
    queueWaitP50Nanos = usage.queueWait().p50Nanos();
    queueWaitP99Nanos = usage.queueWait().p99Nanos();
    hdfsWaitP50Nanos = usage.hdfsWait().p50Nanos();
    hdfsWaitP99Nanos = usage.hdfsWait().p99Nanos();
    serviceP50Nanos = usage.service().p50Nanos();
    serviceP99Nanos = usage.service().p99Nanos();
    responseP99Nanos = Math.rint(usage.get(Figure.RESPONSE_P99));
    cap = round.settings().get(Settings.TENANT_CAPS).byHolder().get(model.tenant().name());
    cappedPerSecond = usage.get(Figure.CAPPED);
    capWaitFraction = usage.get(Figure.CAP_WAIT);
    capped = isCapped(cap, capWaitFraction, cappedPerSecond);
    this.classes = classes;
    memstoreBytes = unlessZero(usage.get(Figure.MEMSTORE_BYTES));
    memstoreShareBytes = unlessZero(usage.get(Figure.MEMSTORE_SHARE_BYTES));
    heldWritesPerSecond = unlessZero(usage.get(Figure.HELD_WRITES));
    double memstoreWait = usage.get(Figure.MEMSTORE_WAIT);
    memstoreWaitFraction = memstoreWait == 0 ? null : memstoreWait;
    heldCallsPerSecond = unlessZero(usage.get(Figure.HELD_CALLS));
    rowsCouldSaveReadsPerSecond = unlessZero(usage.get(Figure.ROWS_COULD_SAVE_READS));
    cacheMissesPerSecond =
        rowsCouldSaveReadsPerSecond == null ? null : unlessZero(usage.get(Figure.CACHE_MISSES));
    queueWaitFraction = usage.queueWaitFraction();
    hdfsWaitFraction = usage.hdfsWaitFraction();
    hdfsReadFraction = usage.hdfsReadFraction();
    handlerFraction = usage.handlerFraction();
    cpuFraction = usage.cpuFraction();
    function = model.functionName();
    why = model.why();
    bias = model.bias();
    serverCount = model.parts().size();
    servers = worst;
  }

  static List<TenantStatus> of(Round round) {
    List<TenantStatus> tenants = new ArrayList<>();
    int most =
        Math.max(1, Math.min(MAX_LOCAL_OF_TENANT, MAX_LOCAL / Math.max(1, round.models().size())));
    Map<String, List<ClassStatus>> classes =
        ClassStatus.byTenant(round.usage().reports(), round.settings().get(Settings.TENANT_CAPS));
    for (TenantModel model : round.models()) {
      tenants.add(
          new TenantStatus(
              model,
              round,
              classes.get(model.tenant().name()),
              LocalStatus.worst(model, round, most)));
    }
    return tenants;
  }

  /**
   * Whether requests are slow because of a cap.
   *
   * @param waiting requests that wait for it, or for another one, on average
   * @param heldPerSecond requests that this one makes wait
   */
  static boolean isCapped(@Nullable Cap cap, double waiting, double heldPerSecond) {
    return cap != null && waiting >= MIN_CAP_WAIT && heldPerSecond > 0;
  }

  private static @Nullable Double unlessZero(double figure) {
    return figure == 0 ? null : Math.rint(figure);
  }

  private static long borrowedBytes(Local local) {
    return Math.max(0, local.usage().cacheBytes() - local.usage().cacheLimitBytes());
  }

  /** Whether tools can show it; of an earlier version's status it may lack much. */
  boolean isSound() {
    return tenant != null
        && TenantId.isLegal(tenant)
        && servers().stream().allMatch(server -> server != null)
        && classes().stream().allMatch(each -> each != null && each.isSound());
  }

  /** Whether writes of it had to wait, as it fills more than its part of the memstores. */
  public boolean waitsForMemstores() {
    return heldWritesPerSecond != null;
  }

  /** Blocks per second that it would not read if its other tables kept rows, too. */
  public double rowsCouldSaveReadsPerSecond() {
    return rowsCouldSaveReadsPerSecond == null ? 0 : rowsCouldSaveReadsPerSecond;
  }

  /** Blocks per second that it reads; 0 where rows could save none. */
  public double cacheMissesPerSecond() {
    return cacheMissesPerSecond == null ? 0 : cacheMissesPerSecond;
  }

  public String tenant() {
    return tenant;
  }

  public double weight() {
    return weight;
  }

  public double cacheShare() {
    return cacheShare;
  }

  public double hdfsShare() {
    return hdfsShare;
  }

  public double cpuShare() {
    return cpuShare;
  }

  /** Part of the CPU that it uses of what tenants can use, mean of its servers. */
  public double usedCpuShare() {
    return usedCpuShare;
  }

  /** Throughput as the servers count it. */
  public double operationsPerSecond() {
    return operationsPerSecond;
  }

  /**
   * Isolated throughput as the model estimates it, operations per second; of a demand-limited
   * tenant what it asks for and some headroom.
   */
  public double isolatedThroughput() {
    return isolatedThroughput;
  }

  /** The observed throughput loss, 0..1; 0 for a demand-limited tenant. */
  public double throughputLoss() {
    return throughputLoss;
  }

  public boolean isDemandLimited() {
    return demandLimited;
  }

  /** Operations per second that its guaranteed shares should bring, without what it borrows. */
  public double guaranteedThroughput() {
    return guaranteedThroughput;
  }

  /** Whether its requests wait although it has less than its guaranteed shares bring. */
  public boolean isBelowShare() {
    return belowShare;
  }

  public long cacheBytes() {
    return cacheBytes;
  }

  public long cacheLimitBytes() {
    return cacheLimitBytes;
  }

  public double hitRatio() {
    return hitRatio;
  }

  /** Bytes of requests and of their replies. */
  public double clientBytesPerSecond() {
    return clientBytesPerSecond;
  }

  /** {@link Cap#NONE} if it has none. */
  public Cap cap() {
    return cap == null ? Cap.NONE : cap;
  }

  /** Whether its requests wait for its cap, so that they are slow. */
  public boolean isCapped() {
    return capped;
  }

  /** The classes of its requests, none if it has only one. */
  public List<ClassStatus> classes() {
    return classes == null ? Collections.emptyList() : Collections.unmodifiableList(classes);
  }

  /** The class of which most requests wait for its own cap; null if none is slow for that. */
  public @Nullable ClassStatus cappedClass() {
    return classes().stream()
        .filter(ClassStatus::isCapped)
        .max(Comparator.comparingDouble(ClassStatus::capWaitFraction))
        .orElse(null);
  }

  public double hdfsReadBytesPerSecond() {
    return hdfsReadBytesPerSecond;
  }

  public double hdfsWrittenBytesPerSecond() {
    return hdfsWrittenBytesPerSecond;
  }

  /** CPU time of the servers that it caused, seconds per second. */
  public double cpuFraction() {
    return cpuFraction;
  }

  public int queueLength() {
    return queueLength;
  }

  public long queueWaitP50Nanos() {
    return queueWaitP50Nanos;
  }

  public long queueWaitP99Nanos() {
    return queueWaitP99Nanos;
  }

  public long hdfsWaitP50Nanos() {
    return hdfsWaitP50Nanos;
  }

  public long hdfsWaitP99Nanos() {
    return hdfsWaitP99Nanos;
  }

  /** 99th percentile from arrival to end, on the worst server; 0 without requests. */
  public double responseP99Nanos() {
    return responseP99Nanos;
  }

  /** Requests that wait for its cap or that of a class of it, on average. */
  double capWaitFraction() {
    return capWaitFraction;
  }

  double memstoreWaitFraction() {
    return memstoreWaitFraction == null ? 0 : memstoreWaitFraction;
  }

  /** Requests that wait for a handler, on average. */
  double queueWaitFraction() {
    return queueWaitFraction;
  }

  /** Requests that wait for I/O admission, on average. */
  double hdfsWaitFraction() {
    return hdfsWaitFraction;
  }

  /** Waits of its long calls while calls under an SLO on p99 need the cores; see {@link Figure}. */
  public double heldCallsPerSecond() {
    return heldCallsPerSecond == null ? 0 : heldCallsPerSecond;
  }

  /** Requests that read from HDFS, on average. */
  double hdfsReadFraction() {
    return hdfsReadFraction;
  }

  /** Requests that handlers work on, on average. */
  double handlerFraction() {
    return handlerFraction;
  }

  /** Name of the performance function; empty if the status does not say. */
  public String function() {
    return function == null ? "" : function;
  }

  /** The bottleneck server; empty if no server limits it. */
  public String bottleneckServer() {
    LocalStatus worst = servers().isEmpty() ? null : servers().get(0);
    return worst == null || worst.throughputLoss() == 0 ? "" : worst.server();
  }

  /** On how many servers it is. */
  public int serverCount() {
    return serverCount;
  }

  /** The tenant on single servers, those that limit it most first; not all if they are many. */
  public List<LocalStatus> servers() {
    return servers == null ? Collections.emptyList() : Collections.unmodifiableList(servers);
  }
}
