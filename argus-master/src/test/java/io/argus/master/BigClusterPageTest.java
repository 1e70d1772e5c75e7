package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.Reason;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.metering.Metering;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.History;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of a cluster with many tenants on many region servers. */
@Tag("long")
class BigClusterPageTest {
  private static final int MEGABYTE = 1 << 20;
  private static final long MAX_NANOS = 1_000_000_000L;

  private final Random random = new Random(5);
  private long nowMillis = 1_800_000_000_000L;
  private int tenants;
  private int servers;

  private final ClusterView cluster =
      new ClusterView() {
        @Override
        public Set<TenantId> tenants() {
          Set<TenantId> names = new TreeSet<>();
          for (int i = 0; i < tenants; i++) {
            names.add(tenant(i));
          }
          return names;
        }

        @Override
        public ReceivedReports usageReports(long nowMillis) {
          Map<String, byte[]> reports = new HashMap<>();
          for (int i = 0; i < servers; i++) {
            UsageReport report = report("regionserver-" + i + ".example.com,16020,1800000000000");
            reports.put(report.server(), WireFormat.write(report));
          }
          return ReceivedReports.of(reports);
        }
      };

  private static TenantId tenant(int number) {
    return TenantId.of("a_tenant_with_a_rather_long_name_" + number);
  }

  private UsageReport report(String server) {
    List<TenantUsage> usages = new ArrayList<>();
    for (int i = 0; i < tenants; i++) {
      double ops = 1_000 * random.nextDouble();
      usages.add(
          TenantUsage.builder(tenant(i))
              .operations(RequestKind.GET, ops)
              .operations(RequestKind.SCAN, ops / 7)
              .operations(RequestKind.WRITE, ops / 3)
              .keyRepeatRatio(random.nextDouble())
              .cache(1 << 20, 1 << 21, ops * 2, ops * random.nextDouble())
              .hdfs(ops * 65_536, ops * 1_000)
              .handlerFraction(0.1 * random.nextDouble())
              .waits(random.nextDouble(), 5 * random.nextDouble(), random.nextDouble())
              .queue(3, 0, random.nextDouble())
              .latencies(
                  new Percentiles(123_456, 234_567, 3_456_789),
                  new Percentiles(123_456, 234_567, 3_456_789),
                  new Percentiles(123_456, 234_567, 3_456_789))
              .build());
    }
    return new UsageReport(
        server,
        nowMillis,
        2,
        1,
        1L << 34,
        2e8,
        List.of(
            ComponentStatus.active(Component.CACHE),
            ComponentStatus.active(Component.PLAN),
            ComponentStatus.active(Component.REPORT),
            ComponentStatus.of(
                Component.SCHEDULER,
                Reason.SCHEDULER_FACTORY,
                "another scheduler factory is configured")),
        usages);
  }

  @ParameterizedTest
  @CsvSource({"200, 50, 1", "500, 60, 3"})
  void theOverviewIsBuiltWithinASecondAndIsShort(int tenants, int servers, int maxMegabytes)
      throws IOException {
    this.tenants = tenants;
    this.servers = servers;
    int maxBytes = maxMegabytes * MEGABYTE;
    MasterPlanner planner =
        new MasterPlanner(cluster, new InMemoryDocuments(), () -> Settings.read(key -> null));
    for (int i = 0; i < 6; i++) {
      nowMillis += 2_000;
      planner.tick(nowMillis);
    }
    fill(planner.board().history(), planner.board().last().status());
    ArgusPage page = PageFixture.page(planner.board(), new Metering(Settings::defaults));
    long start = cpuNanos();
    long bytes = 0;
    for (String name :
        List.of(
            "",
            "argus.css",
            "page.js",
            "charts.js",
            "range.js",
            "time.js",
            "navigation.js",
            "breadcrumb.js",
            "master.js",
            "overview.js",
            "state.js",
            "problems.js",
            "history.js",
            "scores.js",
            "plans.js",
            "what-if.js",
            "contention.js",
            "usage.js",
            "servers.js",
            "past.js",
            "period.js",
            "tenant.js")) {
      bytes += size(page, name);
    }
    int status = size(page, "status.json");
    int history = size(page, "history.json");
    bytes += size(page, "hour-ago.json") + size(page, "events.json");
    long overviewNanos = cpuNanos() - start;
    assertThat(overviewNanos).isLessThan(MAX_NANOS);
    assertThat(bytes + status + history).isLessThan(maxBytes);
    for (String name :
        List.of("plans.json", "functions.json", "servers.json", "contention-now.json")) {
      long begun = cpuNanos();
      assertThat(size(page, name)).as(name).isLessThan(maxBytes);
      long nanos = cpuNanos() - begun;
      assertThat(nanos).as(name).isLessThan(MAX_NANOS);
      System.out.printf("%s in %d ms%n", name, nanos / 1_000_000);
    }
    System.out.printf(
        "%d tenants x %d servers: overview %d KB (status %d KB, history %d KB) in %d ms%n",
        tenants,
        servers,
        (bytes + status + history) >> 10,
        status >> 10,
        history >> 10,
        overviewNanos / 1_000_000);
  }

  /** CPU time of this thread, so that other work on the machine does not count. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Fills the history to its limit. */
  private static void fill(History history, ClusterStatus status) {
    for (int i = 0; i < 300; i++) {
      history.add(status);
    }
  }

  private static int size(ArgusPage page, String name) {
    return page.get(ArgusPage.ROOT + name, null).orElseThrow().body().length;
  }
}
