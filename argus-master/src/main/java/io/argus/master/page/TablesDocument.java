package io.argus.master.page;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageQuery;
import io.argus.core.tenant.TableOwner;
import io.argus.core.tenant.TenantId;
import io.argus.master.regions.Region;
import io.argus.master.status.Round;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The document {@code tables.json}: the tables of one tenant, why they are its own, and their
 * regions; at most {@value #MAX_TABLES}, those with the most requests first.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class TablesDocument {
  private static final int MAX_TABLES = 100;
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private TablesDocument() {}

  /** What the regions of one table add up to. */
  private static final class Spread {
    static final Spread NONE = new Spread();

    final Set<String> servers = new HashSet<>();
    int regions;
    double requestsPerSecond;

    void add(Region region) {
      servers.add(region.server());
      regions++;
      requestsPerSecond += region.requestsPerSecond();
    }
  }

  /** JSON with the members version, tableCount, leftOut and tables. Parameter: tenant. */
  static String toJson(Round round, PageQuery query) {
    TenantId tenant =
        TenantId.of(
            query
                .parameter("tenant")
                .orElseThrow(() -> new IllegalArgumentException("tenant is missing")));
    Map<String, Spread> spreads = new HashMap<>();
    for (Region region : round.regions()) {
      if (region.tenant().equals(tenant)) {
        spreads.computeIfAbsent(region.table(), t -> new Spread()).add(region);
      }
    }
    List<TableOwner> tables = new ArrayList<>();
    for (TableOwner table : round.tables().tables()) {
      if (table.tenant().equals(tenant.name())) {
        tables.add(table);
      }
    }
    tables.sort(
        Comparator.comparingDouble(
                (TableOwner table) ->
                    -spreads.getOrDefault(table.table(), Spread.NONE).requestsPerSecond)
            .thenComparing(TableOwner::table));
    JsonArray list = new JsonArray();
    for (TableOwner table : tables.subList(0, Math.min(MAX_TABLES, tables.size()))) {
      list.add(json(table, spreads.getOrDefault(table.table(), Spread.NONE)));
    }
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    document.addProperty("tableCount", tables.size());
    document.addProperty("leftOut", round.tables().leftOut());
    document.add("tables", list);
    return GSON.toJson(document);
  }

  private static JsonObject json(TableOwner table, Spread spread) {
    JsonObject json = new JsonObject();
    json.addProperty("table", table.table());
    json.addProperty("by", table.by().name());
    json.addProperty("why", table.reason());
    json.addProperty("regions", spread.regions);
    json.addProperty("servers", spread.servers.size());
    json.addProperty("requestsPerSecond", Math.rint(spread.requestsPerSecond * 10) / 10);
    return json;
  }
}
