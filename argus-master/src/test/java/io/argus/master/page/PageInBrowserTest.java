package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.page.ArgusPage;
import io.argus.master.ManyServers;
import io.argus.master.PageFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a real browser: charts are drawn, and every figure is the one in the JSON behind it.
 * With {@code -Dargus.screenshots=DIR} it leaves pictures there.
 */
@Tag("long")
class PageInBrowserTest {
  private static final Pattern ROW =
      Pattern.compile("<tr><th scope=\"row\">(?:<a [^>]*>)?([^<]+).*?</tr>");
  private static final Pattern FIGURE =
      Pattern.compile("data-member=\"(\\w+)\" data-value=\"([^\"]+)\">([^<]*)<");
  private static final Pattern SERIES =
      Pattern.compile("data-series=\"([^\"]+)\" data-points=\"(\\d+)\" d=\"(M[^\"]+)\"");

  @TempDir static Path scratch;

  private static Chromium chromium;
  private static ArgusPage page;
  private static PageServer server;

  @BeforeAll
  static void start() throws IOException {
    Optional<Chromium> found = Chromium.find(scratch);
    assumeTrue(found.isPresent(), "no Chromium on the PATH: the page is not tested in a browser");
    chromium = found.get();
    page = PageFixture.until(System.currentTimeMillis(), PageFixture.HOUR).page();
    server = PageServer.start(page, 0);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static JsonObject json(String name, String query) {
    return json(page, name, query);
  }

  private static JsonObject json(ArgusPage page, String name, String query) {
    byte[] body = page.get(ArgusPage.ROOT + name, query).orElseThrow().body();
    return JsonParser.parseString(new String(body, StandardCharsets.UTF_8)).getAsJsonObject();
  }

  private static String dom(String hash) throws IOException, InterruptedException {
    String dom = chromium.dom(server.url(ArgusPage.ROOT + hash));
    assertThat(dom).contains("data-ready=\"");
    return dom;
  }

  private static String part(String dom, String from, String to) {
    int start = dom.indexOf(from);
    assertThat(start).as(from).isNotNegative();
    return dom.substring(start, dom.indexOf(to, start));
  }

  private static Map<String, Double> figures(String html) {
    Map<String, Double> figures = new HashMap<>();
    Matcher matcher = FIGURE.matcher(html);
    while (matcher.find()) {
      figures.put(matcher.group(1), Double.valueOf(matcher.group(2)));
      assertThat(matcher.group(3)).as("text of " + matcher.group(1)).isNotBlank();
    }
    return figures;
  }

  /** Each figure shown is the member of that name. */
  private static void requireEqual(Map<String, Double> shown, JsonObject behind, int least) {
    assertThat(shown).hasSizeGreaterThanOrEqualTo(least);
    shown.forEach(
        (member, value) ->
            assertThat(value).as(member).isEqualTo(behind.get(member).getAsDouble()));
  }

  private static void requireDrawn(String chart, String series, JsonArray values) {
    Matcher matcher = SERIES.matcher(chart);
    while (matcher.find()) {
      if (matcher.group(1).equals(series)) {
        int points = 0;
        for (JsonElement value : values) {
          points += value.isJsonNull() ? 0 : 1;
        }
        assertThat(Integer.parseInt(matcher.group(2))).isEqualTo(points).isGreaterThan(100);
        assertThat(matcher.group(3).split("[ML]")).hasSize(points + 1);
        Matcher latest =
            Pattern.compile("data-series=\"" + series + "\" data-value=\"([^\"]+)\"")
                .matcher(chart);
        assertThat(latest.find()).as("latest of " + series).isTrue();
        assertThat(Double.parseDouble(latest.group(1)))
            .isEqualTo(values.get(values.size() - 1).getAsDouble());
        return;
      }
    }
    throw new AssertionError("series " + series + " is not drawn");
  }

  private static String chart(String dom, String title) {
    return part(dom, "data-chart=\"" + title + "\"", "</figure>");
  }

  @Test
  void theOverviewShowsWhatTheJsonHolds() throws Exception {
    String dom = dom("");
    JsonObject status = json("status.json", null);
    requireEqual(figures(part(dom, "id=\"facts\"", "id=\"updated\"")), status, 3);
    Map<String, Double> tiles = figures(part(dom, "<dl class=\"tiles\"", "</dl>"));
    assertThat(tiles.remove("tenants")).isEqualTo(5);
    requireEqual(tiles, status, 5);
    Map<String, JsonObject> tenants = new HashMap<>();
    for (JsonElement tenant : status.getAsJsonArray("tenants")) {
      tenants.put(tenant.getAsJsonObject().get("tenant").getAsString(), tenant.getAsJsonObject());
    }
    Matcher rows = ROW.matcher(part(dom, "<table id=\"tenants\"", "</table>"));
    int count = 0;
    while (rows.find()) {
      count++;
      requireEqual(figures(rows.group()), tenants.get(rows.group(1)), 13);
    }
    assertThat(count).isEqualTo(5);
    assertThat(dom).doesNotContain("Held up by");
    assertThat(dom).contains("component cache FAILED: could not take the place of");
  }

  @Test
  void theChartsDrawTheHistory() throws Exception {
    String dom = dom("");
    JsonObject history = json("history.json", null);
    requireDrawn(
        chart(dom, "Scores"),
        "D-score",
        history.getAsJsonObject("scores").getAsJsonArray("dScore"));
    for (JsonElement each : history.getAsJsonArray("tenants")) {
      JsonObject tenant = each.getAsJsonObject();
      String name = tenant.get("tenant").getAsString();
      requireDrawn(chart(dom, "Throughput"), name, tenant.getAsJsonArray("operationsPerSecond"));
      requireDrawn(chart(dom, "Slowdown"), name, tenant.getAsJsonArray("throughputViolation"));
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
    Matcher here = Pattern.compile("class=\"here\" cx=\"([^\"]+)\" cy=\"([^\"]+)\"").matcher(map);
    assertThat(here.find()).isTrue();
    assertThat(Double.parseDouble(here.group(1)))
        .isEqualTo(60 + (status.get("hdfsShare").getAsDouble() * 10 + 0.5) * 44, within(0.01));
    assertThat(Double.parseDouble(here.group(2)))
        .isEqualTo(
            2 + ((1 - status.get("cacheShare").getAsDouble()) * 10 + 0.5) * 26, within(0.01));
    JsonObject history =
        json("history.json", "tenants=search").getAsJsonArray("tenants").get(0).getAsJsonObject();
    requireDrawn(chart(dom, "Reservation"), "cache", history.getAsJsonArray("cacheShare"));
  }

  private static JsonObject tenant(String name) {
    for (JsonElement each : json("status.json", null).getAsJsonArray("tenants")) {
      if (each.getAsJsonObject().get("tenant").getAsString().equals(name)) {
        return each.getAsJsonObject();
      }
    }
    throw new AssertionError("no tenant " + name);
  }

  @Test
  void plansWhatIfInterferenceAndServersAreShown() throws Exception {
    JsonArray plans = json("plans.json", null).getAsJsonArray("plans");
    String shown = dom("#plans");
    assertThat(shown.split("data-plan=", -1)).hasSize(plans.size() + 1);
    assertThat(shown).contains("in force").contains("predicted D");
    String whatIf = dom("#what-if");
    assertThat(figures(part(whatIf, "<table id=\"predicted\"", "</table>")))
        .containsKeys("predictedThroughput", "isolatedThroughput");
    assertThat(dom("#interference")).contains("<table id=\"interference\"");
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
      long operations = amounts.get("gets").getAsLong() + amounts.get("scans").getAsLong();
      assertThat(table).contains("data-value=\"" + operations + "\"");
    }
    assertThat(chart(dom, "Operations")).contains("data-series=\"orders\"");
    assertThat(part(dom, "<table id=\"contention\"", "</table>")).contains("HDFS", "mostly");
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
        for (JsonElement cell : row.getAsJsonObject().getAsJsonArray("throughputViolation")) {
          assertThat(cells.find()).isTrue();
          assertThat(Double.parseDouble(cells.group(1))).isEqualTo(cell.getAsDouble());
        }
      }
      assertThat(cells.find()).isFalse();
      assertThat(heat)
          .contains("href=\"http://rs0000.example.com:16030/argus/\"")
          .contains("tenant001 on rs0001.example.com:16020: Cache share 33 %")
          .contains("own shares")
          .doesNotContain("object", ">null<")
          .contains("background: rgba(var(--heat)");
      assertThat(dom).contains("Filter servers by name").doesNotContain("more servers");
      String overview = chromium.dom(own.url(ArgusPage.ROOT));
      assertThat(part(overview, "<table id=\"tenants\"", "</table>"))
          .contains("Held up by", "<td>rs0002.example.com:16020</td>");
      assertThat(chromium.dom(own.url(ArgusPage.ROOT + "#tenant/tenant001")))
          .contains("Held up by <a href=\"http://rs0001.example.com:16030/argus/\"");
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

  @Test
  void leavesScreenshots() throws Exception {
    String directory = System.getProperty("argus.screenshots");
    assumeTrue(directory != null, "-Dargus.screenshots=DIR is not given");
    Path into = Files.createDirectories(Path.of(directory));
    String overview = server.url(ArgusPage.ROOT);
    chromium.screenshot(overview, 1280, 1130, false, into.resolve("overview.png"));
    chromium.screenshot(overview, 1280, 1130, true, into.resolve("overview-dark.png"));
    chromium.screenshot(overview, 500, 1400, false, into.resolve("overview-narrow.png"));
    chromium.screenshot(overview + "#tenant/search", 1280, 1000, false, into.resolve("tenant.png"));
    chromium.screenshot(overview + "#plans", 1280, 700, false, into.resolve("plans.png"));
    try (PageServer three = PageServer.start(new ManyServers(3, 3, 3).page(), 0);
        PageServer many = PageServer.start(new ManyServers(1_000, 500, 20).page(), 0)) {
      String servers = ArgusPage.ROOT + "#servers";
      chromium.screenshot(three.url(servers), 1280, 700, false, into.resolve("servers.png"));
      chromium.screenshot(many.url(servers), 1280, 900, false, into.resolve("servers-many.png"));
    }
    chromium.screenshot(overview + "#usage", 1280, 1000, false, into.resolve("usage.png"));
    chromium.screenshot(overview + "#what-if", 1280, 640, false, into.resolve("what-if.png"));
    for (String name : List.of("overview", "overview-dark", "overview-narrow", "tenant")) {
      assertThat(into.resolve(name + ".png")).isNotEmptyFile();
    }
  }
}
