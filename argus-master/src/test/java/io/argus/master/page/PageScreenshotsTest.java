package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argus.core.page.ArgusPage;
import io.argus.master.ManyServers;
import io.argus.master.PageFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Takes pictures of the page: with {@code -Dargus.screenshots=DIR} those of the documents go there,
 * and those of states that are only to be looked at into its directory {@code states}.
 */
class PageScreenshotsTest extends BrowserTest {
  private static final int WIDE = 1280;
  private static final int NARROW = 500;

  private static Path into;
  private static Path states;

  @BeforeAll
  static void directories() throws IOException {
    String directory = System.getProperty("argus.screenshots");
    assumeTrue(directory != null, "-Dargus.screenshots=DIR is not given");
    into = Path.of(directory);
    states = Files.createDirectories(into.resolve("states"));
  }

  private static void take(
      PageServer of, String hash, int width, int height, Path directory, String name)
      throws IOException, InterruptedException {
    Path png = directory.resolve(name + ".png");
    chromium.screenshot(of.url(ArgusPage.ROOT + hash), width, height, false, png);
    assertThat(png).isNotEmptyFile();
  }

  @Test
  void ofTheDocuments() throws Exception {
    take(server, "", WIDE, 1600, into, "overview");
    take(server, "", NARROW, 1700, into, "overview-narrow");
    Path dark = into.resolve("overview-dark.png");
    chromium.screenshot(server.url(ArgusPage.ROOT), WIDE, 1600, true, dark);
    take(server, "#tenant/analytics", WIDE, 1560, into, "tenant");
    take(server, "#plans", WIDE, 800, into, "plans");
    String ask =
        "const choose = (name, value, event) => {"
            + "  const field = page.querySelector(`form [name=${name}]`);"
            + "  field.value = value;"
            + "  field.dispatchEvent(new frame.contentWindow.Event(event, {bubbles: true}));"
            + "};"
            + "choose('tenant', 'orders', 'change');"
            + "page.querySelectorAll('form option').forEach((each) =>"
            + "  each.toggleAttribute('selected', each.value === 'orders'));"
            + "choose('cache', 20, 'input');"
            + "choose('hdfs', 20, 'input');"
            + "page.getElementById('command').textContent = '';"
            + "page.querySelector('form .primary').click();"
            + "await until(() => page.getElementById('command').textContent);"
            + "page.querySelectorAll('form input')"
            + ".forEach((each) => each.setAttribute('value', each.value));";
    String whatIf = server.driven(ArgusPage.ROOT + "#what-if", ask);
    chromium.screenshot(whatIf, WIDE, 1070, false, into.resolve("what-if.png"));
    take(server, "#servers", WIDE, 1040, into, "servers");
    String drag =
        "drag(page.querySelector('.chart svg.ranged'), 0.3, 0.6);"
            + "await until(() => page.querySelector('.range button'));"
            + "page.querySelector('details.events').open = true;";
    String range = server.driven(ArgusPage.ROOT, drag);
    chromium.screenshot(range, WIDE, 1700, false, states.resolve("range.png"));
    for (String view : List.of("scores", "usage", "contention")) {
      take(server, "#" + view, WIDE, 1000, states, view);
    }
    take(server, "#tenant/search", NARROW, 2600, states, "tenant-narrow");
    take(server, "#what-if", NARROW, 1400, states, "what-if-narrow");
    take(server, "#servers", NARROW, 1000, states, "servers-narrow");
  }

  @Test
  void ofThePast() throws Exception {
    take(server, "?from=30m", WIDE, 1700, states, "past");
    take(server, "?from=30m", NARROW, 1700, states, "past-narrow");
    take(server, "?from=10m#tenant/analytics", WIDE, 1700, states, "past-tenant");
    take(server, "?from=10m#tenant/analytics", NARROW, 2600, states, "past-tenant-narrow");
    take(server, "?from=10m#what-if", WIDE, 600, states, "past-what-if");
    take(server, "?from=tea", WIDE, 600, states, "past-wrong");
    Path dark = states.resolve("past-tenant-dark.png");
    chromium.screenshot(
        server.url(ArgusPage.ROOT + "?from=10m#tenant/analytics"), WIDE, 1700, true, dark);
    try (PageServer own = PageServer.start(PageFixture.until(0, 3).page(), 0)) {
      take(own, "?from=1h", WIDE, 600, states, "past-without-recorder");
    }
  }

  @Test
  void ofModes() throws Exception {
    for (String mode : List.of("observe", "off")) {
      of(Map.of("argus.mode", mode), List.of("orders", "search", "events"), Map.of(mode, ""));
    }
  }

  @Test
  void withoutTenants() throws Exception {
    of(Map.of(), List.of(), Map.of("none", "", "none-what-if", "#what-if"));
  }

  @Test
  void ofManyTenants() throws Exception {
    List<String> fifty =
        IntStream.range(0, 50)
            .mapToObj(i -> "a_rather_long_name_of_a_tenant_of_a_department_" + i)
            .toList();
    String worst = fifty.get(3);
    of(
        Map.of("argus.slos", worst + ":ops=100000"),
        fifty,
        Map.of("many", "", "many-what-if", "#what-if", "many-tenant", "#tenant/" + worst));
  }

  /** Takes views of a cluster, wide and narrow: their addresses by the names of the pictures. */
  private static void of(
      Map<String, String> settings, List<String> tenants, Map<String, String> views)
      throws Exception {
    ArgusPage page = PageFixture.of(settings, tenants, System.currentTimeMillis()).page();
    try (PageServer own = PageServer.start(page, 0)) {
      for (Map.Entry<String, String> view : views.entrySet()) {
        take(own, view.getValue(), WIDE, 1500, states, view.getKey());
        take(own, view.getValue(), NARROW, 1500, states, view.getKey() + "-narrow");
      }
    }
  }

  @Test
  void ofManyServers() throws Exception {
    try (PageServer three = PageServer.start(new ManyServers(3, 3, 3).page(), 0);
        PageServer many = PageServer.start(new ManyServers(1_000, 500, 20).page(), 0)) {
      take(three, "#servers", WIDE, 900, states, "servers-three");
      take(three, "", WIDE, 900, states, "servers-overview");
      take(many, "#servers", WIDE, 900, states, "servers-many");
    }
  }
}
