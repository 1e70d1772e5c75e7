package io.argus.cli.scenario;

import static io.argus.bench.basics.Text.format;

import io.argus.bench.scenario.PlanObserver;
import io.argus.cli.install.ArgusHome;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import io.argus.core.documents.ClusterDocuments;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the master of the embedded cluster reports of its planner. Connects when first asked.
 *
 * <p>Used by one thread.
 */
final class StatusObserver implements PlanObserver, AutoCloseable {
  private @Nullable LiveCluster live;

  @Override
  public Seen observe() throws IOException, InterruptedException {
    LiveCluster connected = live;
    if (connected == null) {
      connected = LiveCluster.connect(SiteLocation.find(null, ArgusHome.path()));
      live = connected;
    }
    return connected
        .read(ClusterDocuments.STATUS)
        .map(document -> seen(ClusterStatus.read(document)))
        .orElse(new Seen(0, "", Map.of()));
  }

  private static Seen seen(ClusterStatus status) {
    StringBuilder plan = new StringBuilder("plan v" + status.planVersion());
    Map<String, Double> isolatedThroughputs = new TreeMap<>();
    for (TenantStatus tenant : status.tenants()) {
      plan.append(
          format(
              "  %s %.2f/%.2f (%s, %.0f of %.0f ops/s%s)",
              tenant.tenant(),
              tenant.cacheShare(),
              tenant.hdfsShare(),
              tenant.function(),
              tenant.operationsPerSecond(),
              tenant.isolatedThroughput(),
              tenant.isDemandLimited() ? ", demand-limited" : ""));
      isolatedThroughputs.put(tenant.tenant(), tenant.isolatedThroughput());
    }
    plan.append("  ").append(status.planReason());
    return new Seen(status.planVersion(), plan.toString(), isolatedThroughputs);
  }

  @Override
  public void close() {
    if (live != null) {
      live.close();
    }
  }
}
