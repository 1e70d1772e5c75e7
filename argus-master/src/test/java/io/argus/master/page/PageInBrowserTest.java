package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageReport.ClassUsage;
import io.argus.master.ManyServers;
import io.argus.master.PageFixture;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Charts are drawn, and every figure is the one in the JSON behind it. */
class PageInBrowserTest extends BrowserTest {
  @Test
  void theOverviewShowsWhatTheJsonHolds() throws Exception {
    String dom = dom("");
    JsonObject status = json("status.json", null);
    requireEqual(figures(part(dom, "id=\"mode\"", "</dl>")), status, 2);
    Map<String, JsonObject> tenants = new HashMap<>();
    for (JsonElement tenant : status.getAsJsonArray("tenants")) {
      tenants.put(tenant.getAsJsonObject().get("tenant").getAsString(), tenant.getAsJsonObject());
    }
    Matcher rows = ROW.matcher(part(dom, "<table id=\"tenants\"", "</table>"));
    int count = 0;
    while (rows.find()) {
      count++;
      requireEqual(figures(rows.group()), tenants.get(rows.group(1)), 6);
    }
    assertThat(count).isEqualTo(5);
    assertThat(dom).contains("Bottleneck server");
  }

  @Test
  void theChartsDrawTheHistory() throws Exception {
    JsonObject history = json("history.json", null);
    String scores = dom("#scores");
    requireEqual(
        figures(part(scores, "<dl class=\"tiles\"", "</dl>")), json("status.json", null), 5);
    requireDrawn(
        chart(scores, "Scores"),
        "D-score",
        history.getAsJsonObject("scores").getAsJsonArray("dScore"));
    String dom = dom("");
    requireDrawn(
        chart(dom("#tenant/search"), "Throughput"), "search", partOfIsolated(history("search")));
    for (JsonElement each : history.getAsJsonArray("tenants")) {
      JsonObject tenant = each.getAsJsonObject();
      String name = tenant.get("tenant").getAsString();
      if (!name.equals("default")) {
        requireDrawn(chart(dom, "Latency p99"), name, tenant.getAsJsonArray("responseP99Nanos"));
      }
      requireDrawn(chart(dom, "Operations"), name, tenant.getAsJsonArray("operationsPerSecond"));
      requireDrawn(chart(dom, "Queue wait p99"), name, tenant.getAsJsonArray("queueWaitP99Nanos"));
    }
  }

  @Test
  void aTenantsViewShowsItsTimeItsFunctionAndItsHistory() throws Exception {
    String dom = dom("#tenant/search");
    JsonObject status = tenant("search");
    requireEqual(figures(part(dom, "<dl class=\"tiles\"", "</dl>")), status, 6);
    requireEqual(figures(part(dom, "<table id=\"phases\"", "</table>")), status, 4);
    JsonObject function =
        json("functions.json", "tenant=search")
            .getAsJsonArray("functions")
            .get(0)
            .getAsJsonObject();
    String map = part(dom, "class=\"heat\"", "</svg>");
    assertThat(map.split("<rect", -1)).hasSize(11 * 11 + 1);
    JsonArray rows = function.getAsJsonArray("operationsPerSecond");
    Matcher cells = Pattern.compile("data-value=\"([^\"]+)\"").matcher(map);
    for (JsonElement row : rows) {
      for (JsonElement cell : row.getAsJsonArray()) {
        assertThat(cells.find()).isTrue();
        assertThat(Double.parseDouble(cells.group(1))).isEqualTo(cell.getAsDouble());
      }
    }
    requirePoint(map, "reserved\" cx", "cy", status.get("cacheShare"), status.get("hdfsShare"));
    requirePoint(
        map,
        "effective\" data-cx",
        "data-cy",
        status.get("usedCacheShare"),
        status.get("usedHdfsShare"));
    requireDrawn(
        chart(dom, "Guaranteed shares"), "cache", history("search").getAsJsonArray("cacheShare"));
  }

  private static JsonObject history(String tenant) {
    return json("history.json", "tenants=" + tenant)
        .getAsJsonArray("tenants")
        .get(0)
        .getAsJsonObject();
  }

  /** A point of the heat map is at these shares. */
  private static void requirePoint(
      String map, String x, String y, JsonElement cacheShare, JsonElement hdfsShare) {
    Matcher at =
        Pattern.compile("data-point=\"" + x + "=\"([^\"]+)\" " + y + "=\"([^\"]+)\"").matcher(map);
    assertThat(at.find()).as(x).isTrue();
    assertThat(Double.parseDouble(at.group(1)))
        .isEqualTo(60 + (hdfsShare.getAsDouble() * 10 + 0.5) * 44, within(0.01));
    assertThat(Double.parseDouble(at.group(2)))
        .isEqualTo(2 + ((1 - cacheShare.getAsDouble()) * 10 + 0.5) * 26, within(0.01));
  }

  private static JsonArray partOfIsolated(JsonObject tenant) {
    JsonArray operations = tenant.getAsJsonArray("operationsPerSecond");
    JsonArray isolated = tenant.getAsJsonArray("isolatedThroughput");
    JsonArray parts = new JsonArray();
    for (int i = 0; i < operations.size(); i++) {
      double of = isolated.get(i).getAsDouble();
      parts.add(of > 0 ? (Double) (operations.get(i).getAsDouble() / of) : null);
    }
    return parts;
  }

  @Test
  void aTenantsTablesAndWhatItBorrowsAreShown() throws Exception {
    String dom = dom("#tenant/search");
    JsonArray tables = json("tables.json", "tenant=search").getAsJsonArray("tables");
    String shown = part(dom, "<table id=\"tables\"", "</table>");
    requireInOrder(shown, "search:suggestions", "its namespace is the tenant", "search:clicks");
    for (JsonElement table : tables) {
      assertThat(shown)
          .contains(
              "data-value=\"" + table.getAsJsonObject().get("requestsPerSecond").getAsInt() + "\"");
    }
    assertThat(tables).hasSize(3);
    JsonObject status = tenant("search");
    assertThat(status.get("cacheBorrowedBytes").getAsLong())
        .isEqualTo(status.get("cacheBytes").getAsLong() - status.get("cacheLimitBytes").getAsLong())
        .isPositive();
    assertThat(part(dom, "<dl class=\"tiles\"", "</dl>"))
        .containsPattern(
            "[MG]B</span>, <span data-member=\"cacheBorrowedBytes\"[^<]*B</span> borrowed");
  }

  @Test
  void aTenantsClassesAreShownWithTheirCaps() throws Exception {
    TenantId shop = TenantId.of("shop");
    ArgusPage divided =
        PageFixture.of(
                Map.of("argus.tenant.caps", "shop/batch:ops=50"),
                List.of("shop", "other"),
                List.of(
                    new ClassUsage(shop, "batch", 50, 0.4, 0.2).withCap(1, 9, 12.5),
                    new ClassUsage(shop, "default", 70, 0.1, 0.3)),
                System.currentTimeMillis())
            .page();
    JsonArray classes =
        json(divided, "status.json", null)
            .getAsJsonArray("tenants")
            .get(1)
            .getAsJsonObject()
            .getAsJsonArray("classes");
    assertThat(classes).hasSize(2);
    try (PageServer by = PageServer.start(divided, 0)) {
      String shown = part(dom(by, "#tenant/shop"), "<table id=\"classes\"", "</table>");
      for (JsonElement each : classes) {
        JsonObject ofClass = each.getAsJsonObject();
        String name = ofClass.get("name").getAsString();
        requireEqual(
            figures(part(shown, "<th scope=\"row\">" + name, "</tr>")),
            ofClass,
            name.equals("batch") ? 4 : 3);
      }
      requireInOrder(
          shown, "batch", "waits for its cap", "50.0 ops/s", "100%", "12.50", "default", "–");
      assertThat(dom(by, "#tenant/other")).doesNotContain("tenant-classes");
    }
  }

  @Test
  void theCommandOfAWhatIfPinsWhatWasAsked() throws Exception {
    String dom =
        chromium.dom(
            server.driven(
                ArgusPage.ROOT + "#what-if",
                "await until(() => page.getElementById('command'));"
                    + "page.querySelector('[name=cache]').value = 50;"
                    + "page.getElementById('command').textContent = '';"
                    + "page.querySelector('form .primary').click();"
                    + "await until(() => page.getElementById('command').textContent);"
                    + "page.querySelector('.command button').click();"
                    + "await until(() => page.querySelector('.command button').textContent != 'Copy');"));
    Matcher command =
        Pattern.compile("<code id=\"command\">bin/argus plan pin ([^<]+)</code>").matcher(dom);
    assertThat(command.find()).isTrue();
    double cache = 0;
    double hdfs = 0;
    String[] pinned = command.group(1).split(" ");
    for (String each : pinned) {
      cache += Double.parseDouble(each.substring(each.indexOf('=') + 1, each.indexOf('/')));
      hdfs += Double.parseDouble(each.substring(each.indexOf('/') + 1));
    }
    assertThat(pinned).hasSize(5).anyMatch(each -> each.startsWith("analytics=0.5/"));
    assertThat(cache).isEqualTo(1, within(1e-9));
    assertThat(hdfs).isEqualTo(1, within(1e-9));
    requireInOrder(
        part(dom, "<table id=\"compared\"", "</table>"), "D-score", "No change", "These shares");
    requireInOrder(dom, "<table id=\"predicted\"", "<details><summary>Scores", "id=\"compared\"");
    requireBars(
        part(dom, "<table id=\"predicted\"", "</table>"),
        json("what-if.json", "analytics=" + sharesOfAnalytics(command.group(1))));
  }

  private static String sharesOfAnalytics(String pinned) {
    Matcher search = Pattern.compile("analytics=(\\S+)").matcher(pinned);
    assertThat(search.find()).isTrue();
    return search.group(1);
  }

  /** Two bars for each tenant, as long as its throughput is of its isolated throughput. */
  private static void requireBars(String table, JsonObject prediction) {
    for (JsonElement each : prediction.getAsJsonArray("tenants")) {
      JsonObject tenant = each.getAsJsonObject();
      String row = part(table, ">" + tenant.get("tenant").getAsString() + "</th>", "</tr>");
      double before = tenant.get("predictedBefore").getAsDouble();
      double after = tenant.get("predictedAfter").getAsDouble();
      double full =
          Math.max(tenant.get("isolatedThroughput").getAsDouble(), Math.max(before, after));
      Matcher bars = Pattern.compile("<i style=\"width: ([0-9.e-]+)%").matcher(row);
      for (double throughput : new double[] {before, after}) {
        assertThat(bars.find()).as(row).isTrue();
        assertThat(Double.parseDouble(bars.group(1)))
            .isEqualTo(full > 0 ? 100 * throughput / full : 0, within(1.0));
      }
    }
  }

  @Test
  void theNavigationBarIsThatOfHBase() throws Exception {
    String bar = part(dom(""), "<nav class=\"navbar\"", "</nav>");
    requireInOrder(
        bar,
        "<a href=\"/master-status\">Home</a>",
        "<a href=\"/tablesDetailed.jsp\">Table Details</a>",
        "Procedures &amp; Locks",
        "HBCK Report",
        "Operation Details",
        "Quotas",
        "Process Metrics",
        "Local Logs",
        "Log Level",
        "Debug Dump",
        "<summary>Metrics</summary>",
        "<a href=\"/jmx?description=true\">JMX with description</a>",
        "<a href=\"/prometheus\">Prometheus</a>",
        "Profiler",
        "HBase Configuration",
        "Startup Progress",
        "<a href=\"./\" aria-current=\"page\">Argus</a>");
    try (PageServer old = PageServer.start(page, 0).withoutHeader()) {
      String static094 =
          part(chromium.dom(old.url(ArgusPage.ROOT)), "<nav class=\"navbar\"", "</nav>");
      requireInOrder(static094, "Home", "Local Logs", "Log Level", "Debug Dump", "JMX", "Argus");
    }
  }

  @Test
  void thePageWorksBelowThePathOfAProxy() throws Exception {
    try (PageServer proxy = PageServer.start(page, 0).below("/gateway/hbase")) {
      for (String path : List.of("/argus", "/argus/", "/argus/#tenant/search", "/argus/#plans")) {
        String dom = chromium.dom(proxy.url(path));
        assertThat(dom).as(path).contains("data-ready=\"").doesNotContain("No new figures since");
        requireInOrder(
            part(dom, "<nav class=\"navbar\"", "</nav>"),
            "<a href=\"/gateway/hbase/master-status\">Home</a>",
            "<a href=\"/gateway/hbase/tablesDetailed.jsp\">Table Details</a>",
            "<a href=\"./\" aria-current=\"page\">Argus</a>");
      }
      assertThat(figures(part(chromium.dom(proxy.url("/argus/")), "id=\"mode\"", "</dl>")))
          .isEqualTo(figures(part(dom(""), "id=\"mode\"", "</dl>")));
    }
  }

  @Test
  void plansWhatIfContentionAndServersAreShown() throws Exception {
    JsonArray plans = json("plans.json", null).getAsJsonArray("plans");
    String shown = dom("#plans");
    assertThat(shown.split("data-plan=", -1)).hasSize(plans.size() + 1);
    assertThat(shown).contains("in force").contains("predicted D");
    assertThat(shown)
        .as("dates of one locale")
        .containsPattern("\\d{1,2} [A-Z][a-z]{2,3} 20\\d\\d, \\d\\d:\\d\\d:\\d\\d")
        .doesNotContainPattern("\\d/\\d\\d?/\\d| [AP]M\\b");
    String whatIf = dom("#what-if");
    assertThat(figures(part(whatIf, "<table id=\"predicted\"", "</table>")))
        .containsKeys("predictedBefore", "predictedAfter", "cacheShareAfter");
    assertThat(dom("#contention")).contains("<table id=\"current-contention\"");
    assertThat(dom("#servers")).contains("rs2.example.com:16020").contains("FAILED");
  }

  @Test
  void whatWasUsedIsATableAndCharts() throws Exception {
    String dom = dom("#usage");
    long now = System.currentTimeMillis();
    JsonObject used =
        json("usage.json", "fromMillis=" + (now - 24 * 3_600_000) + "&toMillis=" + now);
    JsonArray tenants =
        used.getAsJsonArray("periods").get(0).getAsJsonObject().getAsJsonArray("tenants");
    String table = part(dom, "<table id=\"usage\"", "</table>");
    for (JsonElement each : tenants) {
      JsonObject amounts = each.getAsJsonObject().getAsJsonObject("amounts");
      long operations = 0;
      for (String kind : List.of("gets", "scans", "writes")) {
        operations += amounts.has(kind) ? amounts.get(kind).getAsLong() : 0;
      }
      assertThat(table).contains("data-value=\"" + operations + "\"");
    }
    assertThat(chart(dom, "Operations")).contains("data-series=\"orders\"");
    assertThat(part(dom, "<table id=\"contention\"", "</table>")).contains("HDFS");
    assertThat(part(dom, "<table id=\"causes\"", "</table>")).contains("HDFS");
  }

  @Test
  void theServersAndTheirTenantsAreAHeatMap() throws Exception {
    ArgusPage three = new ManyServers(3, 3, 3).page();
    try (PageServer own = PageServer.start(three, 0)) {
      String dom = chromium.dom(own.url(ArgusPage.ROOT + "#servers"));
      JsonObject document = json(three, "servers.json", null);
      String heat = part(dom, "<table id=\"server-heat\"", "</table>");
      Matcher cells = Pattern.compile("<span data-value=\"([^\"]+)\"[^>]*title").matcher(heat);
      for (JsonElement row : document.getAsJsonArray("servers")) {
        for (JsonElement cell : row.getAsJsonObject().getAsJsonArray("throughputLoss")) {
          assertThat(cells.find()).isTrue();
          assertThat(Double.parseDouble(cells.group(1))).isEqualTo(cell.getAsDouble());
        }
      }
      assertThat(cells.find()).isFalse();
      assertThat(heat)
          .contains("href=\"http://rs0000.example.com:16030/argus/\"")
          .contains("tenant001 on rs0001.example.com:16020: Cache share 33%")
          .contains("own shares", ">HDFS</span>", "data-member=\"hdfsUse\"")
          .doesNotContain("object", ">null<")
          .contains("background: rgba(var(--heat)");
      assertThat(dom).contains("Filter servers by name").doesNotContain("more servers");
      String overview = chromium.dom(own.url(ArgusPage.ROOT));
      assertThat(part(overview, "<table id=\"tenants\"", "</table>"))
          .contains("Bottleneck server", "<td>rs0002.example.com:16020</td>");
      assertThat(chromium.dom(own.url(ArgusPage.ROOT + "#tenant/tenant001")))
          .contains("Bottleneck server: <a href=\"http://rs0001.example.com:16030/argus/\"");
    }
  }

  @Test
  void ofSixtyServersTheExceptionsAreShownAndTheRestIsFolded() throws Exception {
    ArgusPage sixty = new ManyServers(60, 100, 20, 10, 2).page();
    try (PageServer own = PageServer.start(sixty, 0)) {
      String dom = chromium.dom(own.url(ArgusPage.ROOT + "#servers"));
      String view = part(dom, "id=\"view\"", "</main>");
      requireInOrder(view, "60", "that report", "2", "do not report", "6", "of a component");
      String exceptions = part(view, "<table id=\"exceptions\"", "</table>");
      assertThat(exceptions.split("<th scope=\"row\">", -1)).hasSize(2 + 1);
      requireInOrder(
          exceptions,
          "badge bad\">failed</span> component cache FAILED: ",
          "<td class=\"num\">6</td>",
          "rs0000.example.com:16020",
          "rs0050.example.com:16020",
          "badge warn\">check</span> does not report: it runs without Argus",
          "<td class=\"num\">2</td>",
          "rs0060.example.com:16020, rs0061.example.com:16020");
      assertThat(view.split("<details class=\"part\"><summary>", -1)).hasSize(2 + 1);
      String all = part(view, "<table id=\"servers\"", "</table>");
      assertThat(all.split("<th scope=\"row\">", -1)).hasSize(60 + 1);
      assertThat(all.split("badge bad\">cache<", -1)).hasSize(6 + 1);
    }
  }

  @Test
  void ofManyServersTheBusiestAreDrawn() throws Exception {
    try (PageServer own = PageServer.start(new ManyServers(1_000, 500, 20).page(), 0)) {
      String dom = chromium.dom(own.url(ArgusPage.ROOT + "#servers"));
      String heat = part(dom, "<table id=\"server-heat\"", "</table>");
      assertThat(heat.split("<th scope=\"row\">", -1)).hasSize(40 + 1);
      assertThat(dom).contains("And 960 more servers").contains("more tenants: use the filter");
    }
  }
}
