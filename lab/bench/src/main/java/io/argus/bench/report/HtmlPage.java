package io.argus.bench.report;

import io.argus.core.page.ArgusPage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * An HTML file that holds all it needs: its data as JSON, style and charts of the Argus page, and a
 * script that draws the data with them.
 */
public final class HtmlPage {
  private HtmlPage() {}

  /**
   * Returns the text of the file.
   *
   * @param owner class in whose package the template and the script are
   * @param template resource with the places {@code {{css}}}, {@code {{data}}}, {@code {{script}}}
   * @param script resource that finds the data in the element {@code data}
   */
  public static String of(Class<?> owner, String template, String script, String json) {
    return resource(owner, template)
        .replace("{{css}}", resource(ArgusPage.class, "argus.css"))
        .replace("{{script}}", module("page.js") + module("charts.js") + resource(owner, script))
        .replace("{{data}}", json.replace("<", "\\u003c"));
  }

  /** A module of the Argus page without its imports and exports, for one script with the others. */
  private static String module(String name) {
    return resource(ArgusPage.class, name)
        .lines()
        .filter(line -> !line.startsWith("import "))
        .map(line -> line.startsWith("export ") ? line.substring("export ".length()) : line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String resource(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing beside " + beside.getName());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
