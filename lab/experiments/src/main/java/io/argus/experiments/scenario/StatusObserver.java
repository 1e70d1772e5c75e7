package io.argus.experiments.scenario;

import static io.argus.core.text.Text.format;

import io.argus.bench.incident.ClusterView;
import io.argus.bench.run.ServerObserver;
import io.argus.bench.scenario.PlanObserver;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.plan.Plan;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the master of the embedded cluster reports of its planner. Connects when first asked.
 *
 * <p>Safe for use by any thread.
 */
public final class StatusObserver implements PlanObserver, ClusterView, AutoCloseable {
  /** A status that the master has not written for longer is of a master that is gone. */
  private static final long FRESH_MILLIS = 10_000;

  private @Nullable LiveCluster live;

  @Override
  public Seen observe() throws IOException, InterruptedException {
    return current().map(StatusObserver::seen).orElse(new Seen(0, "", Map.of()));
  }

  @Override
  public synchronized Optional<ClusterStatus> status() throws IOException, InterruptedException {
    return connected().read(ClusterDocuments.STATUS).map(ClusterStatus::read);
  }

  /** What a master says that runs. */
  private Optional<ClusterStatus> current() throws IOException, InterruptedException {
    return status()
        .filter(seen -> System.currentTimeMillis() - seen.writtenMillis() < FRESH_MILLIS);
  }

  @Override
  public synchronized Optional<Plan> plan() throws IOException, InterruptedException {
    return connected().plan();
  }

  @Override
  public synchronized List<String> servers() throws IOException, InterruptedException {
    return connected().liveServers();
  }

  private LiveCluster connected() throws IOException, InterruptedException {
    LiveCluster connected = live;
    if (connected == null) {
      connected = LiveCluster.connect(SiteLocation.embedded());
      live = connected;
    }
    return connected;
  }

  /**
   * How the servers see each tenant; empty if no master of Argus says. See {@link ServerObserver}.
   */
  public Map<String, ServerObserver.Seen> tenants(long secondsLeft) {
    Map<String, ServerObserver.Seen> tenants = new TreeMap<>();
    try {
      current()
          .ifPresent(
              status ->
                  status
                      .tenants()
                      .forEach(
                          each ->
                              tenants.put(
                                  each.tenant(),
                                  new ServerObserver.Seen(
                                      each.throughputLoss(),
                                      each.hdfsReadBytesPerSecond(),
                                      each.cacheBytes()))));
    } catch (IOException | RuntimeException e) {
      // The run counts without them.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return tenants;
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
  public synchronized void close() {
    if (live != null) {
      live.close();
    }
  }
}
