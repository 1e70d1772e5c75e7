package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What charts tell beside their lines, and what a reader does with them. */
class ChartsInBrowserTest extends BrowserTest {
  private static final Pattern MARK = Pattern.compile("data-mark=\"(\\w+)\"");
  private static final Pattern POINTS = Pattern.compile("data-points=\"(\\d+)\"");

  @Test
  void whatHappenedIsMarkedOnEveryChart() throws Exception {
    JsonArray millis = json("history.json", null).getAsJsonArray("millis");
    List<String> kinds = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (JsonElement each : json("events.json", null).getAsJsonArray("events")) {
      JsonObject event = each.getAsJsonObject();
      if (event.get("millis").getAsLong() >= millis.get(0).getAsLong()) {
        kinds.add(event.get("kind").getAsString());
        texts.add(event.get("text").getAsString());
      }
    }
    assertThat(kinds).contains("PLAN", "MODE", "FAULT");
    assertThat(texts)
        .contains("mode enforce, before observe", "rs2.example.com:16020: component cache failed");
    String[] charts = dom("").split("<figure class=\"chart\"", -1);
    assertThat(charts).hasSize(1 + 4);
    for (int i = 1; i < charts.length; i++) {
      assertThat(MARK.matcher(charts[i]).results().map(mark -> mark.group(1))).isEqualTo(kinds);
    }
    String tenant = dom("#tenant/orders");
    assertThat(MARK.matcher(tenant).results()).hasSize(9 * kinds.size());
    assertThat(part(tenant, "<details class=\"events\"", "</details>")).contains(texts);
  }

  @Test
  void draggingChoosesATimeForAllCharts() throws Exception {
    String drag =
        "drag(page.querySelector('.chart svg.ranged'), 0.4, 0.6);"
            + "await until(() => page.querySelector('.range button'));";
    String dom = chromium.dom(server.driven(ArgusPage.ROOT, drag));
    int all = json("history.json", null).getAsJsonArray("millis").size();
    int charts = 0;
    for (String chart : dom.split("<figure class=\"chart\"", -1)) {
      Matcher points = POINTS.matcher(chart);
      if (points.find()) {
        charts++;
        assertThat(Integer.parseInt(points.group(1))).isBetween(all / 8, all / 4);
      }
    }
    assertThat(charts).isEqualTo(4);
    assertThat(part(dom, "class=\"range\"", "</button>"))
        .containsPattern("\\d\\d:\\d\\d:\\d\\d to \\d\\d:\\d\\d:\\d\\d")
        .contains("Show all");
    String back =
        drag
            + "page.querySelector('.range button').click();"
            + "await until(() => !page.querySelector('.range button'));";
    Matcher points = POINTS.matcher(chromium.dom(server.driven(ArgusPage.ROOT, back)));
    assertThat(points.find()).isTrue();
    assertThat(Integer.parseInt(points.group(1))).isGreaterThan(all * 3 / 4);
  }

  @Test
  void arrowKeysChooseATimeToo() throws Exception {
    String keys =
        "const chart = page.querySelector('.chart svg.ranged');"
            + "const press = (key, shiftKey) => chart.dispatchEvent("
            + "new frame.contentWindow.KeyboardEvent('keydown', {key, shiftKey}));"
            + "press('PageUp', false); press('PageUp', true); press('PageUp', true); press('Enter');"
            + "await until(() => page.querySelector('.range button'));";
    Matcher points = POINTS.matcher(chromium.dom(server.driven(ArgusPage.ROOT, keys)));
    assertThat(points.find()).isTrue();
    assertThat(points.group(1)).isEqualTo("41");
  }

  @Test
  void theWayBackIsABreadcrumb() throws Exception {
    requireInOrder(
        part(dom("#tenant/search"), "id=\"breadcrumb\"", "</nav>"),
        "<a href=\"/master-status\">HBase master</a>",
        "<a href=\"#\">Argus</a>",
        "<span aria-current=\"page\">Tenant search</span>");
    assertThat(part(dom("#plans"), "id=\"breadcrumb\"", "</nav>"))
        .contains("<span aria-current=\"page\">Plans</span>");
  }
}
