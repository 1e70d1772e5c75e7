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
import io.argus.core.usage.Reason;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounters;
import io.argus.core.usage.UsageReport;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.metering.InMemoryTable;
import io.argus.master.metering.Metering;
import io.argus.master.metering.TenantLoss;
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
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A real planner behind a real page, fed by a simulated cluster. */
public final class PageFixture {
  private static final long TICK_MILLIS = 2_000;
  private static final long OLD_TICK_MILLIS = 9_000;
  private static final int FINE_TICKS = 300;
  private static final int FIRST_ENFORCED = 280;
  private static final int PINNED = 240;
  private static final int UNPINNED = 220;
  private static final int FIRST_FAILED = 190;

  /** Ticks of one hour. */
  public static final int HOUR = 700;

  private final SimulatedCluster cluster = new SimulatedCluster();
  private final InMemoryDocuments store = new InMemoryDocuments();
  private final Map<String, String> site = new TreeMap<>();
  private final MasterPlanner planner =
      new MasterPlanner(cluster, store, () -> Settings.read(site::get));

  private final Metering metering = new Metering(Settings::defaults);
  private final Recorder recorder = History.recorder(Settings::defaults);
  private final Map<TenantId, UsageCounters> totals = new TreeMap<>();
  private List<Region> regions = List.of();
  private TableOwners owners = TableOwners.NONE;
  private long startMillis;

  private PageFixture() {
    metering.start(new InMemoryTable(), Runnable::run, System::nanoTime);
    planner.board().serverPages(PageFixture::pageOf);
    cluster.noise = 0.02;
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
    PageFixture fixture = new PageFixture();
    if (files != null) {
      fixture.recordIn(files);
    }
    fixture
        .cluster
        .with("orders", Workload.EX_HOT.asking(9_000))
        .with("analytics", Workload.SCAN)
        .with("search", Workload.HOT.asking(900))
        .with("events", Workload.READ_WRITE.asking(120))
        .with("default", Workload.IDLE);
    fixture.site.put("argus.slos", "analytics:ops=150");
    fixture.owning("search", "products", "clicks", "suggestions");
    for (int i = ticks - 1; i >= 0; i--) {
      if (i == 500 || i == 160) {
        fixture.cluster.with("events", Workload.READ_WRITE);
      } else if (i == 420 || i == 70) {
        fixture.cluster.with("events", Workload.READ_WRITE.asking(120));
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
    PageFixture fixture = new PageFixture();
    List<Workload> workloads =
        List.of(
            Workload.SCAN,
            Workload.EX_HOT.asking(2_000),
            Workload.HOT,
            Workload.UNIFORM,
            Workload.IDLE);
    for (int i = 0; i < tenants.size(); i++) {
      fixture.cluster.with(tenants.get(i), workloads.get(i % workloads.size()));
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
            cluster.plan.createdMillis(),
            true,
            cluster.plan.reservations(),
            PlanExplanation.because("kept for the sale"));
    store.write(ClusterDocuments.PIN, WireFormat.write(pin));
  }

  /** Gives a tenant tables, which have three regions each. */
  private void owning(String tenant, String... tables) {
    List<TableDescription> described = new ArrayList<>();
    regions = new ArrayList<>();
    for (String name : tables) {
      TableDescription table = TableDescription.of(tenant, name, null);
      described.add(table);
      for (int i = 1; i <= 3; i++) {
        regions.add(
            new Region(
                name + i,
                table.toString(),
                TenantId.of(tenant),
                "rs" + (i % 2 + 1) + ".example.com,16020,1",
                100 * i * name.length()));
      }
    }
    owners =
        TableOwners.of(
            described, new TenantMapping(TenantRules.parse(""), TenantMapping.Fallback.NAMESPACE));
  }

  private void tick(long nowMillis, boolean fails) throws IOException {
    UsageReport second =
        new UsageReport(
            "rs2.example.com,16020,2",
            nowMillis,
            2,
            cluster.plan.version(),
            0,
            0,
            List.of(
                fails
                    ? ComponentStatus.of(Component.CACHE, Reason.EXCEPTION, "java.io.IOException")
                    : ComponentStatus.active(Component.CACHE),
                ComponentStatus.active(Component.SCHEDULER)),
            List.of());
    cluster.extraReports.put(second.server(), WireFormat.write(second));
    cluster.advance(store, nowMillis);
    meter(planner.tick(nowMillis, parts -> parts.tables(owners, regions)).status(), nowMillis);
    recorder.tick(nowMillis);
  }

  /** Counts what the tenants do by the status. */
  private void meter(ClusterStatus status, long nowMillis) {
    startMillis = startMillis == 0 ? nowMillis : startMillis;
    List<TenantUsage> usages = new ArrayList<>();
    List<TenantLoss> losses = new ArrayList<>();
    for (TenantStatus tenant : status.tenants()) {
      TenantId id = TenantId.of(tenant.tenant());
      long gets = Math.round(tenant.operationsPerSecond() * TICK_MILLIS / 1000);
      UsageCounters sum =
          totals.merge(id, UsageCounters.of(gets, 0, gets / 10), UsageCounters::plus);
      usages.add(
          TenantUsage.builder(id)
              .waits(0, gets > 0 ? 1 : 0, 1)
              .hdfs(tenant.hdfsReadBytesPerSecond(), 0)
              .totals(sum)
              .build());
      losses.add(new TenantLoss(id, tenant.throughputLoss(), tenant.isolatedThroughput(), false));
    }
    metering.receive(
        List.of(
            new UsageReport(
                "rs1.example.com,16020," + startMillis, nowMillis, 2, 1, 0, 0, List.of(), usages)),
        losses,
        nowMillis);
  }

  /** Does a round in which a tenant owns no table but this one; returns it. */
  public Round round(String tenant, String table) throws IOException {
    owning(tenant, table);
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
