package io.argus.master.page;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import io.argus.master.model.TenantModel;
import java.util.List;

/**
 * The tenants' performance functions as the planner uses them now, on an even grid.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class HeatMaps {
  private static final int STEPS = 10;
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private HeatMaps() {}

  /**
   * JSON with the members version and functions: tenant, function, why, isolatedThroughput, bias,
   * shares, operationsPerSecond with one row per cache share.
   */
  static String toJson(List<TenantModel> models) {
    JsonArray maps = new JsonArray();
    for (TenantModel model : models) {
      maps.add(heatMap(model));
    }
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    document.add("functions", maps);
    return GSON.toJson(document);
  }

  private static JsonObject heatMap(TenantModel model) {
    JsonArray shares = new JsonArray();
    JsonArray rows = new JsonArray();
    for (int c = 0; c <= STEPS; c++) {
      shares.add((double) c / STEPS);
      JsonArray row = new JsonArray();
      for (int h = 0; h <= STEPS; h++) {
        double predicted = model.predicted((double) c / STEPS, (double) h / STEPS);
        row.add(Math.rint(predicted * 10) / 10);
      }
      rows.add(row);
    }
    JsonObject map = new JsonObject();
    map.addProperty("tenant", model.tenant().name());
    map.addProperty("function", model.functionName());
    map.addProperty("why", model.why());
    map.addProperty("isolatedThroughput", model.isolatedThroughput());
    map.addProperty("bias", model.bias());
    map.add("shares", shares);
    map.add("operationsPerSecond", rows);
    return map;
  }
}
