package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.page.ArgusPage;
import io.argus.master.ManyServers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each view fits into a wide and a narrow window, light and dark: only tables scroll sideways. */
class LayoutInBrowserTest extends BrowserTest {
  private static final String MEASURE =
      "const found = [];"
          + "for (const hash of ['', 'plans', 'what-if', 'contention', 'usage', 'servers', 'scores',"
          + " 'tenant/' + TENANT]) {"
          + "  for (const width of [1280, 400]) {"
          + "    frame.style.width = width + 'px';"
          + "    frame.contentWindow.location.hash = '#' + hash;"
          + "    await until(() => page.getElementById('view').dataset.ready === (hash || 'overview'));"
          + "    page.querySelectorAll('#view details').forEach((each) => (each.open = true));"
          + "    found.push(`[${hash} at ${width}: ${page.documentElement.scrollWidth}]`);"
          + "  }"
          + "}"
          + "const style = frame.contentWindow.getComputedStyle(page.body);"
          + "page.getElementById('updated').textContent = found.join('') + style.backgroundColor;";

  @ParameterizedTest
  @CsvSource({
    "false, 'rgb(255, 255, 255)'",
    "true, 'rgb(22, 25, 28)'",
  })
  void everyViewFitsIntoTheWindow(boolean dark, String background) throws Exception {
    requireFits(server, "search", dark, background);
    try (PageServer sixty = PageServer.start(new ManyServers(60, 100, 20, 10, 2).page(), 0)) {
      requireFits(sixty, "tenant007", dark, background);
    }
  }

  private static void requireFits(PageServer of, String tenant, boolean dark, String background)
      throws Exception {
    String script = MEASURE.replace("TENANT", "'" + tenant + "'");
    String measured =
        part(chromium.dom(of.driven(ArgusPage.ROOT, script), dark), "id=\"updated\"", "</div>");
    assertThat(measured).contains(background);
    assertThat(measured.split(" at 1280: 1280]", -1)).as(measured).hasSize(8 + 1);
    assertThat(measured.split(" at 400: 400]", -1)).as(measured).hasSize(8 + 1);
  }
}
