package io.argus.master;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.plans.PlanStore;
import io.argus.master.regions.Region;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Region servers request by request: each has a disk of 600 reads a second and a cache, tenants
 * have regions on them and clients that send one request after the other, or requests at random
 * times. It knows nothing of the models of the planner.
 *
 * <p>A request goes to a region by chance; regions are as popular as chance makes those of a hash
 * of keys. Each server has as many regions of a tenant as any other, as far as they can be divided.
 * A server's disk serves one read at a time, of uniformly distributed length, of the tenant that is
 * next by the shares of the plan (start-time fair queueing). What hits the cache is chance, too, by
 * the part of the tenant's data there that its share of the cache holds.
 */
final class ClosedLoopServers implements ClusterView {
  private static final double SECONDS_PER_READ = 1 / SimulatedCluster.READS_PER_SECOND;
  private static final double SECONDS_PER_OPERATION = 300e-6;
  private static final double KEYS_OF_REGION = 400;

  private final int count;
  private final Random random;
  private final Map<TenantId, Tenant> tenants = new TreeMap<>();
  private final List<Disk> disks = new ArrayList<>();
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private Plan plan = Plan.equal(0, 0, List.of());
  private double now;
  private double windowBegan;
  private long nowMillis;

  ClosedLoopServers(int count, long seed) {
    this.count = count;
    this.random = new Random(seed);
    for (int s = 0; s < count; s++) {
      disks.add(new Disk(s));
    }
  }

  private final class Tenant {
    final TenantId id;
    final Workload whole;
    final double[] regions;
    final double perSecond;
    final double[] demands = new double[count];
    final double[] cached = new double[count];
    final Window[] windows = new Window[count];
    final double[] cumulated;

    Tenant(TenantId id, Workload whole, int regionCount, double perSecond) {
      this.id = id;
      this.whole = whole;
      this.perSecond = perSecond;
      this.regions = new double[regionCount];
      this.cumulated = new double[regionCount];
      double sum = 0;
      for (int r = 0; r < regionCount; r++) {
        // The number of keys in a region, binomial, nearly normal.
        regions[r] =
            Math.max(1, KEYS_OF_REGION + Math.sqrt(KEYS_OF_REGION) * random.nextGaussian());
        sum += regions[r];
        cumulated[r] = sum;
      }
      for (int r = 0; r < regionCount; r++) {
        regions[r] /= sum;
        cumulated[r] /= sum;
        demands[r % count] += regions[r];
      }
      for (int s = 0; s < count; s++) {
        windows[s] = new Window();
      }
    }

    int region() {
      double drawn = random.nextDouble();
      int low = 0;
      int high = cumulated.length - 1;
      while (low < high) {
        int middle = (low + high) / 2;
        if (cumulated[middle] < drawn) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    /** On a server it has the part of its data that it has of its regions. */
    Workload on(int server) {
      return new Workload(
          whole.kind(),
          (long) Math.max(1, whole.dataBytes() * demands[server]),
          whole.skew(),
          whole.readsPerOperation(),
          whole.mostOperations(),
          whole.keyRepeatRatio());
    }
  }

  /** What a tenant did on a server since the last report. */
  private static final class Window {
    double operations;
    double misses;
    double waited;
    double read;
    double waitedAny;
  }

  private final class Request implements Comparable<Request> {
    final Tenant tenant;
    final boolean closed;
    double arrived;
    double tag;

    Request(Tenant tenant, boolean closed) {
      this.tenant = tenant;
      this.closed = closed;
    }

    @Override
    public int compareTo(Request other) {
      return Double.compare(tag, other.tag);
    }
  }

  private record Event(double at, Runnable what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return Double.compare(at, other.at);
    }
  }

  /** One disk with a queue for each tenant. */
  private final class Disk {
    final int server;
    final Map<TenantId, Deque<Request>> queues = new TreeMap<>();
    final Map<TenantId, Double> finishTags = new HashMap<>();
    double virtualTime;
    boolean busy;

    Disk(int server) {
      this.server = server;
    }

    void add(Request request) {
      request.arrived = now;
      double before = finishTags.getOrDefault(request.tenant.id, 0.0);
      request.tag = Math.max(virtualTime, before);
      finishTags.put(
          request.tenant.id, request.tag + 1 / share(request.tenant, Resource.HDFS, server));
      queues.computeIfAbsent(request.tenant.id, t -> new ArrayDeque<>()).add(request);
      next();
    }

    void next() {
      if (busy) {
        return;
      }
      Request first = null;
      for (Deque<Request> queue : queues.values()) {
        Request head = queue.peek();
        first = head != null && (first == null || head.compareTo(first) < 0) ? head : first;
      }
      if (first == null) {
        return;
      }
      queues.get(first.tenant.id).remove();
      virtualTime = first.tag;
      busy = true;
      Request served = first;
      double length = SECONDS_PER_READ * (0.5 + random.nextDouble());
      Window window = served.tenant.windows[server];
      window.waited += now - served.arrived;
      window.waitedAny += now - served.arrived > 1e-9 ? 1 : 0;
      window.read += length;
      after(
          length,
          () -> {
            busy = false;
            window.misses++;
            finish(served, server);
            next();
          });
    }
  }

  /**
   * @param clients that send one request after the other
   */
  ClosedLoopServers with(String name, Workload whole, int regions, int clients) {
    TenantId id = TenantId.of(name);
    Tenant tenant = new Tenant(id, whole, regions, 0);
    tenants.put(id, tenant);
    for (int k = 0; k < clients; k++) {
      send(new Request(tenant, true));
    }
    return this;
  }

  /** A tenant whose requests come at random times, whatever happened to those before. */
  ClosedLoopServers paced(String name, Workload whole, int regions, double perSecond) {
    TenantId id = TenantId.of(name);
    Tenant tenant = new Tenant(id, whole, regions, perSecond);
    tenants.put(id, tenant);
    arrive(tenant);
    return this;
  }

  private void arrive(Tenant tenant) {
    double pause = -Math.log(1 - random.nextDouble()) / tenant.perSecond;
    after(
        pause,
        () -> {
          send(new Request(tenant, false));
          arrive(tenant);
        });
  }

  private void after(double seconds, Runnable what) {
    events.add(new Event(now + seconds, what));
  }

  private void send(Request request) {
    after(
        SECONDS_PER_OPERATION,
        () -> {
          int server = request.tenant.region() % count;
          double misses =
              request.tenant.on(server).missesPerOperation(request.tenant.cached[server]);
          if (random.nextDouble() < misses) {
            disks.get(server).add(request);
          } else {
            finish(request, server);
          }
        });
  }

  private void finish(Request request, int server) {
    request.tenant.windows[server].operations++;
    if (request.closed) {
      send(request);
    }
  }

  private double share(Tenant tenant, Resource resource, int server) {
    return plan.reservation(tenant.id, server(server))
        .map(reservation -> reservation.share(resource))
        .orElse(0.01);
  }

  private static String server(int number) {
    return "rs" + number + ",16020,1";
  }

  /** Lets the servers apply the stored plan and run until that time. */
  void advance(InMemoryDocuments store, long untilMillis) throws IOException {
    apply(store);
    fillCaches();
    tenants.values().forEach(tenant -> clear(tenant.windows));
    double until = now + Math.min(10, (untilMillis - nowMillis) / 1000.0);
    windowBegan = now;
    nowMillis = untilMillis;
    while (!events.isEmpty() && events.peek().at() <= until) {
      Event event = events.remove();
      now = event.at();
      event.what().run();
    }
    now = until;
  }

  private static void clear(Window[] windows) {
    for (int s = 0; s < windows.length; s++) {
      windows[s].operations = 0;
      windows[s].misses = 0;
      windows[s].waited = 0;
      windows[s].waitedAny = 0;
      windows[s].read = 0;
    }
  }

  private void apply(InMemoryDocuments store) throws IOException {
    plan = PlanStore.read(store, new ArrayList<>()).orElse(plan);
  }

  /** What a tenant does not fill, the others fill in proportion to their shares. */
  private void fillCaches() {
    for (int s = 0; s < count; s++) {
      double free = 1;
      for (int round = 0; round <= tenants.size(); round++) {
        double weights = 0;
        for (Tenant tenant : tenants.values()) {
          tenant.cached[s] = round == 0 ? 0 : tenant.cached[s];
          weights += isFilled(tenant, s) ? 0 : share(tenant, Resource.CACHE, s);
        }
        double given = 0;
        for (Tenant tenant : tenants.values()) {
          if (!isFilled(tenant, s) && weights > 0) {
            double more = free * share(tenant, Resource.CACHE, s) / weights;
            double before = tenant.cached[s];
            tenant.cached[s] = Math.min(before + more, need(tenant, s));
            given += tenant.cached[s] - before;
          }
        }
        free -= given;
      }
    }
  }

  private static double need(Tenant tenant, int server) {
    return (double) tenant.on(server).dataBytes() / SimulatedCluster.CACHE_BYTES;
  }

  private static boolean isFilled(Tenant tenant, int server) {
    return tenant.cached[server] >= need(tenant, server) - 1e-12;
  }

  /** Operations of a tenant per second since the last report. */
  double throughput(String name) {
    double sum = 0;
    for (Window window : tenants.get(TenantId.of(name)).windows) {
      sum += window.operations;
    }
    return sum / (now - windowBegan);
  }

  List<Region> regions() {
    List<Region> regions = new ArrayList<>();
    for (Tenant tenant : tenants.values()) {
      for (int r = 0; r < tenant.regions.length; r++) {
        regions.add(
            new Region(
                tenant.id + "-" + r,
                tenant.id + ":t",
                tenant.id,
                server(r % count),
                tenant.regions[r] * 1000));
      }
    }
    return regions;
  }

  @Override
  public ReceivedReports usageReports(long atMillis) {
    Map<String, byte[]> reports = new HashMap<>();
    double seconds = Math.max(1e-3, now - windowBegan);
    for (int s = 0; s < count; s++) {
      List<TenantUsage> usages = new ArrayList<>();
      for (Tenant tenant : tenants.values()) {
        usages.add(usage(tenant, s, seconds));
      }
      reports.put(
          server(s),
          WireFormat.write(
              new UsageReport(
                  server(s),
                  nowMillis,
                  seconds,
                  plan.version(),
                  SimulatedCluster.CACHE_BYTES,
                  SimulatedCluster.READS_PER_SECOND * SimulatedCluster.BLOCK_BYTES,
                  List.of(ComponentStatus.active(Component.SCHEDULER)),
                  usages)));
    }
    return ReceivedReports.of(reports);
  }

  private TenantUsage usage(Tenant tenant, int server, double seconds) {
    Window window = tenant.windows[server];
    Workload there = tenant.on(server);
    double operations = window.operations / seconds;
    double misses = Math.min(operations, window.misses / seconds);
    double waiting = window.waited / seconds;
    return TenantUsage.builder(tenant.id)
        .operations(there.kind(), operations)
        .keyRepeatRatio(there.keyRepeatRatio())
        .cache(
            (long) (tenant.cached[server] * SimulatedCluster.CACHE_BYTES),
            (long) (share(tenant, Resource.CACHE, server) * SimulatedCluster.CACHE_BYTES),
            operations * (2 + there.readsPerOperation()) - misses,
            misses)
        .hdfs(misses * SimulatedCluster.BLOCK_BYTES, 0)
        .handlerFraction(operations * 30e-6)
        .queue((int) waiting, 0, Math.min(0.99, waiting))
        .waits(0, waiting, window.read / seconds)
        .missRatioCurve(there.missRatioCurve(operations, 0.02 * random.nextGaussian(), 0.5))
        .build();
  }

  @Override
  public Set<TenantId> tenants() {
    return tenants.keySet();
  }
}
