package io.argus.master;

import io.argus.core.documents.PlannerSign;
import io.argus.core.page.ArgusPage;
import io.argus.core.performance.SampleCatalogue;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.metering.Metering;
import io.argus.master.model.Assessment;
import io.argus.master.model.PerformanceModel;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.plans.PlanHistory;
import io.argus.master.status.Round;
import io.argus.master.status.StatusBoard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A cluster of many region servers with made-up reports behind a real model and page. Tenant i does
 * 80 % of its operations on server i, its home, where HDFS limits it, and the rest on the next
 * servers.
 */
public final class ManyServers {
  private static final double READS_PER_SECOND = 600;
  private static final double BLOCK_BYTES = 65_536;
  private static final double OPERATIONS = 500;
  private static final double AT_HOME = 0.8;
  private static final long NOW_MILLIS = 1_800_000_000_000L;
  private static final long CACHE_BYTES = 200L << 20;

  private final StatusBoard board;

  /**
   * @param tenants if there are more than servers, the home of several is the same
   * @param spread servers on which each tenant is
   */
  public ManyServers(int servers, int tenants, int spread) {
    this(servers, tenants, spread, Integer.MAX_VALUE, 0);
  }

  /**
   * @param broken the cache failed on the first server and on each of so many
   * @param silent so many more servers are online and do not report
   */
  public ManyServers(int servers, int tenants, int spread, int broken, int silent) {
    long now = NOW_MILLIS;
    List<UsageReport> reports = new ArrayList<>();
    for (int s = 0; s < servers; s++) {
      List<TenantUsage> usages = new ArrayList<>();
      for (int k = 0; k < spread; k++) {
        for (int i = Math.floorMod(s - k, servers); i < tenants; i += servers) {
          usages.add(usage(i, k == 0, spread, Math.max(1, tenants / servers)));
        }
      }
      reports.add(
          new UsageReport(
              server(s),
              now,
              2,
              7,
              CACHE_BYTES,
              READS_PER_SECOND * BLOCK_BYTES,
              List.of(
                  broken < Integer.MAX_VALUE && s % broken == 0
                      ? ComponentStatus.of(Component.CACHE, Reason.EXCEPTION, "a trap")
                      : ComponentStatus.active(Component.CACHE),
                  ComponentStatus.active(Component.SCHEDULER)),
              usages));
    }
    TreeSet<TenantId> names = new TreeSet<>();
    for (int i = 0; i < tenants; i++) {
      names.add(tenant(i));
    }
    Plan plan = plan(names);
    Settings settings = Settings.defaults();
    ClusterUsage usage = ClusterUsage.of(reports, List.of());
    Assessment assessment =
        new PerformanceModel(SampleCatalogue.read())
            .assess(names, usage, Optional.of(plan), settings, Assessment.NONE);
    board = new StatusBoard(new InMemoryDocuments(), settings);
    board.serverPages(server -> "http://" + server.substring(0, server.indexOf(',')) + ":16030");
    board.publish(
        new Round.Builder(now, settings)
            .online(
                IntStream.range(0, servers + silent)
                    .mapToObj(ManyServers::server)
                    .collect(Collectors.toSet()))
            .observed(usage, reports, new PlannerSign(now, 1, 1, 1))
            .planned(
                assessment.tenants(), List.of(), Optional.of(plan), PlanHistory.EMPTY.with(plan)));
  }

  private static Plan plan(TreeSet<TenantId> tenants) {
    int n = tenants.size();
    List<Reservation> own = new ArrayList<>();
    for (TenantId tenant : tenants) {
      double share = tenant.equals(tenant(0)) ? 0.5 : 0.5 / (n - 1);
      own.add(Reservation.of(tenant, share, share));
    }
    return Plan.of(
        7,
        Plan.Mode.AUTO,
        NOW_MILLIS - 60_000,
        true,
        Plan.equal(7, 0, tenants).reservations(),
        List.of(ServerShares.of(server(0), 7, own)),
        PlanExplanation.because("test"));
  }

  private static TenantUsage usage(int tenant, boolean home, int spread, int sharers) {
    double operations = OPERATIONS / sharers * (home ? AT_HOME : (1 - AT_HOME) / (spread - 1));
    return TenantUsage.builder(tenant(tenant))
        .operations(RequestKind.GET, operations)
        .keyRepeatRatio(0.007)
        .cache(20 << 20, 20 << 20, operations * 2, operations)
        .hdfs(operations * BLOCK_BYTES, 0)
        .handlerFraction(operations * 50e-6)
        .waits(home ? 1 : 0, home ? 40 : 0, operations * 2e-3)
        .queue(home ? 40 : 0, 0, home ? 0.98 : 0)
        .build();
  }

  public static String server(int number) {
    return String.format("rs%04d.example.com,16020,1800000000000", number);
  }

  public static TenantId tenant(int number) {
    return TenantId.of(String.format("tenant%03d", number));
  }

  public Round round() {
    return board.last();
  }

  public ArgusPage page() {
    return PageFixture.page(board, new Metering(Settings::defaults));
  }
}
