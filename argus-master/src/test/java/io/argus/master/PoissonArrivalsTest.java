package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.monitor.ResourceMonitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.math3.random.JDKRandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * 100 servers and 50 tenants whose operations arrive at random, at constant rates. Of thousands of
 * counts some are always twice what they were.
 */
@Tag("long")
class PoissonArrivalsTest {
  private static final int SERVERS = 100;
  private static final int TENANTS = 50;
  private static final double WINDOW_SECONDS = 2;
  private static final long CACHE_BYTES = 10L << 30;
  private static final double HDFS_BYTES_PER_SECOND = 200e6;

  private final JDKRandomGenerator random = new JDKRandomGenerator(5);
  private final double[][] rates = new double[SERVERS][TENANTS];
  private final InMemoryDocuments store = new InMemoryDocuments();
  private double factorOfFirst = 1;
  private long nowMillis = 1_000_000;

  private final class Arrivals implements ClusterView {
    @Override
    public ReceivedReports usageReports(long nowMillis) throws IOException {
      byte[] stored = store.read(ClusterDocuments.PLAN);
      long version = stored == null ? 0 : WireFormat.readPlan(stored).version();
      return ReceivedReports.of(reports(version));
    }

    @Override
    public Set<TenantId> tenants() {
      Set<TenantId> tenants = new TreeSet<>();
      for (int i = 0; i < TENANTS; i++) {
        tenants.add(tenant(i));
      }
      return tenants;
    }
  }

  private static TenantId tenant(int number) {
    return TenantId.of(String.format("t%02d", number));
  }

  private void drawRates() {
    for (int i = 0; i < TENANTS; i++) {
      double rate = 3 * Math.pow(40, random.nextDouble());
      for (int s = 0; s < SERVERS; s++) {
        rates[s][i] = rate * (0.5 + random.nextDouble());
      }
    }
  }

  private double poisson(double mean) {
    return Poisson.count(random, mean);
  }

  private Map<String, byte[]> reports(long version) {
    Map<String, byte[]> reports = new HashMap<>();
    for (int s = 0; s < SERVERS; s++) {
      List<TenantUsage> usages = new ArrayList<>();
      for (int i = 0; i < TENANTS; i++) {
        double rate = rates[s][i] * (i == 0 ? factorOfFirst : 1);
        double operations = poisson(rate * WINDOW_SECONDS) / WINDOW_SECONDS;
        double misses = Math.min(operations, poisson(0.4 * operations * WINDOW_SECONDS) / 2);
        usages.add(
            TenantUsage.builder(tenant(i))
                .operations(RequestKind.GET, operations)
                .keyRepeatRatio(0.1)
                .cache(CACHE_BYTES / TENANTS, CACHE_BYTES / TENANTS, 3 * operations, misses)
                .hdfs(misses * 65536, 0)
                .handlerFraction(operations * 50e-6)
                .queue(0, 0, 0.02)
                .waits(0, 0, misses * 2e-3)
                .build());
      }
      String server = String.format("rs%03d,16020,1", s);
      reports.put(
          server,
          WireFormat.write(
              new UsageReport(
                  server,
                  nowMillis,
                  WINDOW_SECONDS,
                  version,
                  CACHE_BYTES,
                  HDFS_BYTES_PER_SECOND,
                  List.of(),
                  usages)));
    }
    return reports;
  }

  @Test
  void nothingShiftsByChanceAndAShiftOfABigTenantIsSeenAtOnce() {
    drawRates();
    for (int s = 0; s < SERVERS; s++) {
      rates[s][0] = 200;
    }
    ResourceMonitor monitor = new ResourceMonitor();
    for (int k = 0; k < 60; k++) {
      nowMillis += 2_000;
      monitor.observe(reports(1), nowMillis, 10_000, 30);
      assertThat(monitor.isSettled(1)).as("report %d", k).isTrue();
      assertThat(monitor.isNewlySettled()).as("report %d", k).isFalse();
    }
    factorOfFirst = 3;
    nowMillis += 2_000;
    monitor.observe(reports(1), nowMillis, 10_000, 30);
    assertThat(monitor.isSettled(1)).isFalse();
    nowMillis += 2_000;
    double now =
        monitor
            .observe(reports(1), nowMillis, 10_000, 30)
            .tenantOrIdle(tenant(0))
            .totalOperationsPerSecond();
    assertThat(monitor.isSettled(1)).isTrue();
    assertThat(monitor.isNewlySettled()).isTrue();
    assertThat(now).isBetween(59_000.0, 61_000.0);
  }

  @Test
  void noPlanIsPublishedAfterConvergence() throws IOException {
    drawRates();
    MasterPlanner planner = new MasterPlanner(new Arrivals(), store, Settings::defaults);
    List<String> plans = new ArrayList<>();
    for (int k = 0; k < 50; k++) {
      nowMillis += 2_000;
      int writes = store.planWrites;
      planner.tick(nowMillis);
      if (store.planWrites > writes) {
        Plan plan = WireFormat.readPlan(store.get(ClusterDocuments.PLAN));
        plans.add(k + ": " + plan.explanation().reason());
      }
    }
    assertThat(plans).as("at first equal shares, then perhaps a plan").hasSizeBetween(1, 2);
    assertThat(plans).allMatch(plan -> Integer.parseInt(plan.split(":", 2)[0]) < 15);
  }
}
