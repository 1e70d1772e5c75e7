package io.argus.bench.run;

import io.argus.bench.placement.PlacementAdvice;
import io.argus.cluster.ClientJvm;
import io.argus.load.table.RegionLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The tables of all tenants of a campaign.
 *
 * <p>Used by one thread.
 */
public final class TenantTables {
  private final ClientJvm clients;
  private final Map<String, Long> rowsByTable;
  private final Map<String, RegionLayout> layoutByTable;

  /** The layouts with the regions that were moved. */
  private final Map<String, RegionLayout> placedByTable;

  /** Tables that were written to after they were last compacted. */
  private final Set<String> unsettled = new TreeSet<>();

  public TenantTables(ClientJvm clients, List<WorkloadMix> mixes, RunSettings settings) {
    this.clients = clients;
    this.rowsByTable = rowsByTable(mixes, settings.rows());
    this.layoutByTable = layoutByTable(mixes, settings.regionServers(), settings.regions());
    this.placedByTable = new TreeMap<>(layoutByTable);
  }

  /** The layout of each table that the mixes need. */
  static Map<String, RegionLayout> layoutByTable(
      List<WorkloadMix> mixes, int servers, int regionsOfServer) {
    return byTable(
        mixes, "placement", tenant -> tenant.placement().layout(servers, regionsOfServer));
  }

  /** The rows of each table that the mixes need. */
  static Map<String, Long> rowsByTable(List<WorkloadMix> mixes, long usualRows) {
    return byTable(mixes, "rows", tenant -> tenant.rowsOr(usualRows));
  }

  private static <T> Map<String, T> byTable(
      List<WorkloadMix> mixes, String name, Function<TenantWorkload, T> property) {
    Map<String, T> values = new TreeMap<>();
    for (WorkloadMix mix : mixes) {
      for (TenantWorkload tenant : mix.tenants()) {
        T wanted = property.apply(tenant);
        T before = values.put(tenant.table(), wanted);
        if (before != null && !before.equals(wanted)) {
          throw new IllegalArgumentException(
              "tenant %s has %s %s in one mix and %s in another; must be the same"
                  .formatted(tenant.name(), name, before, wanted));
        }
      }
    }
    return values;
  }

  public long rows() {
    return rowsByTable.values().stream().mapToLong(Long::longValue).sum();
  }

  public void load() throws IOException {
    record Shape(long rows, RegionLayout layout) {}
    Map<Shape, List<String>> equal = new LinkedHashMap<>();
    layoutByTable.forEach(
        (table, layout) ->
            equal
                .computeIfAbsent(
                    new Shape(rowsByTable.getOrDefault(table, 0L), layout),
                    shape -> new ArrayList<>())
                .add(table));
    for (Map.Entry<Shape, List<String>> tables : equal.entrySet()) {
      Shape shape = tables.getKey();
      new TableProcess(clients, tables.getValue()).load(shape.rows(), shape.layout());
    }
    unsettled.clear();
  }

  /**
   * Makes sure that each region is on its region server and its blocks are local to it, which a
   * restart of HBase can change.
   */
  public void place() throws IOException {
    process().place(new ArrayList<>(placedByTable.values()));
  }

  /**
   * Lets the next {@link #place} move single regions, and those after it until {@link #putBack}.
   */
  public void rearrange(List<PlacementAdvice.Move> moves) throws IOException {
    Map<String, List<String>> names = process().regionNames();
    for (PlacementAdvice.Move move : moves) {
      PlacementAdvice.Region region = PlacementAdvice.find(move.region(), names);
      int server = clients.cluster().ports().regionServers().indexOf(move.port());
      placedByTable.computeIfPresent(
          region.table(), (table, layout) -> layout.moved(region.number(), server));
    }
  }

  /** Lets the next {@link #place} take back all moves. */
  public void putBack() {
    placedByTable.putAll(layoutByTable);
  }

  /**
   * Moves a region and leaves its blocks where they are, as HBase's own moves do. It stays there
   * until {@link #putBack}.
   *
   * @param region its number in the order of the keys, from 0
   * @param begins called when the region is about to move
   */
  public void moveRegion(String table, int region, int server, Runnable begins) throws IOException {
    placedByTable.computeIfPresent(table, (name, layout) -> layout.moved(region, server));
    process().move(new ArrayList<>(placedByTable.values()), begins);
  }

  private TableProcess process() {
    return new TableProcess(clients, new ArrayList<>(placedByTable.keySet()));
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
