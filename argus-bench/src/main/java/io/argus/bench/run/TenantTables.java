package io.argus.bench.run;

import io.argus.bench.cluster.ClientJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The tables of all tenants of a campaign.
 *
 * <p>Used by one thread.
 */
public final class TenantTables {
  private final ClientJvm clients;
  private final int regions;
  private final Map<String, Long> rowsByTable;

  /** Tables that were written to after they were last compacted. */
  private final Set<String> unsettled = new TreeSet<>();

  public TenantTables(ClientJvm clients, List<WorkloadMix> mixes, RunSettings settings) {
    this.clients = clients;
    this.regions = settings.regions();
    this.rowsByTable = rowsByTable(mixes, settings.rows());
  }

  /** The rows of each table that the mixes need. */
  static Map<String, Long> rowsByTable(List<WorkloadMix> mixes, long usualRows) {
    Map<String, Long> rows = new TreeMap<>();
    for (WorkloadMix mix : mixes) {
      for (TenantWorkload tenant : mix.tenants()) {
        long wanted = tenant.rowsOr(usualRows);
        Long before = rows.put(tenant.table(), wanted);
        if (before != null && before != wanted) {
          throw new IllegalArgumentException(
              "rows of tenant %s are %s in one mix and %s in another; must be the same"
                  .formatted(tenant.name(), before, wanted));
        }
      }
    }
    return rows;
  }

  public long rows() {
    return rowsByTable.values().stream().mapToLong(Long::longValue).sum();
  }

  public void load() throws IOException {
    for (long rows : new TreeSet<>(rowsByTable.values())) {
      List<String> equal = new ArrayList<>(rowsByTable.keySet());
      equal.removeIf(table -> rowsByTable.getOrDefault(table, 0L) != rows);
      new TableProcess(clients, equal).load(rows, regions);
    }
    unsettled.clear();
  }

  /** Notes which tables these tenants write to. */
  public void written(List<TenantWorkload> tenants) {
    for (TenantWorkload tenant : tenants) {
      if (tenant.workload().writes()) {
        unsettled.add(tenant.table());
      }
    }
  }

  /** Flushes and compacts the tables that were written to, to one file per region. */
  public void settle() throws IOException {
    if (!unsettled.isEmpty()) {
      new TableProcess(clients, new ArrayList<>(unsettled)).settle();
      unsettled.clear();
    }
  }

  public void clearBlockCache() throws IOException {
    new TableProcess(clients, new ArrayList<>(rowsByTable.keySet())).clearBlockCache();
  }
}
