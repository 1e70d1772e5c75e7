package io.argus.master;

import io.argus.core.HookStatus;
import io.argus.core.Settings;
import io.argus.core.UsageReport;
import io.argus.core.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.page.MasterPage;
import java.io.IOException;
import java.util.List;

/** A real planner behind a real page, fed by a simulated cluster of two busy hours. */
public final class PageFixture {
  private static final long TICK_MILLIS = 2_000;

  private final SimulatedCluster cluster = new SimulatedCluster();
  private final InMemoryPlanStore store = new InMemoryPlanStore();
  private final MasterPlanner planner =
      new MasterPlanner(cluster, store, () -> Settings.read(key -> null));

  private PageFixture() {}

  /** Runs until that moment, milliseconds since the epoch. */
  public static PageFixture until(long endMillis) throws IOException {
    PageFixture fixture = new PageFixture();
    fixture.cluster.noise = 0.05;
    fixture
        .cluster
        .with("orders", Workload.EX_HOT)
        .with("analytics", Workload.SCAN)
        .with("search", Workload.HOT)
        .with("events", Workload.READ_WRITE.asking(400))
        .with("default", Workload.IDLE);
    int ticks = 3_600;
    for (int i = ticks - 1; i >= 0; i--) {
      if (i == 2_000 || i == 120) {
        fixture.cluster.with("search", Workload.UNIFORM);
      } else if (i == 1_200 || i == 40) {
        fixture.cluster.with("search", Workload.HOT);
      } else if (i == 1_500) {
        fixture.cluster.with("events", Workload.READ_WRITE);
      } else if (i == 900) {
        fixture.cluster.with("events", Workload.READ_WRITE.asking(400));
      }
      fixture.tick(endMillis - i * TICK_MILLIS);
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
            SimulatedCluster.CACHE_BYTES,
            0,
            List.of(
                HookStatus.inactive("cache", "BucketCache is configured: HBase's own cache stays"),
                HookStatus.active("scheduler")),
            List.of());
    cluster.extraReports.put(second.server(), WireFormat.write(second));
    cluster.advance(store, nowMillis);
    planner.tick(nowMillis);
  }

  public ArgusPage page() {
    return MasterPage.of(planner);
  }
}
