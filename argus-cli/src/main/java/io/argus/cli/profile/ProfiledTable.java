package io.argus.cli.profile;

import io.argus.cli.live.LiveCluster;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.tenant.TenantId;
import io.argus.load.table.RegionLayout;
import io.argus.profiler.campaign.Workload;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The table that is profiled, and the table of an idle tenant that holds the rest of the
 * reservations.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class ProfiledTable {
  /** The idle tenant. */
  public static final TenantId FILLER = TenantId.of("filler");

  private static final String FILLER_TABLE = "filler:usertable";
  private static final String FEW_ROWS = "100";
  private static final int INSERT_THREADS = 16;
  private static final long TENANTS_SECONDS = 30;

  private ProfiledTable() {}

  /**
   * Creates both tables and fills the profiled one: in bulk if its rows are those of the presets,
   * else by YCSB's own load phase.
   */
  public static void load(LoadClients clients, Workload workload, String table, int regions)
      throws IOException {
    clients.table("load", FEW_ROWS, RegionLayout.even(1, 1).text(), FILLER_TABLE);
    String layout = RegionLayout.even(1, regions).text();
    if (workload.hasPresetRows()) {
      clients.table("load", Long.toString(workload.tableRows()), layout, table);
    } else {
      clients.table("load", FEW_ROWS, layout, table);
      clients.insert(workload.properties(table), INSERT_THREADS);
      clients.table("settle", table);
    }
  }

  /** Takes the table's blocks out of the block cache. */
  public static void clearBlockCache(LoadClients clients, String table) throws IOException {
    clients.table("clear-cache", table);
  }

  /** Waits until the planner knows the idle tenant. */
  public static void awaitTenants(LiveCluster live) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TENANTS_SECONDS);
    while (System.nanoTime() - deadline < 0) {
      if (live.read(ClusterDocuments.PLAN)
          .map(WireFormat::readPlan)
          .flatMap(plan -> plan.reservation(FILLER))
          .isPresent()) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    throw new IOException("no master has planned for the new tables: see 'argus status'");
  }
}
