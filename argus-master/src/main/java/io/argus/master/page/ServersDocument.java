package io.argus.master.page;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageReport;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ServerLoad;
import io.argus.master.status.Round;
import io.argus.master.status.ServerStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tenants on single servers: a row for each of the busiest servers, a column for each of the
 * tenants with the greatest loss there. It has a bounded size whatever the cluster has.
 *
 * <p>Used by one thread.
 */
final class ServersDocument {
  static final int MAX_ROWS = 40;
  static final int MAX_COLUMNS = 20;

  private static final double NOTHING = Double.NaN;
  private static final Gson GSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private final Round round;
  private final String ofServer;
  private final String ofTenant;
  private final Map<String, Integer> rows = new HashMap<>();

  /** A tenant's figures on the rows; NaN where it is not. */
  private static final class Column {
    final TenantId tenant;
    final double[] demand = nothing();
    final double[] loss = nothing();
    double worst;
    double operations;

    Column(TenantId tenant) {
      this.tenant = tenant;
    }

    private static double[] nothing() {
      double[] figures = new double[MAX_ROWS];
      Arrays.fill(figures, NOTHING);
      return figures;
    }
  }

  /**
   * @param ofServer part of the names of the servers that count; empty for all
   * @param ofTenant the same of tenants
   */
  ServersDocument(Round round, String ofServer, String ofTenant) {
    this.round = round;
    this.ofServer = ofServer.toLowerCase(Locale.ROOT);
    this.ofTenant = ofTenant.toLowerCase(Locale.ROOT);
  }

  /**
   * JSON with the members version, serverCount and tenantCount (all that match), tenants, and
   * servers with one figure per tenant, null where the tenant is not.
   */
  String toJson() {
    List<ServerLoad> loads = loads();
    int serverCount = loads.size();
    loads.subList(Math.min(MAX_ROWS, serverCount), serverCount).clear();
    for (ServerLoad load : loads) {
      rows.put(load.server(), rows.size());
    }
    List<Column> columns = columns();
    int tenantCount = columns.size();
    columns.subList(Math.min(MAX_COLUMNS, tenantCount), tenantCount).clear();
    columns.sort(Comparator.comparing((Column column) -> column.tenant));
    JsonArray tenants = new JsonArray();
    columns.forEach(column -> tenants.add(column.tenant.name()));
    Map<String, ServerStatus> statuses = new HashMap<>();
    round.status().servers().forEach(server -> statuses.put(server.server(), server));
    JsonArray servers = new JsonArray();
    for (ServerLoad load : loads) {
      servers.add(row(load, columns, statuses.get(load.server())));
    }
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    document.addProperty("serverCount", serverCount);
    document.addProperty("tenantCount", tenantCount);
    document.add("tenants", tenants);
    document.add("servers", servers);
    return GSON.toJson(document);
  }

  private List<ServerLoad> loads() {
    List<ServerLoad> loads = new ArrayList<>();
    for (UsageReport report : round.usage().reports()) {
      if (report.server().toLowerCase(Locale.ROOT).contains(ofServer)) {
        loads.add(ServerLoad.of(report));
      }
    }
    loads.sort(ServerLoad.BUSIEST);
    return loads;
  }

  /** The tenants on the rows; the greatest loss first, in tenths, then the most operations. */
  private List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (TenantModel model : round.models()) {
      if (model.tenant().name().toLowerCase(Locale.ROOT).contains(ofTenant)) {
        Column column = column(model);
        if (column != null) {
          columns.add(column);
        }
      }
    }
    columns.sort(
        Comparator.comparingDouble((Column column) -> -Math.rint(column.worst * 10))
            .thenComparingDouble(column -> -column.operations)
            .thenComparing(column -> column.tenant));
    return columns;
  }

  private @Nullable Column column(TenantModel model) {
    Column column = null;
    List<PartModel> parts = model.parts();
    for (int k = 0; k < parts.size(); k++) {
      Integer row = rows.get(parts.get(k).server());
      if (row != null) {
        column = column == null ? new Column(model.tenant()) : column;
        column.demand[row] = parts.get(k).demandShare();
        column.loss[row] = model.throughputLossBy(k);
        column.worst = Math.max(column.worst, column.loss[row]);
        column.operations += model.throughput() * parts.get(k).demandShare();
      }
    }
    return column;
  }

  private JsonObject row(ServerLoad load, List<Column> columns, @Nullable ServerStatus server) {
    int row = rows.getOrDefault(load.server(), 0);
    Map<TenantId, Reservation> reservations = new HashMap<>();
    if (round.plan().isPresent()) {
      Plan plan = round.plan().get();
      plan.reservationsOn(load.server()).forEach(r -> reservations.put(r.tenant(), r));
    }
    JsonArray cache = new JsonArray();
    JsonArray hdfs = new JsonArray();
    JsonArray cpu = new JsonArray();
    JsonArray demand = new JsonArray();
    JsonArray loss = new JsonArray();
    for (Column column : columns) {
      boolean there = !Double.isNaN(column.demand[row]);
      Reservation reservation = reservations.get(column.tenant);
      double none = there ? 0 : NOTHING;
      add(cache, there && reservation != null ? reservation.cacheShare() : none);
      add(hdfs, there && reservation != null ? reservation.hdfsShare() : none);
      add(cpu, there ? cpuShare(column.tenant, load.server()) : NOTHING);
      add(demand, column.demand[row]);
      add(loss, column.loss[row]);
    }
    JsonObject json = new JsonObject();
    json.addProperty("server", load.server());
    json.addProperty("page", server == null ? "" : server.page());
    json.addProperty("bottleneck", load.bottleneck().name());
    json.addProperty("waiting", Math.rint(load.waiting() * 100) / 100);
    json.addProperty("operationsPerSecond", Math.rint(load.operationsPerSecond() * 10) / 10);
    json.addProperty("hdfsUse", Math.rint(load.hdfsUse() * 1e4) / 1e4);
    if (server != null && server.cpu().available() > 0) {
      json.add("cpu", GSON.toJsonTree(server.cpu()));
    }
    json.addProperty(
        "ownShares",
        round.plan().map(plan -> plan.servers().containsKey(load.server())).orElse(false));
    json.add("cacheShare", cache);
    json.add("hdfsShare", hdfs);
    json.add("cpuShare", cpu);
    json.add("demandShare", demand);
    json.add("throughputLoss", loss);
    return json;
  }

  private double cpuShare(TenantId tenant, String server) {
    return round.plan().map(plan -> plan.cpuShare(tenant, server)).orElse(0.0);
  }

  private static void add(JsonArray figures, double figure) {
    if (Double.isNaN(figure)) {
      figures.add(JsonNull.INSTANCE);
    } else {
      figures.add(Math.rint(figure * 1e4) / 1e4);
    }
  }
}
