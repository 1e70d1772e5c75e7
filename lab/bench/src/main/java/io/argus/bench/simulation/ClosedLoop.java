package io.argus.bench.simulation;

import io.argus.core.settings.Settings;
import io.argus.master.MasterPlanner;
import io.argus.master.monitor.ReportPace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A simulated cluster and the real master: servers serve, report and apply plans; the master reads
 * the reports, decides and publishes.
 *
 * <p>Used by one thread, whose CPU time it counts.
 */
final class ClosedLoop {
  private final SimulatedCluster cluster;
  private final Serving serving;
  private final Documents documents = new Documents();
  private final MasterPlanner master;
  private final ReportPace pace = new ReportPace();
  private final Settings settings;
  private long periodMillis;
  private long nowMillis = 1_000_000;
  private boolean changed = true;

  /**
   * One report period.
   *
   * @param kept of each tenant, its throughput over its isolated throughput
   * @param operations per second of all tenants
   * @param planVersion in force in this period
   * @param published whether the master published a plan at its end
   * @param masterMillis CPU time of the master's round
   */
  record Round(
      long endMillis,
      List<Double> kept,
      double operations,
      long planVersion,
      boolean published,
      double masterMillis) {
    /** The least of what tenants keep. */
    double least() {
      return Collections.min(kept);
    }

    double minMax() {
      return least() / Collections.max(kept);
    }
  }

  ClosedLoop(SimulatedCluster cluster, Serving serving, Settings settings) {
    this.cluster = cluster;
    this.serving = serving;
    this.settings = settings;
    this.periodMillis = settings.get(Settings.REPORT_PERIOD_MILLIS);
    this.master = new MasterPlanner(cluster, documents, () -> settings);
    cluster.place();
  }

  /** How often servers report now, which the master decides. */
  double reportSeconds() {
    return periodMillis / 1e3;
  }

  /** Regions have moved, or servers or tenants have come or gone. */
  void changed() {
    cluster.place();
    changed = true;
  }

  Round round() throws IOException {
    changed |= cluster.apply(documents);
    double seconds = reportSeconds();
    serving.run(cluster, seconds, changed);
    changed = false;
    nowMillis += periodMillis;
    List<Double> kept = new ArrayList<>();
    double all = 0;
    for (SimulatedTenant tenant : cluster.all()) {
      double operations = 0;
      for (TenantOnServer part : cluster.of(tenant)) {
        operations += part.operations / seconds;
      }
      all += operations;
      kept.add(operations / cluster.isolatedThroughput(tenant));
    }
    long version = cluster.planVersion();
    cluster.report(seconds, nowMillis, serving);
    long before = documents.planWrites();
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    master.tick(nowMillis);
    double millis = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e6;
    periodMillis =
        pace.of(cluster.usageReports(nowMillis).reports().values(), settings, nowMillis)
            .reportMillis();
    return new Round(nowMillis, kept, all, version, documents.planWrites() > before, millis);
  }
}
