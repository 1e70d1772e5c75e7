package io.argus.cli.usage;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.usage.UsageAmounts;
import java.io.IOException;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What tenants used in a span of time, as a bill. Used by one thread. */
final class BilledUsage {
  private static final int QUANTITY_DIGITS = 3;

  private final ReadOptions cluster;
  private final MasterOption master;
  private final String query;

  /**
   * @param query of the span
   */
  BilledUsage(ReadOptions cluster, MasterOption master, String query) {
    this.cluster = cluster;
    this.master = master;
    this.query = query;
  }

  void print(PriceList prices) throws IOException, InterruptedException {
    Map<String, UsageAmounts> peak = used(prices.peakHours().map(BilledUsage::hours).orElse(""));
    Map<String, UsageAmounts> offPeak =
        prices.offPeakHours().isPresent()
            ? used(hours(prices.offPeakHours().get()))
            : Collections.emptyMap();
    Bill bill = Bill.of(peak, offPeak, prices);
    if (cluster.json()) {
      System.out.println(json(bill, prices));
    } else {
      print(bill, prices);
    }
  }

  private static String hours(String hours) {
    return "&hours=" + hours;
  }

  private Map<String, UsageAmounts> used(String hours) throws IOException, InterruptedException {
    return MasterOption.read(
        master.read(cluster, query + hours), UsageCommand.WHAT, BilledUsage::used);
  }

  private static Map<String, UsageAmounts> used(JsonObject document) {
    Map<String, UsageAmounts> used = new TreeMap<>();
    for (JsonElement period : MasterOption.member(document, "periods").getAsJsonArray()) {
      JsonElement tenants = MasterOption.member(period.getAsJsonObject(), "tenants");
      for (JsonElement of : tenants.getAsJsonArray()) {
        used.merge(UsageCommand.name(of), UsageCommand.amounts(of), UsageAmounts::plus);
      }
    }
    UsageCommand.note(document);
    return used;
  }

  private static void print(Bill bill, PriceList prices) {
    TextTable table = new TextTable();
    table.row("tenant", "quantity", "price", (prices.currency() + " cost").trim());
    List<String> items = new ArrayList<>(Collections.singletonList("item"));
    bill.tenants()
        .forEach(
            (tenant, lines) -> {
              for (Bill.Line line : lines) {
                table.row(
                    tenant,
                    line.quantity().setScale(QUANTITY_DIGITS, RoundingMode.HALF_UP).toPlainString(),
                    line.price().toPlainString(),
                    line.cost().toPlainString());
                items.add(line.item().unit());
              }
              table.row(tenant, "", "", bill.costOf(tenant).toPlainString());
              items.add("sum");
            });
    table.row("(all)", "", "", bill.cost().toPlainString());
    items.add("sum");
    table.print(items);
  }

  private static String json(Bill bill, PriceList prices) {
    Map<String, Object> document = Output.document();
    document.put("currency", prices.currency());
    document.put("cost", bill.cost());
    List<Map<String, Object>> tenants = new ArrayList<>();
    bill.tenants()
        .forEach(
            (tenant, lines) -> {
              Map<String, Object> owed = new LinkedHashMap<>();
              owed.put("tenant", tenant);
              owed.put("cost", bill.costOf(tenant));
              owed.put("lines", lines.stream().map(BilledUsage::json).collect(Collectors.toList()));
              tenants.add(owed);
            });
    document.put("tenants", tenants);
    return Output.json(document);
  }

  private static Map<String, Object> json(Bill.Line line) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("item", line.item().key());
    item.put("quantity", line.quantity());
    item.put("price", line.price());
    item.put("cost", line.cost());
    return item;
  }
}
