package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import io.argus.master.PageFixture;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of a time in the past, which the address names. */
class PastInBrowserTest extends BrowserTest {
  private static final String MEASURE =
      "const found = [];"
          + "for (const hash of ['', 'plans', 'what-if', 'scores', 'tenant/analytics']) {"
          + "  for (const width of [1280, 400]) {"
          + "    frame.style.width = width + 'px';"
          + "    frame.contentWindow.location.hash = '#' + hash;"
          + "    await until(() => page.getElementById('view').dataset.ready === (hash || 'overview'));"
          + "    page.querySelectorAll('#view details, #period details').forEach((each) => (each.open = true));"
          + "    found.push(`[${hash} at ${width}: ${page.documentElement.scrollWidth}]`);"
          + "  }"
          + "}"
          + "const style = frame.contentWindow.getComputedStyle(page.body);"
          + "page.getElementById('updated').textContent = found.join('') + style.backgroundColor;";

  @Test
  void theIncidentOfATenantIsOneClickFromItsRow() throws Exception {
    String row = part(part(dom(""), "<table id=\"tenants\"", "</table>"), ">search</a>", "</tr>");
    assertThat(row).contains("href=\"?from=1h#tenant/search\"");
  }

  @Test
  void theTenantsOfThatTimeAreShownAndNothingOfThePresent() throws Exception {
    String dom = dom("?from=30m");
    assertThat(part(dom, "id=\"headline\"", "id=\"problems\"")).contains("This is the past: ");
    assertThat(dom)
        .contains("<table id=\"recorded-tenants\"")
        .doesNotContain("<table id=\"tenants\"", "id=\"bottleneck\"", "as of ");
    JsonObject document = json("recorded.json", "from=30m");
    JsonObject then = mean(document, "search");
    String row =
        part(part(dom, "<table id=\"recorded-tenants\"", "</table>"), ">search</a>", "</tr>");
    requireEqual(figures(row), then, 7);
    requireInOrder(part(dom, "id=\"changes\"", "</section>"), "What changed", "plan: ");
    assertThat(dom.split("data-chart=", -1)).hasSize(4 + 1);
  }

  private static JsonObject mean(JsonObject document, String tenant) {
    JsonArray means = document.getAsJsonArray("means");
    for (int i = 0; i < means.size(); i++) {
      JsonObject mean = means.get(i).getAsJsonObject();
      if (mean.get("tenant").getAsString().equals(tenant)) {
        return mean.getAsJsonObject("then");
      }
    }
    throw new AssertionError("no means of " + tenant);
  }

  @Test
  void anIncidentIsLatencyTimeCulpritAndChangesOnOneView() throws Exception {
    String dom = dom("?from=10m#tenant/analytics");
    JsonObject document = json("recorded.json", "from=10m&tenant=analytics");
    JsonObject incident = document.getAsJsonObject("incident");
    requireInOrder(
        dom,
        "Latency p99",
        "Who took it",
        "Limited by " + incident.get("limit").getAsString(),
        "What would help: " + incident.get("advice").getAsString(),
        "Where its time went",
        "waiting for I/O admission",
        "What changed",
        "data-chart=\"Latency p99\"",
        "data-chart=\"Where its time went\"",
        "argus incident --from ");
    JsonObject then = mean(document, "analytics");
    Map<String, Double> tiles = figures(part(dom, "<dl class=\"tiles\">", "</dl>"));
    requireEqual(tiles, then, 5);
    requireEqual(figures(part(dom, "<table id=\"phases\"", "</table>")), then, 4);
    assertThat(chart(dom, "Where its time went"))
        .contains("data-series=\"waiting for I/O admission\"");
  }

  @Test
  void everyTabAndLinkKeepsTheTime() throws Exception {
    String script =
        "const views = [];"
            + "for (const text of ['Plans', 'Servers', 'Overview']) {"
            + "  [...page.querySelectorAll('#tabs a')].find((each) => each.textContent === text).click();"
            + "  await until(() => page.getElementById('view').dataset.ready === text.toLowerCase());"
            + "  views.push(frame.contentWindow.location.search);"
            + "}"
            + "page.querySelector('#recorded-tenants a').click();"
            + "await until(() => page.getElementById('why'));"
            + "views.push(frame.contentWindow.location.search);"
            + "page.getElementById('updated').textContent = views.join(' ');";
    String dom = chromium.dom(server.driven(ArgusPage.ROOT + "?from=30m", script));
    assertThat(part(dom, "id=\"updated\"", "</div>"))
        .contains("?from=30m ?from=30m ?from=30m ?from=30m");
    String control = part(dom, "id=\"period\"", "id=\"failed\"");
    assertThat(control).contains("?from=1h#tenant/", "?from=6h#tenant/", "?from=24h#tenant/");
    assertThat(control).contains("href=\"/argus/#tenant/");
  }

  @Test
  void draggingOverAChartNamesThatTimeInTheAddress() throws Exception {
    String script =
        "drag(page.querySelector('.chart svg.ranged'), 0.3, 0.6);"
            + "await until(() => frame.contentWindow.location.search.includes('to='));"
            + "await until(() => frame.contentDocument.getElementById('why'));"
            + "document.title = frame.contentWindow.location.search;"
            + "page.getElementById('view').append(document.title);";
    String dom = chromium.dom(server.driven(ArgusPage.ROOT + "?from=30m#tenant/search", script));
    assertThat(dom).containsPattern("\\?from=20..-..-..T..:..Z&amp;to=20..-..-..T..:..Z");
  }

  @Test
  void whatIsNotRecordedIsNotShownAsIfItWerePast() throws Exception {
    for (String view : new String[] {"what-if", "contention", "servers", "usage"}) {
      String dom = dom("?from=30m#" + view);
      assertThat(part(dom, "id=\"view\"", "<noscript"))
          .contains("cannot be shown for the past")
          .doesNotContain("<table", "<form");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "from=tea, from is 'tea': must be a time",
    "from=1h&to=2h, 'to is ''2h'': must be after from'",
    "to=1h, from is missing",
    "from=%3Cimg src=x onerror=alert(1)%3E, from is '&lt;img src=x onerror=alert(1)&gt;'",
    "from=1h&to=%22%3E%3Cscript%3Ealert(1)%3C/script%3E, to is '\"&gt;&lt;script&gt;"
  })
  void aWrongTimeIsSaidAsText(String query, String message) throws Exception {
    String dom = dom("?" + query.replace(" ", "%20"));
    String view = part(dom, "id=\"view\"", "<noscript");
    assertThat(view).contains(message).contains("role=\"alert\"");
    assertThat(dom).doesNotContain("<img src=\"x\"", "<script>alert");
  }

  @Test
  void aMasterWithoutARecorderSaysSo() throws Exception {
    String dom;
    try (PageServer own = PageServer.start(PageFixture.until(0, 3).page(), 0)) {
      dom = dom(own, "?from=1h#tenant/orders");
    }
    assertThat(part(dom, "id=\"problems\"", "id=\"view\"")).contains("This master has no recorder");
    assertThat(part(dom, "id=\"view\"", "<noscript")).doesNotContain("class=\"tile\"");
  }

  @ParameterizedTest
  @CsvSource({
    "false, 'rgb(255, 255, 255)'",
    "true, 'rgb(22, 25, 28)'",
  })
  void everyViewOfThePastFitsIntoTheWindow(boolean dark, String background) throws Exception {
    String url = server.driven(ArgusPage.ROOT + "?from=30m", MEASURE);
    String measured = part(chromium.dom(url, dark), "id=\"updated\"", "</div>");
    assertThat(measured).contains(background);
    assertThat(measured.split(" at 1280: 1280]", -1)).as(measured).hasSize(5 + 1);
    assertThat(measured.split(" at 400: 400]", -1)).as(measured).hasSize(5 + 1);
  }
}
