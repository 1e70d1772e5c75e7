package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Figure;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * One region server with measured figures: 600 reads/s of 64 KB, 215 MB of cache, tenants that are
 * uniform over 689 MB or live in a working set of 77 MB.
 */
final class SimulatedCluster implements ClusterView {
  static final double READS_PER_SECOND = 600;
  static final long BLOCK_BYTES = 64 << 10;
  static final int CLIENTS = 50;
  static final long CACHE_BYTES = 215L << 20;

  /** A row of 1.2 KB in the log and in a store file, three copies of each. */
  private static final double WRITTEN_BYTES = 6 * 1_200;

  /** Cores that the server uses for nobody, and the rest of its machine. */
  private static final double IDLE_CPU = 0.1;

  /**
   * A tenant's workload.
   *
   * @param kind of its operations; of a writing one half are gets
   * @param dataBytes bytes that it accesses
   * @param skew hits grow with the cache to the power of this; 1 for uniform access
   * @param readsPerOperation blocks an operation needs
   * @param mostOperations what the tenant reaches or asks for when HDFS does not limit it
   * @param paced whether it is demand-limited at that throughput
   */
  record Workload(
      RequestKind kind,
      long dataBytes,
      double skew,
      double readsPerOperation,
      double mostOperations,
      double keyRepeatRatio,
      boolean paced) {
    Workload(
        RequestKind kind,
        long dataBytes,
        double skew,
        double readsPerOperation,
        double mostOperations,
        double keyRepeatRatio) {
      this(kind, dataBytes, skew, readsPerOperation, mostOperations, keyRepeatRatio, false);
    }

    static final Workload UNIFORM = new Workload(RequestKind.GET, 689L << 20, 1, 1, 20_000, 0.007);
    static final Workload HOT = new Workload(RequestKind.GET, 577L << 20, 0.56, 1, 20_000, 0.26);
    static final Workload EX_HOT = new Workload(RequestKind.GET, 77L << 20, 1, 1, 27_000, 0.66);
    static final Workload SCAN = new Workload(RequestKind.SCAN, 689L << 20, 1, 3, 5_000, 0.007);
    static final Workload READ_WRITE =
        new Workload(RequestKind.WRITE, 689L << 20, 1, 0.5, 20_000, 0.007);
    static final Workload IDLE = new Workload(RequestKind.GET, 1 << 20, 1, 1, 0, 0);

    Workload asking(double operations) {
      return new Workload(
          kind, dataBytes, skew, readsPerOperation, operations, keyRepeatRatio, true);
    }

    double missesPerOperation(double cacheShare) {
      double cached = Math.min(1, cacheShare * CACHE_BYTES / dataBytes);
      return readsPerOperation * (1 - Math.pow(cached, skew));
    }

    /** Two lookups per operation are of index and bloom blocks, which any cache holds. */
    MissRatioCurve missRatioCurve(double operations, double sizeError, double followed) {
      double[] hits = new double[MissRatioCurve.STEPS];
      double before = 0;
      for (int k = 0; k < hits.length; k++) {
        double share = Math.pow((k + 1.0) / hits.length, 2);
        double within = readsPerOperation - missesPerOperation(share / (1 + sizeError));
        hits[k] = operations * (within - before + (k == 0 ? 2 : 0));
        before = within;
      }
      double all = operations * (2 + readsPerOperation);
      return MissRatioCurve.of(hits, operations * (readsPerOperation - before), all * followed);
    }

    /** CPU time of an operation: a scan has many rows. */
    double cpuSeconds() {
      return kind == RequestKind.SCAN ? 1e-3 : kind == RequestKind.WRITE ? 100e-6 : 80e-6;
    }

    double operations(double cacheShare, double hdfsShare) {
      double misses = missesPerOperation(cacheShare);
      double carried = hdfsShare * READS_PER_SECOND;
      return misses * mostOperations <= carried ? mostOperations : carried / misses;
    }
  }

  final Map<TenantId, Workload> workloads = new TreeMap<>();
  final Map<String, byte[]> extraReports = new HashMap<>();

  /** The server that reports. */
  String server = "rs1,16020,1";

  /** How many times as much the server has, and its tenants do: of everything but latencies. */
  double size = 1;

  /** Cores of the server; 0 if it does not measure CPU time. */
  int cores;

  /** What the server says of its components. */
  List<ComponentStatus> components = List.of(ComponentStatus.active(Component.SCHEDULER));

  /** What the server says of classes. */
  List<UsageReport.ClassUsage> classes = List.of();

  /** Figures of each tenant beside those that are simulated. */
  final Map<Figure, Double> figures = new EnumMap<>(Figure.class);

  /** Whether the server itself does not report. */
  boolean onlyExtraReports;

  boolean fails;

  /** Standard deviation of the reported figures, as a fraction of them. */
  double noise;

  /** Whether the server reports miss-ratio curves, and how far off they are in sizes. */
  boolean curves = true;

  double curveError;

  /** Fraction of the lookups that the curves sample. */
  double followed = 0.5;

  /** Whether a tenant fills the cache that it gains by its misses, not at once. */
  boolean fills;

  private final Map<TenantId, Double> filledBytes = new TreeMap<>();
  private Random random = new Random(11);
  Plan plan = Plan.equal(0, 0, List.of());
  private long nowMillis;

  SimulatedCluster with(String tenant, Workload workload) {
    workloads.put(TenantId.of(tenant), workload);
    return this;
  }

  SimulatedCluster seeded(long seed) {
    random = new Random(seed);
    return this;
  }

  /** Lets the server apply the stored plan and run until that time. */
  void advance(InMemoryDocuments store, long nowMillis) throws IOException {
    fill((nowMillis - this.nowMillis) / 1000.0);
    this.nowMillis = nowMillis;
    byte[] stored = store.read(ClusterDocuments.PLAN);
    if (stored != null) {
      try {
        plan = WireFormat.readPlan(stored);
      } catch (IllegalArgumentException e) {
        // Keeps the last plan, as a region server does.
      }
    }
  }

  double operations(String tenant) {
    TenantId id = TenantId.of(tenant);
    return workloads.get(id).operations(cacheShare(id), hdfsShare(id));
  }

  private Reservation reservation(TenantId tenant) {
    return plan.reservation(tenant).orElse(Reservation.of(tenant, 0.01, 0.01));
  }

  /** Adds what each tenant reads to its cache; what exceeds its limit is evicted at once. */
  private void fill(double seconds) {
    Map<TenantId, Double> read = new TreeMap<>();
    workloads.forEach(
        (id, w) ->
            read.put(
                id, operations(id.name()) * w.missesPerOperation(cacheShare(id)) * BLOCK_BYTES));
    read.forEach((id, bytes) -> filledBytes.merge(id, bytes * seconds, Double::sum));
    filledBytes.keySet().retainAll(workloads.keySet());
    filledBytes.replaceAll((id, bytes) -> Math.min(bytes, limitShare(id) * CACHE_BYTES));
  }

  private double cacheShare(TenantId tenant) {
    double filled = filledBytes.getOrDefault(tenant, 0.0) / CACHE_BYTES;
    return fills ? Math.min(limitShare(tenant), filled) : limitShare(tenant);
  }

  private double limitShare(TenantId tenant) {
    Map<TenantId, Double> needs = new TreeMap<>();
    workloads.forEach(
        (id, w) ->
            needs.put(id, w.mostOperations() > 0 ? (double) w.dataBytes() / CACHE_BYTES : 0));
    return effective(Resource.CACHE, needs).get(tenant);
  }

  private double hdfsShare(TenantId tenant) {
    Map<TenantId, Double> needs = new TreeMap<>();
    workloads.forEach(
        (id, w) ->
            needs.put(
                id, w.mostOperations() * w.missesPerOperation(cacheShare(id)) / READS_PER_SECOND));
    return effective(Resource.HDFS, needs).get(tenant);
  }

  /** Work-conserving: other tenants borrow unused shares, in proportion to their own. */
  private Map<TenantId, Double> effective(Resource resource, Map<TenantId, Double> needs) {
    Map<TenantId, Double> shares = new TreeMap<>();
    needs.forEach((id, need) -> shares.put(id, Math.min(need, reservation(id).share(resource))));
    for (int round = 0; plan.borrowing() && round < 5; round++) {
      double free = 1;
      double wanting = 0;
      for (TenantId each : needs.keySet()) {
        free -= shares.get(each);
        wanting += shares.get(each) < needs.get(each) ? reservation(each).share(resource) : 0;
      }
      for (TenantId each : needs.keySet()) {
        double more = wanting > 0 ? free * reservation(each).share(resource) / wanting : 0;
        shares.put(each, Math.min(needs.get(each), shares.get(each) + Math.max(0, more)));
      }
    }
    return shares;
  }

  double throughputLoss(String tenant) {
    double alone = workloads.get(TenantId.of(tenant)).operations(1, 1);
    return 1 - operations(tenant) / alone;
  }

  @Override
  public ReceivedReports usageReports(long nowMillis) throws IOException {
    return ReceivedReports.of(written());
  }

  /** The reports as they are written. */
  Map<String, byte[]> written() throws IOException {
    if (fails) {
      throw new IOException("cluster is away");
    }
    List<TenantUsage> usages = new ArrayList<>();
    workloads.forEach((tenant, workload) -> usages.add(usage(tenant, workload)));
    UsageReport report =
        new UsageReport(
                server,
                nowMillis,
                2,
                plan.version(),
                (long) (size * CACHE_BYTES),
                size * READS_PER_SECOND * BLOCK_BYTES,
                components,
                usages)
            .withClasses(classes);
    if (cores > 0) {
      double busy = IDLE_CPU + usages.stream().mapToDouble(TenantUsage::cpuFraction).sum();
      report = report.with(new ServerCpu(cores, busy + IDLE_CPU, busy, IDLE_CPU));
    }
    Map<String, byte[]> reports = new HashMap<>(extraReports);
    if (onlyExtraReports) {
      return reports;
    }
    reports.put(report.server(), WireFormat.write(report));
    return reports;
  }

  private TenantUsage usage(TenantId tenant, Workload workload) {
    double cacheShare = cacheShare(tenant);
    double operations =
        size * operations(tenant.name()) * Math.max(0.1, 1 + noise * random.nextGaussian());
    double misses =
        operations
            * workload.missesPerOperation(cacheShare)
            * Math.max(0.1, 1 + noise / 3 * random.nextGaussian());
    // Beside data blocks, an operation looks up two index and bloom blocks, which are there.
    double hits = operations * (2 + workload.readsPerOperation()) - misses;
    long limitBytes = (long) (size * reservation(tenant).cacheShare() * CACHE_BYTES);
    long usedBytes =
        (long) (size * Math.min((long) (cacheShare * CACHE_BYTES), workload.dataBytes()));
    boolean busy = operations > 0;
    boolean content = workload.paced() && operations >= 0.9 * size * workload.mostOperations();
    // Seconds per operation. By Little's law, they account for all clients of a busy tenant. A
    // demand-limited tenant waits for the reads in flight, twice as long as it reads itself, and
    // less on the larger server.
    double handler = cores > 0 ? workload.cpuSeconds() : 30e-6;
    double read = busy ? 2e-3 * misses / operations : 0;
    double waits =
        content ? 2 * read / size : Math.max(0, size * CLIENTS / operations - read - handler);
    double idle = busy ? waits : 0;
    double queued = idle / 5;
    double waited = misses > 0 ? idle - queued : 0;
    int queue = !busy ? 0 : cores > 0 ? (int) (operations * idle) : 40;
    boolean backlogged = operations < size * workload.mostOperations() && (cores == 0 || !content);
    double backlog = backlogged ? 0.99 : busy ? (cores == 0 ? 0.3 : 0.05) : 0;
    double writes = workload.kind() == RequestKind.WRITE ? operations / 2 : 0;
    TenantUsage.Builder usage = TenantUsage.builder(tenant);
    if (writes > 0) {
      usage.operations(RequestKind.GET, operations - writes).operations(RequestKind.WRITE, writes);
    } else {
      usage.operations(workload.kind(), operations);
    }
    figures.forEach(usage::set);
    return usage
        .keyRepeatRatio(workload.keyRepeatRatio())
        .cache(usedBytes, limitBytes, hits, misses)
        .hdfs(misses * BLOCK_BYTES, cores > 0 ? writes * WRITTEN_BYTES : 0)
        .handlerFraction(operations * handler)
        .cpuFraction(cores > 0 ? operations * handler : 0)
        .queue(queue, 0, backlog)
        .latencies(latency(queued), latency(waited), latency(waited + read + handler))
        .set(Figure.GET_RESPONSE_P99, 3e9 * (idle + read + handler))
        .set(Figure.SCAN_RESPONSE_P99, 3e9 * (idle + read + handler))
        .set(Figure.WRITE_RESPONSE_P99, 3e9 * (idle + read + handler))
        .set(Figure.RESPONSE_P99, 3e9 * (idle + read + handler))
        .waits(operations * queued, operations * waited, operations * read)
        .missRatioCurve(
            curves
                ? workload.missRatioCurve(operations, curveError, followed)
                : MissRatioCurve.NONE)
        .build();
  }

  private static Percentiles latency(double meanSeconds) {
    long nanos = (long) (meanSeconds * 1e9);
    return new Percentiles(nanos * 9 / 10, nanos * 2, nanos * 3);
  }

  @Override
  public Set<TenantId> tenants() throws IOException {
    if (fails) {
      throw new IOException("cluster is away");
    }
    return workloads.keySet();
  }
}
