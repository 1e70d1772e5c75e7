package io.argus.bench.scale;

import io.argus.bench.simulation.Documents;
import io.argus.core.documents.IdleTenants;
import io.argus.core.documents.PlannerSign;
import io.argus.core.documents.ReportCodec;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.ClusterRegions;
import io.argus.master.ClusterTables;
import io.argus.master.MasterNode;
import io.argus.master.metering.TableRow;
import io.argus.master.metering.UsageTable;
import io.argus.master.monitor.ClusterMonitor;
import io.argus.master.plans.PlanStore;
import io.argus.master.regions.RegionCount;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Measures what the real master keeps on its heap: servers send it reports in the real format until
 * it has as many as it ever keeps of one plan, with metering and contention. Its size is what a
 * collection finds less once the master is dropped.
 *
 * <p>Used by one thread.
 */
public final class MasterMemory {
  /** One of so many leaves no gaps between objects. */
  private static final int COLLECTIONS = 4;

  private final ClusterSize size;
  private final Consumer<String> progress;
  private final List<SimulatedServer> servers = new ArrayList<>();
  private final List<IdleTenants> sent = new ArrayList<>();
  private final Documents documents = new Documents();
  private final Settings settings = Settings.defaults();
  private long nowMillis = 1_800_001_800_000L; // not near a full hour
  private long reportMillis = settings.get(Settings.REPORT_PERIOD_MILLIS);
  private @Nullable MasterNode master;

  /** That all servers apply: the first one, as reports under another would begin anew. */
  private long planVersion;

  /**
   * What the master keeps.
   *
   * @param reportMillis how often a server reports
   * @param windowSeconds up to which length it keeps the reports of a server
   * @param liveBytes of the master's objects after a collection
   */
  public record Result(ClusterSize size, long reportMillis, double windowSeconds, long liveBytes) {}

  /**
   * @param size with the tenants that have regions on a server as active ones; others are unknown
   *     there
   * @param progress receives what is done next
   */
  public MasterMemory(ClusterSize size, Consumer<String> progress) {
    this.size = size;
    this.progress = progress;
    for (int i = 0; i < size.servers(); i++) {
      servers.add(new SimulatedServer(i, size));
      sent.add(new IdleTenants());
    }
    this.master = new MasterNode(documents, new Tables(), new Regions(), settings, () -> nowMillis);
    master.meter(new Unread(), Runnable::run, () -> nowMillis * 1_000_000);
  }

  /** Fills the master and measures it; to be called once. */
  public Result run() throws IOException {
    double windowSeconds = ClusterMonitor.spanSeconds(settings);
    fill(2 * windowSeconds);
    long with;
    try {
      with = usedBytes();
    } finally {
      Reference.reachabilityFence(master);
    }
    master = null;
    return new Result(size, reportMillis, windowSeconds, with - usedBytes());
  }

  /** Lets all servers report for so long under a plan. */
  private void fill(double underPlanSeconds) throws IOException {
    double seconds = 0;
    for (int r = 1; seconds < underPlanSeconds; r++) {
      round();
      seconds += planVersion > 0 ? reportMillis / 1e3 : 0;
      progress.accept("round " + r + ": reports of " + seconds + " s under a plan");
    }
  }

  private void round() throws IOException {
    MasterNode node = master;
    if (node == null) {
      throw new IllegalStateException("the master is dropped");
    }
    nowMillis += reportMillis;
    byte[] sign = {};
    for (int s = 0; s < servers.size(); s++) {
      SimulatedServer server = servers.get(s);
      byte[] report =
          ReportCodec.write(
              sent.get(s).next(server.metered(nowMillis, reportMillis / 1e3, planVersion), false));
      sign = node.report(server.name(), report);
    }
    node.plan();
    if (planVersion == 0) {
      planVersion = PlanStore.read(documents, new ArrayList<>()).map(Plan::version).orElse(0L);
    }
    reportMillis = Math.max(reportMillis, PlannerSign.read(sign).reportMillis());
  }

  private static long usedBytes() {
    for (int k = 0; k < COLLECTIONS; k++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** A namespace of each tenant, with a table. */
  private final class Tables implements ClusterTables {
    @Override
    public Collection<TableDescription> tables() {
      List<TableDescription> tables = new ArrayList<>();
      for (int t = 0; t < size.tenants(); t++) {
        tables.add(TableDescription.of(SimulatedServer.tenant(t).name(), "orders", null));
      }
      return tables;
    }

    @Override
    public TenantMapping.Fallback fallback() {
      return TenantMapping.Fallback.NAMESPACE;
    }
  }

  /** Servers without known regions. */
  private final class Regions implements ClusterRegions {
    @Override
    public Collection<RegionCount> regions() {
      return List.of();
    }

    @Override
    public Set<String> servers() {
      return servers.stream().map(SimulatedServer::name).collect(Collectors.toSet());
    }
  }

  /** Takes what is metered and keeps nothing. */
  private static final class Unread implements UsageTable {
    @Override
    public String name() {
      return "argus:usage";
    }

    @Override
    public boolean put(Collection<TableRow> rows) {
      return false;
    }

    @Override
    public void scan(String fromKey, String toKey, Consumer<TableRow> consumer) {}

    @Override
    public void delete(Collection<String> keys) {}
  }
}
