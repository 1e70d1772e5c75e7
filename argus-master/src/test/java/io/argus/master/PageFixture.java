package io.argus.master;

import io.argus.core.documents.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounters;
import io.argus.core.usage.UsageReport;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.metering.InMemoryTable;
import io.argus.master.metering.Metering;
import io.argus.master.metering.SlowedTenant;
import io.argus.master.page.MasterPage;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A real planner behind a real page, fed by a simulated cluster. */
public final class PageFixture {
  private static final long TICK_MILLIS = 2_000;
  private static final long OLD_TICK_MILLIS = 9_000;
  private static final int FINE_TICKS = 300;

  /** Ticks of one hour. */
  public static final int HOUR = 700;

  private final SimulatedCluster cluster = new SimulatedCluster();
  private final InMemoryDocuments store = new InMemoryDocuments();
  private final MasterPlanner planner =
      new MasterPlanner(cluster, store, () -> Settings.read(key -> null));

  private final Metering metering = new Metering(Settings::defaults);
  private final Map<TenantId, UsageCounters> totals = new TreeMap<>();
  private long startMillis;

  private PageFixture() {
    metering.start(new InMemoryTable(), Runnable::run);
  }

  /** Runs that many ticks until a time, milliseconds since the epoch. */
  public static PageFixture until(long endMillis, int ticks) throws IOException {
    PageFixture fixture = new PageFixture();
    fixture.cluster.noise = 0.02;
    fixture
        .cluster
        .with("orders", Workload.EX_HOT.asking(9_000))
        .with("analytics", Workload.SCAN)
        .with("search", Workload.HOT.asking(900))
        .with("events", Workload.READ_WRITE.asking(120))
        .with("default", Workload.IDLE);
    for (int i = ticks - 1; i >= 0; i--) {
      if (i == 500 || i == 160) {
        fixture.cluster.with("events", Workload.READ_WRITE);
      } else if (i == 420 || i == 70) {
        fixture.cluster.with("events", Workload.READ_WRITE.asking(120));
      }
      long slower = Math.max(0, i - FINE_TICKS) * (OLD_TICK_MILLIS - TICK_MILLIS);
      fixture.tick(endMillis - i * TICK_MILLIS - slower);
    }
    return fixture;
  }

  private void tick(long nowMillis) throws IOException {
    UsageReport second =
        new UsageReport(
            "rs2.example.com,16020,2",
            nowMillis,
            2,
            cluster.plan.version(),
            0,
            0,
            List.of(
                ComponentStatus.failed("cache", "could not take the place of HBase's cache"),
                ComponentStatus.active("scheduler")),
            List.of());
    cluster.extraReports.put(second.server(), WireFormat.write(second));
    cluster.advance(store, nowMillis);
    meter(planner.tick(nowMillis), nowMillis);
  }

  /** Counts what the tenants do by the status. */
  private void meter(ClusterStatus status, long nowMillis) {
    startMillis = startMillis == 0 ? nowMillis : startMillis;
    List<TenantUsage> usages = new ArrayList<>();
    List<SlowedTenant> slowed = new ArrayList<>();
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
      slowed.add(
          new SlowedTenant(id, tenant.throughputViolation(), tenant.isolatedThroughput(), false));
    }
    metering.look(
        List.of(
            new UsageReport(
                "rs1.example.com,16020," + startMillis, nowMillis, 2, 1, 0, 0, List.of(), usages)),
        slowed,
        nowMillis);
  }

  public ArgusPage page() {
    return MasterPage.of(planner.board(), metering);
  }
}
