package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.page.ArgusPage;
import io.argus.core.recorder.RecordFiles;
import io.argus.master.PageFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * A test of the page in a real browser, on an hour of a simulated cluster; skipped where no
 * Chromium is installed.
 */
@Tag("long")
abstract class BrowserTest {
  static final Pattern ROW = Pattern.compile("<tr><th scope=\"row\">(?:<a [^>]*>)?([^<]+).*?</tr>");
  static final Pattern FIGURE =
      Pattern.compile("data-member=\"(\\w+)\" data-value=\"([^\"]+)\">([^<]*)<");
  static final Pattern SERIES =
      Pattern.compile("data-series=\"([^\"]+)\" data-points=\"(\\d+)\" d=\"(M[^\"]+)\"");

  @TempDir static Path scratch;

  private static ArgusPage hour;

  static Chromium chromium;
  static ArgusPage page;
  static PageServer server;

  @BeforeAll
  static void start() throws IOException {
    Optional<Chromium> found = Chromium.find(scratch);
    assumeTrue(found.isPresent(), "no Chromium on the PATH: the page is not tested in a browser");
    chromium = found.get();
    page = anHour();
    server = PageServer.start(page, 0);
  }

  /** The same, recorded, for all tests of a run: an hour takes many seconds to simulate. */
  private static synchronized ArgusPage anHour() throws IOException {
    if (hour == null) {
      Path directory = Files.createTempDirectory(Path.of("target"), "recorded");
      RecordFiles files = RecordFiles.directory(directory);
      hour = PageFixture.until(System.currentTimeMillis(), PageFixture.HOUR, files).page();
    }
    return hour;
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  static JsonObject json(String name, String query) {
    return json(page, name, query);
  }

  static JsonObject json(ArgusPage page, String name, String query) {
    byte[] body = page.get(ArgusPage.ROOT + name, query).orElseThrow().body();
    return JsonParser.parseString(new String(body, StandardCharsets.UTF_8)).getAsJsonObject();
  }

  /**
   * The page as a browser shows it.
   *
   * @param address query and fragment
   */
  static String dom(String address) throws IOException, InterruptedException {
    return dom(server, address);
  }

  static String dom(PageServer by, String address) throws IOException, InterruptedException {
    String dom = chromium.dom(by.url(ArgusPage.ROOT + address));
    assertThat(dom).contains("data-ready=\"");
    return dom;
  }

  static String part(String dom, String from, String to) {
    int start = dom.indexOf(from);
    assertThat(start).as(from).isNotNegative();
    return dom.substring(start, dom.indexOf(to, start));
  }

  static Map<String, Double> figures(String html) {
    Map<String, Double> figures = new HashMap<>();
    Matcher matcher = FIGURE.matcher(html);
    while (matcher.find()) {
      figures.put(matcher.group(1), Double.valueOf(matcher.group(2)));
      assertThat(matcher.group(3)).as("text of " + matcher.group(1)).isNotBlank();
    }
    return figures;
  }

  /** Each figure shown is the member of that name. */
  static void requireEqual(Map<String, Double> shown, JsonObject behind, int least) {
    assertThat(shown).hasSizeGreaterThanOrEqualTo(least);
    shown.forEach(
        (member, value) ->
            assertThat(value).as(member).isEqualTo(behind.get(member).getAsDouble()));
  }

  static void requireDrawn(String chart, String series, JsonArray values) {
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

  static String chart(String dom, String title) {
    return part(dom, "data-chart=\"" + title + "\"", "</figure>");
  }

  static JsonObject tenant(String name) {
    for (JsonElement each : json("status.json", null).getAsJsonArray("tenants")) {
      if (each.getAsJsonObject().get("tenant").getAsString().equals(name)) {
        return each.getAsJsonObject();
      }
    }
    throw new AssertionError("no tenant " + name);
  }

  /** Whether a reader sees these texts in that order. */
  static void requireInOrder(String html, String... texts) {
    int at = 0;
    for (String text : texts) {
      int next = html.indexOf(text, at);
      assertThat(next).as(text + " after " + at).isNotNegative();
      at = next + text.length();
    }
  }
}
