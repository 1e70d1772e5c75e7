package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import io.argus.master.PageFixture;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the overview leads with, of clusters in good and in bad states. */
class OverviewInBrowserTest extends BrowserTest {
  private static final Pattern CHANGE =
      Pattern.compile("(<span[^>]*>)<span data-value=\"([^\"]+)\">[+−][0-9.]+%</span>");
  private static final List<String> THREE = List.of("orders", "search", "events");

  private static String overview(Map<String, String> settings, List<String> tenants)
      throws IOException, InterruptedException {
    ArgusPage page = PageFixture.of(settings, tenants, System.currentTimeMillis()).page();
    try (PageServer own = PageServer.start(page, 0)) {
      String dom = chromium.dom(own.url(ArgusPage.ROOT));
      assertThat(dom).contains("data-ready=\"overview\"");
      return dom;
    }
  }

  @Test
  void oneSentenceLeadsAndSaysSinceWhen() throws Exception {
    JsonArray clauses =
        json("status.json", null).getAsJsonObject("headline").getAsJsonArray("clauses");
    String dom = dom("");
    for (JsonElement clause : clauses) {
      requireInOrder(
          dom,
          "id=\"headline\"",
          clause.getAsJsonObject().get("text").getAsString(),
          "id=\"problems\"");
    }
    assertThat(part(dom, "id=\"headline\"", "id=\"problems\""))
        .contains("<p class=\"alert \">")
        .containsPattern(
            "; 1 of 2 servers runs without cache partitioning \\(since \\d\\d:\\d\\d\\)");
  }

  @Test
  void theStateOfATenantIsAWordAndAColour() throws Exception {
    String dom = dom("");
    JsonArray tenants = json("status.json", null).getAsJsonArray("tenants");
    String table = part(dom, "<table id=\"tenants\"", "</table>");
    Matcher rows = ROW.matcher(table);
    boolean demandLimited = false;
    int affected = 0;
    while (rows.find()) {
      JsonObject tenant = tenant(rows.group(1));
      boolean limited = tenant.get("demandLimited").getAsBoolean();
      assertThat(demandLimited && !limited).as("demand-limited tenants come last").isFalse();
      demandLimited = limited;
      affected += limited ? 0 : 1;
      assertThat(rows.group())
          .contains(limited ? "badge \">asks for less<" : "badge good\">as guaranteed<");
    }
    assertThat(affected).isBetween(1, tenants.size() - 1);
    assertThat(part(dom, "id=\"view\"", "<h2>Over time<"))
        .doesNotContain("J-index", "D-score", "Isolated");
    assertThat(dom).contains("href=\"#scores\"");
    requireInOrder(
        part(dom, "id=\"bottleneck\"", "id=\"mode\""), "HDFS", "on 2 of 2 region servers");
  }

  @Test
  void latencyIsComparedWithAnHourAgo() throws Exception {
    String table = part(dom(""), "<table id=\"tenants\"", "</table>");
    JsonArray before = json("hour-ago.json", null).getAsJsonArray("tenants");
    assertThat(before).hasSizeGreaterThan(1);
    for (JsonElement each : before) {
      String name = each.getAsJsonObject().get("tenant").getAsString();
      double change =
          tenant(name).get("responseP99Nanos").getAsDouble()
                  / each.getAsJsonObject().get("responseP99Nanos").getAsDouble()
              - 1;
      String row = part(table, ">" + name + "</a>", "</tr>");
      Matcher shown = CHANGE.matcher(row);
      assertThat(shown.find()).as(row).isTrue();
      assertThat(Double.parseDouble(shown.group(2))).isEqualTo(change, within(1e-9));
      assertThat(shown.group(1))
          .isEqualTo(
              change > 0.2
                  ? "<span class=\"down\">"
                  : change < -0.2 ? "<span class=\"up\">" : "<span>");
    }
  }

  @Test
  void sharesAreGuaranteedAndInUse() throws Exception {
    String row =
        part(part(dom(""), "<table id=\"tenants\"", "</table>"), ">analytics</a>", "</tr>");
    JsonObject analytics = tenant("analytics");
    requireInOrder(
        row,
        String.format(
            ">%.0f</span> → <span data-member=\"usedHdfsShare\"",
            100 * analytics.get("hdfsShare").getAsDouble()),
        String.format(">%.0f%%</span>", 100 * analytics.get("usedHdfsShare").getAsDouble()));
  }

  @Test
  void aTenantBelowItsSloLeads() throws Exception {
    String dom = overview(Map.of("argus.slos", "events:ops=100000"), THREE);
    requireInOrder(
        part(dom, "id=\"below\"", "id=\"bottleneck\""),
        "badge bad",
        "1 of 3 tenants",
        "#tenant/events",
        "SLO at least 100000 operations a second, has");
    Matcher rows = ROW.matcher(part(dom, "<table id=\"tenants\"", "</table>"));
    assertThat(rows.find()).isTrue();
    assertThat(rows.group(1)).isEqualTo("events");
    assertThat(dom).as("tenants of one server").doesNotContain("Bottleneck server");
    assertThat(rows.group())
        .contains("badge bad\">misses its SLO: at least 100000 operations a second<");
  }

  @ParameterizedTest
  @CsvSource({
    "enforce, Every tenant gets its guaranteed share, good\">All 3 tenants get what",
    "observe, shares and SLOs are not enforced, warn\">Argus only observes: shares are not",
    "off, HBase schedules requests, warn\">Argus is switched off: HBase schedules"
  })
  void theModeIsSaidInWords(String mode, String words, String headline) throws Exception {
    String dom = overview(Map.of("argus.mode", mode), THREE);
    assertThat(part(dom, "id=\"headline\"", "id=\"problems\"")).contains(headline);
    requireInOrder(part(dom, "id=\"mode\"", "</dl>"), ">" + mode + "</span>", words);
  }

  @Test
  void withoutTenantsItSaysSo() throws Exception {
    assertThat(overview(Map.of(), List.of()))
        .contains("There is no tenant yet")
        .contains("no plan");
  }

  @Test
  void theSameFailureOnManyServersIsOneLineAndIsSaidOnce() throws Exception {
    String script =
        "let changes = 0;"
            + "new frame.contentWindow.MutationObserver(() => changes++)"
            + ".observe(page.getElementById('problems'), {childList: true});"
            + "const before = page.getElementById('updated').firstChild;"
            + "await until(() => page.getElementById('updated').firstChild !== before);"
            + "page.getElementById('problems').dataset.changes = changes;";
    String dom = chromium.dom(server.driven(ArgusPage.ROOT, script));
    String banner = part(dom, "id=\"problems\"", "id=\"view\"");
    assertThat(banner).contains("data-changes=\"0\"");
    Matcher failure =
        Pattern.compile("component cache FAILED: HBase's own block cache stays").matcher(dom);
    assertThat(failure.results().count()).isEqualTo(1);
  }
}
