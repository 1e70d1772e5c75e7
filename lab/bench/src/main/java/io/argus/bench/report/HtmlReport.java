package io.argus.bench.report;

/** A campaign's report as one HTML file: its JSON, and the script and style that draw it. */
public final class HtmlReport {
  private HtmlReport() {}

  public static String of(CampaignReport report) {
    return HtmlPage.of(HtmlReport.class, "report.html", "report.js", report.toJson());
  }
}
