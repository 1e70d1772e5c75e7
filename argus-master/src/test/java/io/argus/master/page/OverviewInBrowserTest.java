package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import io.argus.core.page.ArgusPage;
import io.argus.master.PageFixture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the overview leads with, of clusters in good and in bad states. */
class OverviewInBrowserTest extends BrowserTest {
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
  void theWorstOffTenantIsFirstAndItsLossIsAWordAndAColour() throws Exception {
    String dom = dom("");
    List<Double> losses = new ArrayList<>();
    Matcher rows = ROW.matcher(part(dom, "<table id=\"tenants\"", "</table>"));
    boolean demandLimited = false;
    while (rows.find()) {
      double loss = figures(rows.group()).get("throughputLoss");
      boolean limited = rows.group().contains("demand-limited");
      assertThat(demandLimited && !limited).as("demand-limited tenants come last").isFalse();
      demandLimited = limited;
      if (!limited) {
        losses.add(loss);
        String kind = loss >= 0.5 ? "bad" : loss >= 0.25 ? "warn" : "good";
        String word = loss >= 0.5 ? "high" : loss >= 0.25 ? "medium" : "low";
        requireInOrder(rows.group(), "class=\"badge " + kind + "\"", "%</span> " + word);
      }
    }
    assertThat(losses)
        .hasSizeGreaterThan(1)
        .isSortedAccordingTo((a, b) -> Double.compare(b, a))
        .first()
        .matches(worst -> worst >= 0.5);
    assertThat(part(dom, "id=\"worst\"", "id=\"bottleneck\"")).contains("#tenant/search", "high");
    requireInOrder(
        part(dom, "id=\"bottleneck\"", "id=\"mode\""), "HDFS", "on 1 of 2 region servers");
  }

  @Test
  void aTenantBelowItsSloLeads() throws Exception {
    String dom = overview(Map.of("argus.slos", "events:ops=100000"), THREE);
    requireInOrder(
        part(dom, "id=\"below\"", "id=\"worst\""),
        "badge bad",
        "1 of 3 tenants",
        "#tenant/events",
        "SLO at least 100000 operations a second, has");
    Matcher rows = ROW.matcher(part(dom, "<table id=\"tenants\"", "</table>"));
    assertThat(rows.find()).isTrue();
    assertThat(rows.group(1)).isEqualTo("events");
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
