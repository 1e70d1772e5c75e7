package io.argus.bench.report;

import static io.argus.core.text.Text.format;

import io.argus.bench.report.MixSummary.OfSystem;
import io.argus.bench.report.MixSummary.OfTenant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A campaign as tables for a document, medians only: a row for each workload mix, a column for each
 * system.
 */
public final class MarkdownReport {
  private static final String NOT_MEASURED = "";

  private MarkdownReport() {}

  /** Returns the tables, each under a line that says what is in it. */
  public static String of(CampaignReport report) {
    List<MixSummary> mixes = report.mixes();
    List<String> systems =
        mixes.stream()
            .flatMap(mix -> mix.systems().stream())
            .map(OfSystem::system)
            .distinct()
            .toList();
    List<String> lines = new ArrayList<>();
    lines.add("`" + report.command() + "`");
    boolean both =
        mixes.stream().flatMap(mix -> mix.systems().stream()).anyMatch(s -> s.ofStock() != null);
    if (both) {
      add(
          lines,
          "What each tenant keeps of what it does alone on stock HBase:",
          mixes,
          systems,
          MarkdownReport::keptOfStock);
      add(lines, "E / min/max of that:", mixes, systems, MarkdownReport::scoresOfStock);
    }
    add(
        lines,
        "J / E, of what tenants do alone on the same system:",
        mixes,
        systems,
        MarkdownReport::fairnessAndEfficiency);
    add(lines, "D:", mixes, systems, system -> format("%.2f", system.dScore().median()));
    add(
        lines,
        "What each tenant keeps of what it does alone on the same system:",
        mixes,
        systems,
        system -> ofTenants(system, MarkdownReport::kept));
    add(
        lines,
        "p99 in ms:",
        mixes,
        systems,
        system -> ofTenants(system, tenant -> format("%,.0f", tenant.p99Millis().median())));
    return String.join("\n", lines) + "\n";
  }

  private static void add(
      List<String> lines,
      String title,
      List<MixSummary> mixes,
      List<String> systems,
      Function<OfSystem, String> figure) {
    lines.addAll(List.of("", title, ""));
    lines.add("| workload mix | " + String.join(" | ", systems) + " |");
    lines.add("| --- |" + " --- |".repeat(systems.size()));
    for (MixSummary mix : mixes) {
      lines.add(
          systems.stream()
              .map(name -> cell(mix, name, figure))
              .collect(Collectors.joining(" | ", "| " + mix.mix() + " | ", " |")));
    }
  }

  private static String cell(MixSummary mix, String name, Function<OfSystem, String> figure) {
    return mix.systems().stream()
        .filter(system -> system.system().equals(name))
        .findFirst()
        .map(figure)
        .orElse(NOT_MEASURED);
  }

  private static String keptOfStock(OfSystem system) {
    return system.ofStock() == null
        ? NOT_MEASURED
        : system.ofStock().tenants().stream()
            .map(kept -> percent(kept.median()))
            .collect(Collectors.joining(", "));
  }

  private static String scoresOfStock(OfSystem system) {
    return system.ofStock() == null
        ? NOT_MEASURED
        : format(
            "%.2f / %.2f",
            system.ofStock().efficiency().median(), system.ofStock().minMaxRatio().median());
  }

  private static String fairnessAndEfficiency(OfSystem system) {
    return format("%.2f / %.2f", system.jIndex().median(), system.efficiency().median());
  }

  private static String ofTenants(OfSystem system, Function<OfTenant, String> figure) {
    return system.tenants().stream().map(figure).collect(Collectors.joining(", "));
  }

  private static String kept(OfTenant tenant) {
    return percent(1 - tenant.throughputLoss().median());
  }

  private static String percent(double kept) {
    return format(kept < 0.02 ? "%.1f %%" : "%.0f %%", 100 * kept);
  }
}
