package io.argus.experiments.capacity;

import static io.argus.core.text.Text.format;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.cli.live.MasterOption;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a master of one region server foretold of more, beside what clients measured there.
 *
 * <p>Immutable; safe for use by any thread.
 *
 * @param foretold the document {@code capacity.json}
 * @param measured operations per second of each tenant, by the number of region servers
 */
record CapacityComparison(
    JsonObject foretold, SortedMap<Integer, SortedMap<String, Double>> measured) {

  /** A tenant, or all of them, on a number of servers; throughputs are in operations per second. */
  record Line(
      int servers, String tenant, double predicted, double least, double most, double measured) {
    /** Relative error of the prediction. */
    double error() {
      return predicted / measured - 1;
    }
  }

  static CapacityComparison of(String foretold, Map<Integer, SortedMap<String, Double>> measured) {
    return new CapacityComparison(
        JsonParser.parseString(foretold).getAsJsonObject(), new TreeMap<>(measured));
  }

  /** Of each number of servers that was measured and foretold, its tenants, then all of them. */
  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (JsonElement each : MasterOption.member(foretold, "outcomes").getAsJsonArray()) {
      JsonObject outcome = each.getAsJsonObject();
      int servers = MasterOption.member(outcome, "servers").getAsInt();
      SortedMap<String, Double> there = measured.get(servers);
      if (there != null) {
        for (JsonElement tenant : MasterOption.member(outcome, "tenants").getAsJsonArray()) {
          String name = MasterOption.member(tenant.getAsJsonObject(), "tenant").getAsString();
          if (there.containsKey(name)) {
            lines.add(line(servers, name, tenant.getAsJsonObject(), there.get(name)));
          }
        }
        double sum = there.values().stream().mapToDouble(Double::doubleValue).sum();
        lines.add(line(servers, "all", outcome, sum));
      }
    }
    return lines;
  }

  private static Line line(int servers, String tenant, JsonObject predicted, double measured) {
    return new Line(
        servers,
        tenant,
        MasterOption.member(predicted, "operationsPerSecond").getAsDouble(),
        MasterOption.member(predicted, "least").getAsDouble(),
        MasterOption.member(predicted, "most").getAsDouble(),
        measured);
  }

  /** The greatest error of the throughput of all tenants, on more servers than one. */
  double worst() {
    return lines().stream()
        .filter(line -> line.servers() > 1 && line.tenant().equals("all"))
        .mapToDouble(line -> Math.abs(line.error()))
        .max()
        .orElse(0);
  }

  void print() {
    TextTable table = new TextTable();
    table.row("tenant", "region servers", "predicted/s", "range", "measured/s", "error");
    for (Line line : lines()) {
      table.row(
          line.tenant(),
          Integer.toString(line.servers()),
          format("%,.0f", line.predicted()),
          format("%,.0f..%,.0f", line.least(), line.most()),
          format("%,.0f", line.measured()),
          format("%+.0f%%", 100 * line.error()));
    }
    table.print();
    System.out.println(
        format(
            "Predicted from one region server; all tenants: %.0f %% off at worst.", 100 * worst()));
  }

  String toJson() {
    Map<String, Object> document = Output.document();
    document.put("worstError", worst());
    List<Map<String, Object>> entries = new ArrayList<>();
    for (Line line : lines()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("servers", line.servers());
      entry.put("tenant", line.tenant());
      entry.put("predicted", line.predicted());
      entry.put("least", line.least());
      entry.put("most", line.most());
      entry.put("measured", line.measured());
      entry.put("error", line.error());
      entries.add(entry);
    }
    document.put("lines", entries);
    document.put("foretold", foretold);
    return Output.json(document);
  }
}
