package io.argus.bench.experiment;

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
final class TenantTables {
  private final ClientJvm clients;
  private final int regions;
  private final Map<String, Long> rowsByTable;

  /** Tables that were written to since they were last compacted. */
  private final Set<String> unsettled = new TreeSet<>();

  TenantTables(ClientJvm clients, List<Mix> mixes, CampaignSettings settings) {
    this.clients = clients;
    this.regions = settings.regions();
    this.rowsByTable = rowsByTable(mixes, settings.rows());
  }

  /** Rows of each table that the mixes need. */
  static Map<String, Long> rowsByTable(List<Mix> mixes, long usualRows) {
    Map<String, Long> rows = new TreeMap<>();
    for (Mix mix : mixes) {
      for (TenantLoad tenant : mix.tenants()) {
        long wanted = tenant.rowsOr(usualRows);
        Long before = rows.put(tenant.table(), wanted);
        if (before != null && before != wanted) {
          throw new IllegalArgumentException(
              "rows of tenant "
                  + tenant.name()
                  + " are "
                  + before
                  + " in one mix and "
                  + wanted
                  + " in another; must be the same");
        }
      }
    }
    return rows;
  }

  /** Rows of all tables together. */
  long rows() {
    return rowsByTable.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Makes and fills the tables. */
  void load() throws IOException {
    for (long rows : new TreeSet<>(rowsByTable.values())) {
      List<String> equal = new ArrayList<>(rowsByTable.keySet());
      equal.removeIf(table -> rowsByTable.getOrDefault(table, 0L) != rows);
      new TableProcess(clients, equal).load(rows, regions);
    }
    unsettled.clear();
  }

  /** Notes that the tenants begin to do what they do. */
  void written(List<TenantLoad> tenants) {
    for (TenantLoad tenant : tenants) {
      if (tenant.workload().writes()) {
        unsettled.add(tenant.table());
      }
    }
  }

  /** Flushes and compacts what was written to, to a file per region. */
  void settle() throws IOException {
    if (!unsettled.isEmpty()) {
      new TableProcess(clients, new ArrayList<>(unsettled)).settle();
      unsettled.clear();
    }
  }

  void clearBlockCache() throws IOException {
    new TableProcess(clients, new ArrayList<>(rowsByTable.keySet())).clearBlockCache();
  }
}
