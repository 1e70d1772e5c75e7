package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.recorder.RecordFiles;
import io.argus.core.recorder.Recorder;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Figure;
import io.argus.core.usage.Reason;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import io.argus.core.usage.UsageReport;
import io.argus.core.usage.UsageReport.ClassUsage;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.metering.InMemoryTable;
import io.argus.master.metering.Metering;
import io.argus.master.metering.TenantLoss;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.page.MasterPage;
import io.argus.master.regions.Region;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.History;
import io.argus.master.status.Round;
import io.argus.master.status.StatusBoard;
import io.argus.master.status.TableOwners;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A real planner behind a real page, fed by a simulated cluster. */
public final class PageFixture {
  /** Fits into 35% of the cache with some room, which others borrow. */
  private static final Workload ORDERS =
      new Workload(RequestKind.GET, 70L << 20, 1, 1, 1_000, 0.66, true);

  /** What the tenant does that writes, but for its backfills. */
  private static final Workload EVENTS = Workload.READ_WRITE.asking(100);

  private static final long TICK_MILLIS = 2_000;
  private static final long OLD_TICK_MILLIS = 9_000;
  private static final int FINE_TICKS = 300;
  private static final int FIRST_ENFORCED = 280;
  private static final int PINNED = 240;
  private static final int UNPINNED = 220;
  private static final int FIRST_FAILED = 190;

  /** Ticks of one hour. */
  public static final int HOUR = 700;

  private final Servers servers;
  private final InMemoryDocuments store = new InMemoryDocuments();
  private final Map<String, String> site = new TreeMap<>();
  private final MasterPlanner planner;

  private final Metering metering = new Metering(Settings::defaults);
  private final Recorder recorder = History.recorder(Settings::defaults);
  private final List<TableDescription> described = new ArrayList<>();
  private final List<Region> regions = new ArrayList<>();
  private TableOwners owners = TableOwners.NONE;

  private PageFixture(int count) {
    servers = new Servers(count);
    planner = new MasterPlanner(servers, store, () -> Settings.read(site::get));
    metering.start(new InMemoryTable(), Runnable::run, System::nanoTime);
    planner.board().serverPages(PageFixture::pageOf);
  }

  /** Equal region servers, whose tenants do as much on one as on the other. */
  private static final class Servers implements ClusterView {
    private static final double ROW_BYTES = 1_200;
    private static final double ROWS_PER_SCAN = 100;

    private static final Map<UsageCounter, Figure> COUNTED =
        Map.of(
            UsageCounter.GETS, Figure.GETS,
            UsageCounter.SCANS, Figure.SCANS,
            UsageCounter.WRITES, Figure.WRITES,
            UsageCounter.HDFS_READ_BYTES, Figure.HDFS_READ_BYTES,
            UsageCounter.HDFS_WRITTEN_BYTES, Figure.HDFS_WRITTEN_BYTES,
            UsageCounter.HDFS_READS, Figure.CACHE_MISSES,
            UsageCounter.CACHE_HITS, Figure.CACHE_HITS,
            UsageCounter.CACHE_MISSES, Figure.CACHE_MISSES,
            UsageCounter.CACHE_USED_BYTE_SECONDS, Figure.CACHE_BYTES,
            UsageCounter.CACHE_RESERVED_BYTE_SECONDS, Figure.CACHE_LIMIT_BYTES);

    private static final Map<UsageCounter, Figure> COUNTED_NANOS =
        Map.of(
            UsageCounter.CPU_NANOS, Figure.CPU,
            UsageCounter.HANDLER_NANOS, Figure.HANDLER,
            UsageCounter.QUEUE_WAIT_NANOS, Figure.QUEUE_WAIT,
            UsageCounter.HDFS_WAIT_NANOS, Figure.HDFS_WAIT,
            UsageCounter.HDFS_READ_NANOS, Figure.HDFS_READ);

    /** The last reports, with what was counted since the first ones. */
    final List<UsageReport> reported = new ArrayList<>();

    private final Map<String, UsageCounters> totals = new TreeMap<>();
    private long reportedMillis;

    final List<SimulatedCluster> all = new ArrayList<>();

    Servers(int count) {
      for (int i = 1; i <= count; i++) {
        all.add(server(i));
      }
    }

    private static SimulatedCluster server(int number) {
      SimulatedCluster server = new SimulatedCluster().seeded(number);
      server.server = "rs" + number + ".example.com,16020,1";
      server.size = 8;
      server.cores = 4;
      server.noise = 0.02;
      return server;
    }

    void with(String tenant, Workload workload) {
      all.forEach(server -> server.with(tenant, workload));
    }

    void advance(InMemoryDocuments store, long nowMillis) throws IOException {
      for (SimulatedCluster server : all) {
        server.advance(store, nowMillis);
      }
    }

    Plan plan() {
      return all.get(0).plan;
    }

    /** What the cache of the last server says. */
    void cacheOfTheLast(ComponentStatus status) {
      all.forEach(each -> each.components = components(ComponentStatus.active(Component.CACHE)));
      all.get(all.size() - 1).components = components(status);
    }

    private static List<ComponentStatus> components(ComponentStatus cache) {
      return List.of(
          cache,
          ComponentStatus.active(Component.SCHEDULER),
          ComponentStatus.active(Component.CPU));
    }

    @Override
    public ReceivedReports usageReports(long nowMillis) throws IOException {
      Map<String, byte[]> written = new TreeMap<>();
      for (SimulatedCluster server : all) {
        written.putAll(server.written());
      }
      ReceivedReports received = ReceivedReports.of(written);
      reported.clear();
      for (UsageReport report : received.reports().values()) {
        double seconds = reportedMillis == 0 ? 0 : (nowMillis - reportedMillis) / 1000.0;
        List<TenantUsage> usages = new ArrayList<>();
        for (TenantUsage usage : report.tenants()) {
          usages.add(counted(report.server(), usage, seconds));
        }
        reported.add(report.with(usages));
      }
      reportedMillis = nowMillis;
      return received;
    }

    /** The usage with what was counted since the first report. */
    private TenantUsage counted(String server, TenantUsage usage, double seconds) {
      TenantUsage.Builder builder = TenantUsage.builder(usage.tenant());
      for (int i = 0; i < Figure.COUNT; i++) {
        builder.set(Figure.at(i), usage.get(Figure.at(i)));
      }
      COUNTED.forEach((counter, of) -> builder.count(counter, (long) (usage.get(of) * seconds)));
      COUNTED_NANOS.forEach(
          (counter, of) -> builder.count(counter, (long) (usage.get(of) * seconds * 1e9)));
      double rows = usage.get(Figure.GETS) + ROWS_PER_SCAN * usage.get(Figure.SCANS);
      builder
          .count(UsageCounter.ROWS_READ, (long) (rows * seconds))
          .count(UsageCounter.ROWS_WRITTEN, (long) (usage.get(Figure.WRITES) * seconds))
          .count(UsageCounter.SENT_BYTES, (long) (rows * ROW_BYTES * seconds))
          .count(
              UsageCounter.RECEIVED_BYTES, (long) (usage.get(Figure.WRITES) * ROW_BYTES * seconds));
      String key = usage.tenant() + " on " + server;
      return builder.totals(totals.merge(key, builder.counted(), UsageCounters::plus)).build();
    }

    @Override
    public Set<TenantId> tenants() throws IOException {
      return all.get(0).tenants();
    }
  }

  private static String pageOf(String server) {
    return "http://" + server.substring(0, server.indexOf(',')) + ":16030";
  }

  /**
   * Runs that many ticks until a time, milliseconds since the epoch. In an hour the mode changes,
   * an operator pins the plan for some time, and a component fails later.
   */
  public static PageFixture until(long endMillis, int ticks) throws IOException {
    return until(endMillis, ticks, null);
  }

  /**
   * As the other, and records it.
   *
   * @param files where; null for nowhere
   */
  public static PageFixture until(long endMillis, int ticks, @Nullable RecordFiles files)
      throws IOException {
    PageFixture fixture = new PageFixture(2);
    if (files != null) {
      fixture.recordIn(files);
    }
    fixture.servers.with("orders", ORDERS);
    fixture.servers.with("analytics", Workload.SCAN);
    fixture.servers.with("search", Workload.HOT.asking(120));
    fixture.servers.with("events", EVENTS);
    fixture.servers.with("default", Workload.UNIFORM.asking(50));
    fixture.site.put("argus.slos", "orders:ops=15000,search:ops=1800,analytics:ops=500");
    fixture.site.put("argus.tenant.shares", "orders=2");
    fixture.site.put("argus.planner.period", "30000"); // every 10 s takes most of a minute
    fixture.owning("search", Map.of("suggestions", 960, "products", 576, "clicks", 384));
    fixture.owning("analytics", Map.of("visits", 1_640, "sales", 680));
    for (int i = ticks - 1; i >= 0; i--) {
      if (i == 500 || i == 160) {
        fixture.servers.with("events", Workload.READ_WRITE);
      } else if (i == 420 || i == 70) {
        fixture.servers.with("events", EVENTS);
      }
      if (i == PINNED) {
        fixture.pin();
      } else if (i == UNPINNED) {
        fixture.store.delete(ClusterDocuments.PIN);
      }
      fixture.site.put("argus.mode", i > FIRST_ENFORCED ? "observe" : "enforce");
      long slower = Math.max(0, i - FINE_TICKS) * (OLD_TICK_MILLIS - TICK_MILLIS);
      fixture.tick(endMillis - i * TICK_MILLIS - slower, i <= FIRST_FAILED);
    }
    return fixture;
  }

  /** Tenants of all kinds with these settings, some minutes after the start of the master. */
  public static PageFixture of(Map<String, String> settings, List<String> tenants, long endMillis)
      throws IOException {
    return of(settings, tenants, List.of(), endMillis);
  }

  /**
   * As the other.
   *
   * @param classes what the server says of them
   */
  public static PageFixture of(
      Map<String, String> settings, List<String> tenants, List<ClassUsage> classes, long endMillis)
      throws IOException {
    PageFixture fixture = new PageFixture(1);
    fixture.servers.all.get(0).classes = classes;
    List<Workload> workloads =
        List.of(
            Workload.SCAN,
            Workload.EX_HOT.asking(2_000),
            Workload.HOT,
            Workload.UNIFORM,
            Workload.IDLE);
    for (int i = 0; i < tenants.size(); i++) {
      fixture.servers.with(tenants.get(i), workloads.get(i % workloads.size()));
    }
    fixture.site.putAll(settings);
    for (int i = 99; i >= 0; i--) {
      fixture.tick(endMillis - i * TICK_MILLIS, false);
    }
    return fixture;
  }

  /** Pins the shares in force. */
  private void pin() throws IOException {
    Plan pin =
        Plan.of(
            0,
            Plan.Mode.PINNED,
            servers.plan().createdMillis(),
            true,
            servers.plan().reservations(),
            PlanExplanation.because("kept for the sale"));
    store.write(ClusterDocuments.PIN, WireFormat.write(pin));
  }

  /**
   * Gives a tenant tables, which have two regions on each server.
   *
   * @param tables requests per second by name
   */
  private void owning(String tenant, Map<String, Integer> tables) {
    tables.forEach(
        (name, requests) -> {
          TableDescription table = TableDescription.of(tenant, name, null);
          described.add(table);
          for (int i = 0; i < 4; i++) {
            String server = servers.all.get(i % servers.all.size()).server;
            TenantId owner = TenantId.of(tenant);
            regions.add(new Region(name + i, table.toString(), owner, server, requests / 4));
          }
        });
    owners =
        TableOwners.of(
            described, new TenantMapping(TenantRules.parse(""), TenantMapping.Fallback.NAMESPACE));
  }

  private void tick(long nowMillis, boolean fails) throws IOException {
    servers.cacheOfTheLast(
        fails
            ? ComponentStatus.of(Component.CACHE, Reason.EXCEPTION, "java.io.IOException")
            : ComponentStatus.active(Component.CACHE));
    servers.advance(store, nowMillis);
    meter(planner.tick(nowMillis, parts -> parts.tables(owners, regions)).status(), nowMillis);
    recorder.tick(nowMillis);
  }

  /** Meters what the servers reported, and what the tenants lost by the status. */
  private void meter(ClusterStatus status, long nowMillis) {
    List<TenantLoss> losses = new ArrayList<>();
    for (TenantStatus tenant : status.tenants()) {
      TenantId id = TenantId.of(tenant.tenant());
      losses.add(new TenantLoss(id, tenant.throughputLoss(), tenant.isolatedThroughput(), false));
    }
    metering.receive(servers.reported, losses, nowMillis);
  }

  /** Does a round in which a tenant owns no table but this one; returns it. */
  public Round round(String tenant, String table) throws IOException {
    described.clear();
    regions.clear();
    owning(tenant, Map.of(table, 1_000));
    tick(planner.board().last().takenMillis() + TICK_MILLIS, false);
    return planner.board().last();
  }

  /** The page of a cluster so small that whoever asks may compute the answer. */
  static ArgusPage page(StatusBoard board, Metering metering) {
    return page(board, metering, History.recorder(Settings::defaults));
  }

  private static ArgusPage page(StatusBoard board, Metering metering, Recorder recorder) {
    return MasterPage.of(
        board, metering, recorder, Runnable::run, Runnable::run, () -> board.last().takenMillis());
  }

  /** Records history from now on. */
  private void recordIn(RecordFiles files) {
    recorder.start(files, "m1.example.com,16000,1", Runnable::run);
    planner.board().recordIn(recorder);
  }

  public ArgusPage page() {
    return page(planner.board(), metering, recorder);
  }
}
