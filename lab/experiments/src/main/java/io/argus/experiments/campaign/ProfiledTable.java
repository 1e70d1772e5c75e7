package io.argus.experiments.campaign;

import io.argus.bench.run.TableProcess;
import io.argus.cli.live.LiveCluster;
import io.argus.cluster.ClientJvm;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.tenant.TenantId;
import io.argus.profiler.campaign.Workload;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The table that is profiled, and the table of an idle tenant that holds the rest of the
 * reservations.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ProfiledTable {
  public static final TenantId TENANT = TenantId.of("profiled");
  public static final TenantId FILLER = TenantId.of("filler");

  /** The profiled table of a cluster that is started for profiling. */
  public static final String TABLE = "profiled:usertable";

  private static final String FILLER_TABLE = "filler:usertable";
  private static final long FEW_ROWS = 100;
  private static final int INSERT_THREADS = 16;
  private static final long TENANTS_SECONDS = 30;

  private ProfiledTable() {}

  /**
   * Creates both tables and fills the profiled one: in bulk if its rows are the bench's, else by
   * YCSB's own load phase.
   */
  public static void load(ClientJvm clients, Workload workload, String table, int regions)
      throws IOException {
    new TableProcess(clients, List.of(FILLER_TABLE)).load(FEW_ROWS, 1);
    TableProcess profiled = new TableProcess(clients, List.of(table));
    if (workload.hasPresetRows()) {
      profiled.load(workload.tableRows(), regions);
    } else {
      profiled.load(FEW_ROWS, regions);
      LoadStream.insert(clients, "client-insert", workload.properties(table), INSERT_THREADS);
      profiled.settle();
    }
    profiled.clearBlockCache();
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
