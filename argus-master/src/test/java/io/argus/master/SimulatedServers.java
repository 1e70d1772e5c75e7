package io.argus.master;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.plans.PlanStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Several region servers like that of {@link SimulatedCluster}, and tenants whose clients spread
 * over them: a fluid model of queues. Each client of a tenant goes from one request to the next; a
 * request goes to a server with the tenant's part of the demand there. Each server divides its
 * reads among the tenants that wait, by their shares, and is work-conserving.
 */
final class SimulatedServers implements ClusterView {
  private static final double STEP_SECONDS = 0.005;
  private static final double SECONDS_PER_READ = 2e-3;
  private static final double SECONDS_PER_OPERATION = 30e-6;
  private static final double CLIENTS = 200;

  /** A tenant: its workload if all data were on one server, and where its clients are. */
  private static final class Tenant {
    final TenantId id;
    final Workload whole;
    double[] demands;
    double[] clients;
    final double[] operations;

    Tenant(TenantId id, Workload whole, double[] demands) {
      this.id = id;
      this.whole = whole;
      this.operations = new double[demands.length];
      this.clients = new double[demands.length];
      spread(demands);
    }

    final void spread(double[] wanted) {
      demands = wanted.clone();
      double all = Math.max(CLIENTS, Arrays.stream(clients).sum());
      clients = Arrays.stream(wanted).map(d -> all * d).toArray();
    }

    /** On a server it has the part of its data that it has of its demand. */
    Workload on(int server) {
      double bytes = Math.max(1, whole.dataBytes() * demands[server]);
      return new Workload(
          whole.kind(),
          (long) bytes,
          whole.skew(),
          whole.readsPerOperation(),
          whole.mostOperations(),
          whole.keyRepeatRatio());
    }
  }

  private final int servers;
  private final Map<TenantId, Tenant> tenants = new TreeMap<>();
  private final Map<String, byte[]> reports = new HashMap<>();
  private final Random random = new Random(3);

  /** Whether the reported operations and misses scatter like those of a Poisson process. */
  boolean scatters;

  private final Set<Integer> silent = new HashSet<>();
  private Plan plan = Plan.equal(0, 0, List.of());
  private long nowMillis;

  SimulatedServers(int servers) {
    this.servers = servers;
  }

  SimulatedServers with(String tenant, Workload whole, double... demands) {
    TenantId id = TenantId.of(tenant);
    tenants.put(id, new Tenant(id, whole, demands));
    return this;
  }

  /** Moves regions of a tenant, and its requests with them. */
  void spread(String tenant, double... demands) {
    tenants.get(TenantId.of(tenant)).spread(demands);
  }

  /** Ends the reports of a server. */
  void silence(int number) {
    silent.add(number);
    reports.remove(server(number));
  }

  static String server(int number) {
    return "rs" + number + ",16020,1";
  }

  Plan plan() {
    return plan;
  }

  /** Lets the servers apply the stored plan and run until that time. */
  void advance(InMemoryDocuments store, long untilMillis) throws IOException {
    plan = PlanStore.read(store, new ArrayList<>()).orElse(plan);
    double seconds = Math.min(10, (untilMillis - nowMillis) / 1000.0);
    nowMillis = untilMillis;
    tenants.values().forEach(tenant -> Arrays.fill(tenant.operations, 0));
    double[][] caches = caches();
    int steps = (int) Math.round(seconds / STEP_SECONDS);
    for (int k = 0; k < steps; k++) {
      step(caches);
    }
    tenants.values().forEach(tenant -> scale(tenant.operations, 1 / seconds));
    for (int s = 0; s < servers; s++) {
      if (!silent.contains(s)) {
        report(s, caches[s]);
      }
    }
  }

  private static void scale(double[] values, double factor) {
    for (int k = 0; k < values.length; k++) {
      values[k] *= factor;
    }
  }

  private double share(Tenant tenant, Resource resource, int server) {
    return plan.reservation(tenant.id, server(server))
        .map((Reservation reservation) -> reservation.share(resource))
        .orElse(0.01);
  }

  /** Cache shares by server, in the order of the tenants. */
  private double[][] caches() {
    double[][] caches = new double[servers][];
    for (int s = 0; s < servers; s++) {
      List<Tenant> there = new ArrayList<>(tenants.values());
      double[] guaranteed = new double[there.size()];
      double[] needs = new double[there.size()];
      for (int i = 0; i < needs.length; i++) {
        guaranteed[i] = share(there.get(i), Resource.CACHE, s);
        boolean uses = there.get(i).demands[s] > 0;
        needs[i] =
            uses ? (double) there.get(i).on(s).dataBytes() / SimulatedCluster.CACHE_BYTES : 0;
      }
      caches[s] = divide(1, guaranteed, needs);
    }
    return caches;
  }

  /**
   * Divides among those in need in proportion to their weights, nobody getting more than needed.
   */
  private static double[] divide(double all, double[] weights, double[] needs) {
    double[] parts = new double[needs.length];
    double free = all;
    for (int round = 0; round < needs.length && free > 1e-12; round++) {
      double inNeed = 0;
      for (int i = 0; i < parts.length; i++) {
        inNeed += parts[i] < needs[i] ? weights[i] : 0;
      }
      double given = 0;
      for (int i = 0; i < parts.length && inNeed > 0; i++) {
        if (parts[i] < needs[i]) {
          double more = Math.min(needs[i] - parts[i], free * weights[i] / inNeed);
          parts[i] += more;
          given += more;
        }
      }
      free -= given;
    }
    return parts;
  }

  private void step(double[][] caches) {
    List<Tenant> all = new ArrayList<>(tenants.values());
    double[][] finished = new double[all.size()][servers];
    for (int s = 0; s < servers; s++) {
      double[] reads = new double[all.size()];
      double[] weights = new double[all.size()];
      for (int i = 0; i < reads.length; i++) {
        weights[i] = share(all.get(i), Resource.HDFS, s);
        reads[i] = most(all.get(i), s, caches[s][i]) * misses(all.get(i), s, caches[s][i]);
      }
      double[] granted = divide(SimulatedCluster.READS_PER_SECOND, weights, reads);
      for (int i = 0; i < reads.length; i++) {
        double most = most(all.get(i), s, caches[s][i]);
        finished[i][s] = reads[i] > 0 ? most * granted[i] / reads[i] : most;
      }
    }
    for (int i = 0; i < finished.length; i++) {
      Tenant tenant = all.get(i);
      double sum = Arrays.stream(finished[i]).sum() * STEP_SECONDS;
      for (int s = 0; s < servers; s++) {
        double done = finished[i][s] * STEP_SECONDS;
        tenant.operations[s] += done;
        tenant.clients[s] = Math.max(0, tenant.clients[s] - done + sum * tenant.demands[s]);
      }
    }
  }

  private static double misses(Tenant tenant, int server, double cacheShare) {
    return tenant.on(server).missesPerOperation(cacheShare);
  }

  /** Operations per second if no request had to wait; at most all clients there at once. */
  private static double most(Tenant tenant, int server, double cacheShare) {
    double seconds = SECONDS_PER_OPERATION + SECONDS_PER_READ * misses(tenant, server, cacheShare);
    double most = Math.min(tenant.clients[server] / seconds, tenant.whole.mostOperations());
    return Math.min(most, tenant.clients[server] / STEP_SECONDS);
  }

  private void report(int server, double[] caches) {
    List<TenantUsage> usages = new ArrayList<>();
    int i = 0;
    for (Tenant tenant : tenants.values()) {
      if (tenant.demands[server] > 0 || tenant.operations[server] > 0) {
        usages.add(usage(tenant, server, caches[i]));
      }
      i++;
    }
    reports.put(
        server(server),
        WireFormat.write(
            new UsageReport(
                server(server),
                nowMillis,
                2,
                plan.version(),
                SimulatedCluster.CACHE_BYTES,
                SimulatedCluster.READS_PER_SECOND * SimulatedCluster.BLOCK_BYTES,
                List.of(ComponentStatus.active(Component.SCHEDULER)),
                usages)));
  }

  private TenantUsage usage(Tenant tenant, int server, double cacheShare) {
    Workload workload = tenant.on(server);
    double operations = scattered(tenant.operations[server]);
    double misses =
        Math.min(
            operations * workload.readsPerOperation(),
            scattered(operations * workload.missesPerOperation(cacheShare)));
    double served = misses * SECONDS_PER_READ + operations * SECONDS_PER_OPERATION;
    double waiting = Math.max(0, tenant.clients[server] - served);
    return TenantUsage.builder(tenant.id)
        .operations(workload.kind(), operations)
        .keyRepeatRatio(workload.keyRepeatRatio())
        .cache(
            Math.min((long) (cacheShare * SimulatedCluster.CACHE_BYTES), workload.dataBytes()),
            (long) (share(tenant, Resource.CACHE, server) * SimulatedCluster.CACHE_BYTES),
            operations * (2 + workload.readsPerOperation()) - misses,
            misses)
        .hdfs(misses * SimulatedCluster.BLOCK_BYTES, 0)
        .handlerFraction(operations * SECONDS_PER_OPERATION)
        .queue((int) waiting, 0, waiting > 1 ? 0.99 : 0.05)
        .waits(waiting / 5, waiting * 4 / 5, misses * SECONDS_PER_READ)
        .missRatioCurve(
            operations > 0 ? workload.missRatioCurve(operations, 0, 0.5) : MissRatioCurve.NONE)
        .build();
  }

  /** A rate as it is counted in two seconds. */
  private double scattered(double rate) {
    double deviation = Math.sqrt(rate / 2);
    return scatters ? Math.max(0, rate + deviation * random.nextGaussian()) : rate;
  }

  /** Throughput over what the tenant would reach alone. */
  double ratio(String name) {
    Tenant tenant = tenants.get(TenantId.of(name));
    double alone = Double.POSITIVE_INFINITY;
    for (int s = 0; s < servers; s++) {
      if (tenant.demands[s] > 0) {
        alone = Math.min(alone, tenant.on(s).operations(1, 1) / tenant.demands[s]);
      }
    }
    return Arrays.stream(tenant.operations).sum() / alone;
  }

  double minMaxRatio() {
    double least = Double.POSITIVE_INFINITY;
    double greatest = 0;
    for (TenantId tenant : tenants.keySet()) {
      least = Math.min(least, ratio(tenant.name()));
      greatest = Math.max(greatest, ratio(tenant.name()));
    }
    return least / greatest;
  }

  double operations() {
    return tenants.values().stream().mapToDouble(t -> Arrays.stream(t.operations).sum()).sum();
  }

  @Override
  public ReceivedReports usageReports(long nowMillis) {
    return ReceivedReports.of(new HashMap<>(reports));
  }

  @Override
  public Set<TenantId> tenants() {
    return tenants.keySet();
  }
}
