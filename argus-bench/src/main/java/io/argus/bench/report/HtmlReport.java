package io.argus.bench.report;

import io.argus.core.page.ArgusPage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** A campaign's report as one HTML file: its JSON, and the script and style that draw it. */
public final class HtmlReport {
  private HtmlReport() {}

  public static String of(CampaignReport report) {
    String script =
        module("page.js") + module("charts.js") + resource(HtmlReport.class, "report.js");
    return resource(HtmlReport.class, "report.html")
        .replace("{{css}}", resource(ArgusPage.class, "argus.css"))
        .replace("{{script}}", script)
        .replace("{{data}}", report.toJson().replace("<", "\\u003c"));
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
