package io.argus.bench.report;

import static io.argus.core.text.Text.format;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.bench.finding.Finding;
import io.argus.bench.result.MixResult;
import io.argus.bench.result.Spread;
import io.argus.bench.result.ThroughputLoss;
import io.argus.bench.run.WorkloadMix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The outcome of a campaign: medians and spread of every workload mix on every system.
 *
 * @param command the command line
 * @param conditions that all measurements share
 * @param findings beyond the scores
 */
public record CampaignReport(
    String command,
    Map<String, String> conditions,
    List<MixSummary> mixes,
    List<Finding> findings) {
  /** CPU steal below this does not show in the figures. */
  private static final double WORTH_TELLING = 0.01;

  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

  /**
   * Summarises measurements.
   *
   * @param runs only those that count
   */
  public static CampaignReport of(
      String command,
      Map<String, String> conditions,
      List<WorkloadMix> mixes,
      List<String> systems,
      List<MixResult> runs,
      List<Finding> findings) {
    List<MixSummary> summaries =
        mixes.stream()
            .map(mix -> MixSummary.of(mix.label(), systems, runs))
            .filter(summary -> !summary.systems().isEmpty())
            .toList();
    return new CampaignReport(command, new TreeMap<>(conditions), summaries, List.copyOf(findings));
  }

  public String toJson() {
    return GSON.toJson(this) + "\n";
  }

  /** The lines to print: for every mix one per system, with medians and the spread of D. */
  public List<String> toTable() {
    List<String> lines = new ArrayList<>();
    for (MixSummary mix : mixes) {
      int width = mix.systems().stream().mapToInt(s -> s.system().length()).max().orElse(0);
      lines.add(mix.mix());
      boolean both = mix.systems().stream().anyMatch(system -> system.ofStock() != null);
      if (both) {
        lines.add("  of what each tenant does alone on stock HBase:");
        mix.systems().forEach(system -> addOfStock(system, Math.max(13, width), lines));
        lines.add("  of what it does alone on the same system:");
      }
      for (MixSummary.OfSystem system : mix.systems()) {
        lines.add(line(system, Math.max(13, width)));
      }
      lines.add("");
    }
    if (conditions.containsKey("blockCache")) {
      lines.add("block cache " + conditions.get("blockCache"));
    }
    if (!conditions.getOrDefault("regionServers", "1").equals("1")) {
      lines.add(conditions.get("regionServers") + " region servers");
    }
    lines.addAll(Finding.toTable(findings));
    return lines;
  }

  private static void addOfStock(MixSummary.OfSystem system, int width, List<String> lines) {
    MixSummary.OfStock kept = system.ofStock();
    if (kept == null) {
      return;
    }
    StringBuilder line =
        new StringBuilder(
            format(
                "  %-" + width + "s least %.3f (%.3f..%.3f, n=%d)  E %.3f  min/max %.3f",
                system.system(),
                kept.least().median(),
                kept.least().min(),
                kept.least().max(),
                kept.repeats(),
                kept.efficiency().median(),
                kept.minMaxRatio().median()));
    for (int i = 0; i < kept.tenants().size(); i++) {
      String load = system.tenants().get(i).load();
      Spread share = kept.tenants().get(i);
      line.append(
          format("  | %s %.3f (%.3f..%.3f)", load, share.median(), share.min(), share.max()));
    }
    lines.add(line.toString());
  }

  private static String line(MixSummary.OfSystem system, int width) {
    StringBuilder line =
        new StringBuilder(
            format(
                "  %-"
                    + width
                    + "s J %.3f  E %.3f  D %.3f (%.3f..%.3f, n=%d)  min/max %.3f  total %,.0f/s",
                system.system(),
                system.jIndex().median(),
                system.efficiency().median(),
                system.dScore().median(),
                system.dScore().min(),
                system.dScore().max(),
                system.repeats(),
                system.minMaxRatio().median(),
                system.totalThroughput().median()));
    for (MixSummary.OfTenant tenant : system.tenants()) {
      line.append(
          format(
              "  | %s %,.0f of %,.0f/s, p99 %,.0f ms%s%s%s",
              tenant.load(),
              tenant.throughput().median(),
              tenant.isolatedThroughput().median(),
              tenant.p99Millis().median(),
              interleaved(tenant.keptInterleaved()),
              losses(tenant.losses()),
              tenant.errors().median() > 0
                  ? format(", %,.0f errors", tenant.errors().median())
                  : ""));
    }
    if (system.steal().max() >= WORTH_TELLING) {
      line.append(format("  | up to %.0f %% CPU steal", 100 * system.steal().max()));
    }
    return line.toString();
  }

  private static String losses(List<ThroughputLoss> runs) {
    if (runs.isEmpty()) {
      return "";
    }
    return format(
        ", loss by clients %.0f %%, by servers %.0f %% (n=%d)",
        Spread.of(runs, run -> 100 * run.clients()).median(),
        Spread.of(runs, run -> 100 * run.servers()).median(),
        runs.size());
  }

  private static String interleaved(List<Double> kept) {
    if (kept.isEmpty()) {
      return "";
    }
    Spread spread = Spread.of(kept, each -> 100 * each);
    return format(
        ", kept %.0f %% interleaved (%.0f..%.0f, n=%d)",
        spread.median(), spread.min(), spread.max(), kept.size());
  }
}
