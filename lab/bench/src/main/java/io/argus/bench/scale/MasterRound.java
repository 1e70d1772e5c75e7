package io.argus.bench.scale;

import io.argus.bench.simulation.Documents;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageReport;
import io.argus.master.MasterPlanner;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Rounds of the real master over given reports, and the documents that it writes.
 *
 * <p>Used by one thread, whose CPU time it counts.
 */
final class MasterRound {
  private static final long ROUND_MILLIS = 2_000;

  private final Documents documents = new Documents();
  private final Set<TenantId> tenants = new TreeSet<>();
  private double millis;

  MasterRound(ClusterSize size) {
    for (int t = 0; t < size.tenants(); t++) {
      tenants.add(SimulatedServer.tenant(t));
    }
  }

  /** Runs two rounds: the first gives equal shares, the second decides. */
  void run(Map<String, UsageReport> reports) {
    ReceivedReports received = ReceivedReports.ofRead(reports);
    ClusterView view =
        new ClusterView() {
          @Override
          public ReceivedReports usageReports(long nowMillis) {
            return received;
          }

          @Override
          public Set<TenantId> tenants() {
            return tenants;
          }
        };
    Settings settings = Settings.read(key -> key.equals("argus.planner.period") ? "1000" : null);
    MasterPlanner planner = new MasterPlanner(view, documents, () -> settings);
    planner.tick(0);
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    planner.tick(4 * ROUND_MILLIS);
    millis = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e6;
  }

  /** CPU time of the round that decided. */
  double millis() {
    return millis;
  }

  int bytes(String document) {
    byte[] stored = documents.read(document);
    return stored == null ? 0 : stored.length;
  }

  /** Length of each document, bytes. */
  SortedMap<String, Integer> documents() {
    return documents.lengths();
  }
}
