package io.argus.experiments.evidence;

import static io.argus.core.text.Text.format;
import static java.util.Objects.requireNonNull;

import io.argus.bench.fault.FaultOutcome;
import io.argus.bench.fault.FaultReport;
import io.argus.bench.field.FieldReport;
import io.argus.bench.finding.Finding;
import io.argus.bench.report.CampaignReport;
import io.argus.bench.report.MixSummary;
import io.argus.bench.report.MixSummary.OfSystem;
import io.argus.bench.report.MixSummary.OfTenant;
import io.argus.bench.result.KeptOfStock;
import io.argus.bench.result.Spread;
import io.argus.check.CheckResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables of the documents: medians, with ranges in brackets where a table has them. Stateless.
 */
final class EvidenceTables {
  private static final String STOCK = KeptOfStock.STOCK;
  private static final String ARGUS = "argus";
  private static final List<String> BOTH = List.of(STOCK, ARGUS);
  private static final String NOT_MEASURED = "";

  /** Systems as tables call them; others have their own names. */
  private static final Map<String, String> NAMES =
      Map.of(
          STOCK,
          "stock HBase",
          ARGUS,
          "Argus",
          "callqueues",
          "call queues",
          "tinylfu+callqueues",
          "TinyLFU and call queues",
          "handlers300",
          "300 handlers",
          "wfq",
          "WFQ",
          "drr-paper",
          "DRR of the paper",
          "argus-paper",
          "Argus of the paper");

  /** Settings of HBase that know nothing of tenants. */
  private static final Set<String> TUNINGS =
      Set.of("tinylfu", "adaptivelru", "callqueues", "tinylfu+callqueues", "tuned", "handlers300");

  /**
   * A row of a table.
   *
   * @param of what the campaign calls it
   */
  record Row(String label, String of) {}

  static final List<Row> MIXES =
      List.of(
          new Row("ExHot-50 + Uniform-200", "exhot50-uniform200"),
          new Row("ExHot-50 + Scan-200", "exhot50-scan200"),
          new Row("ExHot-50 + RW-200", "exhot50-rw200"),
          new Row("Uniform-50 + Uniform-200", "uniform50-uniform200"),
          new Row("Uniform-50 + Scan-200", "uniform50-scan200"),
          new Row("Uniform-50 + RW-200", "uniform50-rw200"),
          new Row("Hot-50 + Uniform-50", "hot50-uniform50"));

  static final List<Row> GAINS =
      List.of(
          new Row("in cache, beside random reads", "exhot50-uniform200"),
          new Row("in cache, beside reads and writes", "exhot50-rw200"),
          new Row("in cache, beside scans", "exhot50-scan200"),
          new Row("random reads, beside random reads", "uniform50-uniform200"));

  static final List<Row> WORKLOADS =
      List.of(
          new Row("Uniform-50, alone; two of them", "uniform50"),
          new Row("Hot-50", "hot50"),
          new Row("ExHot-50", "exhot50"),
          new Row("RW-50", "rw50"));

  private static final List<Row> FAULTS =
      List.of(
          new Row("region server killed", "kill-regionserver"),
          new Row("master killed", "kill-master"),
          new Row("master and region server killed", "kill-master-and-regionserver"),
          new Row("all ZooKeeper sessions expire", "pause-zookeeper-session"),
          new Row("table compacted under load", "compact"),
          new Row("regions split under load", "split-regions"),
          new Row("regions merged under load", "merge-regions"));

  static final List<String> VERSIONS = List.of("mix-2.4", "mix-2.5", "mix-exhot50-uniform200");

  static final List<String> FAULT_ENTRIES =
      List.of("faults-kill-regionserver", "faults-corrupt-documents");

  /** Not Phoenix, whose neighbour is not measured beside gets. */
  static final List<String> FIELD =
      Stream.of("endpoints", "multi-gets", "increments", "cache-off", "ingest", "fast-scans")
          .map("field-"::concat)
          .toList();

  private EvidenceTables() {}

  /** The entries of rows, such as {@code mix-hot50-uniform50}. */
  static Stream<String> entries(String prefix, List<Row> rows) {
    return rows.stream().map(row -> prefix + row.of());
  }

  /** A tenant in cache with a steady demand beside a scan. */
  static String steady(RecordedCampaign campaign) throws IOException {
    MixSummary mix = mix(campaign, "steady");
    OfTenant stock = system(mix, STOCK).tenants().get(0);
    OfTenant argus = system(mix, ARGUS).tenants().get(0);
    OfTenant scansOnStock = system(mix, STOCK).tenants().get(1);
    OfTenant scans = system(mix, ARGUS).tenants().get(1);
    boolean more = argus.throughput().median() > stock.throughput().median();
    boolean sooner = argus.p99Millis().median() < stock.p99Millis().median();
    return table(
        List.of(
            List.of(
                "a tenant whose data are in the cache asks for 8,000 reads/s while another scans"
                    + " with 200 threads",
                "stock HBase",
                "Argus"),
            List.of(
                "reads it gets", rate(stock.throughput()), bold(rate(argus.throughput()), more)),
            List.of(
                format(
                    "p99 of a read (alone: %s and %s)",
                    millis(stock.aloneP99Millis()), millis(argus.aloneP99Millis())),
                millis(stock.p99Millis()),
                bold(millis(argus.p99Millis()), sooner)),
            List.of(
                format(
                    "scans of the other, which does %s and %s alone",
                    rate(scansOnStock.isolatedThroughput()), rate(scans.isolatedThroughput())),
                rate(scansOnStock.throughput()),
                rate(scans.throughput()))));
  }

  static String steadyInOneSentence(RecordedCampaign campaign) throws IOException {
    OfTenant stock = system(mix(campaign, "steady"), STOCK).tenants().get(0);
    OfTenant argus = system(mix(campaign, "steady"), ARGUS).tenants().get(0);
    return format(
        "Asked for 8,000 operations a second beside a scan, ExHot does %,.0f with Argus (p99 %s),"
            + " %,.0f on stock HBase (%s).",
        argus.throughput().median(),
        millis(argus.p99Millis()),
        stock.throughput().median(),
        millis(stock.p99Millis()));
  }

  /** What tenants keep; the best tuning is the one with which the worse-off tenant keeps most. */
  static String gains(RecordedCampaign campaign) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("two tenants", "stock HBase", "best tuning of HBase", "Argus"));
    for (Row row : GAINS) {
      MixSummary mix = mix(campaign, "mix-" + row.of());
      OfSystem tuned =
          tunings(campaign, row)
              .max(Comparator.comparingDouble(EvidenceTables::least))
              .orElseThrow(() -> new IOException(row.of() + " has no tuning of HBase"));
      OfSystem stock = system(mix, STOCK);
      OfSystem argus = system(mix, ARGUS);
      double most = Math.max(least(argus), Math.max(least(tuned), least(stock)));
      rows.add(
          List.of(
              row.label(),
              bold(kept(stock), least(stock) == most),
              name(tuned.system()) + ": " + bold(kept(tuned), least(tuned) == most),
              bold(kept(argus), least(argus) == most)));
    }
    return table(rows);
  }

  /** Those in the mix, and those among its other rivals if they have been measured. */
  private static Stream<OfSystem> tunings(RecordedCampaign campaign, Row row) throws IOException {
    Stream<OfSystem> systems = mix(campaign, "mix-" + row.of()).systems().stream();
    String rivals = "rivals-" + row.of();
    if (campaign.missing(List.of(rivals)).isEmpty()) {
      systems = Stream.concat(systems, mix(campaign, rivals).systems().stream());
    }
    return systems.filter(system -> TUNINGS.contains(system.system()));
  }

  /** What tenants keep on each system that was measured in some mix: stock HBase first. */
  static String isolation(RecordedCampaign campaign) throws IOException {
    List<MixSummary> mixes = new ArrayList<>();
    for (Row row : MIXES) {
      mixes.add(mix(campaign, "mix-" + row.of()));
    }
    List<String> systems =
        mixes.stream()
            .flatMap(mix -> mix.systems().stream())
            .map(OfSystem::system)
            .distinct()
            .sorted(
                Comparator.comparing(
                    system -> system.equals(STOCK) ? 0 : system.equals(ARGUS) ? 2 : 1))
            .toList();
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("two tenants", systems, EvidenceTables::name));
    for (int i = 0; i < mixes.size(); i++) {
      MixSummary mix = mixes.get(i);
      rows.add(row(MIXES.get(i).label(), systems, name -> kept(mix, name)));
    }
    return table(rows);
  }

  static String versions(RecordedCampaign campaign) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("HBase", BOTH, EvidenceTables::name));
    for (String entry : VERSIONS) {
      MixSummary mix = mix(campaign, entry);
      Map<String, String> conditions = campaign.report(entry, CampaignReport.class).conditions();
      String hbase = conditions.getOrDefault("hbase", entry);
      rows.add(row(hbase, BOTH, name -> kept(mix, name)));
    }
    return table(rows);
  }

  /** Argus / stock HBase of a workload alone and of two tenants with it. */
  static String cost(RecordedCampaign campaign) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("workload", "throughput", "p99"));
    for (Row row : WORKLOADS) {
      CampaignReport report = campaign.report("overhead-" + row.of(), CampaignReport.class);
      Finding alone = finding(report, row.of() + " alone, argus / stock");
      Finding both = finding(report, row.of() + "+" + row.of() + ", argus / stock");
      rows.add(
          row(
              row.label(),
              List.of("throughputRatio", "p99Ratio"),
              figure -> ratio(alone, figure) + "; " + ratio(both, figure)));
    }
    return table(rows);
  }

  /** What a neighbour keeps beside other requests, where it was also measured beside gets. */
  static String field(RecordedCampaign campaign) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("requests", BOTH, EvidenceTables::name));
    for (String entry : FIELD) {
      FieldReport report = campaign.report(entry, FieldReport.class);
      report.runs().stream()
          .map(FieldReport.Run::row)
          .distinct()
          .filter(row -> report.kept(row, ARGUS).isPresent())
          .forEach(row -> rows.add(row(row, BOTH, system -> kept(report, row, system))));
    }
    return "What a neighbour's gets keep beside other requests, of what they have beside gets"
        + " (`field-*`):\n\n"
        + table(rows);
  }

  /** The longest stall of a client in each fault. */
  static String faults(RecordedCampaign campaign) throws IOException {
    List<FaultOutcome> outcomes = new ArrayList<>();
    for (String entry : FAULT_ENTRIES) {
      outcomes.addAll(campaign.report(entry, FaultReport.class).outcomes());
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("fault", BOTH, EvidenceTables::name));
    for (Row row : FAULTS) {
      rows.add(row(row.label(), BOTH, name -> stall(outcomes, row.of(), name)));
    }
    return table(rows);
  }

  private static MixSummary mix(RecordedCampaign campaign, String entry) throws IOException {
    List<MixSummary> mixes = campaign.report(entry, CampaignReport.class).mixes();
    if (mixes.size() != 1) {
      throw new IOException(entry + " has " + mixes.size() + " workload mixes; must have one");
    }
    return mixes.get(0);
  }

  private static OfSystem system(MixSummary mix, String name) throws IOException {
    return mix.systems().stream()
        .filter(system -> system.system().equals(name))
        .findFirst()
        .orElseThrow(() -> new IOException(mix.mix() + " was not measured on " + name));
  }

  private static Finding finding(CampaignReport report, String of) throws IOException {
    return report.findings().stream()
        .filter(finding -> finding.of().equals(of))
        .findFirst()
        .orElseThrow(() -> new IOException(report.command() + " has found nothing of " + of));
  }

  private static double least(OfSystem system) {
    return system.ofStock() == null ? 0 : system.ofStock().least().median();
  }

  private static String kept(MixSummary mix, String name) {
    return mix.systems().stream()
        .filter(system -> system.system().equals(name))
        .map(EvidenceTables::kept)
        .collect(Collectors.joining());
  }

  private static String kept(OfSystem system) {
    return system.ofStock() == null
        ? NOT_MEASURED
        : system.ofStock().tenants().stream()
            .map(kept -> percent(kept.median()))
            .collect(Collectors.joining(", "));
  }

  private static String kept(FieldReport report, String row, String system) {
    return report.kept(row, system).map(EvidenceTables::percent).orElse(NOT_MEASURED);
  }

  private static String stall(List<FaultOutcome> outcomes, String fault, String system) {
    for (FaultOutcome outcome : outcomes) {
      CheckResult result = outcome.result();
      if (outcome.fault().equals(fault) && outcome.system().equals(system) && result != null) {
        return format("%.1f s", result.longestStall());
      }
    }
    return NOT_MEASURED;
  }

  private static String name(String system) {
    return NAMES.getOrDefault(system, system);
  }

  private static String percent(double part) {
    return format(part < 0.02 ? "%.1f%%" : "%.0f%%", 100 * part);
  }

  private static String rate(Spread spread) {
    return format("%,.0f/s", spread.median());
  }

  private static String millis(Spread spread) {
    return format(spread.median() < 10 ? "%.1f ms" : "%,.0f ms", spread.median());
  }

  private static String ratio(Finding finding, String figure) {
    Spread spread = requireNonNull(finding.figures().get(figure), figure);
    return format("%.2f (%.2f to %.2f)", spread.median(), spread.min(), spread.max());
  }

  private static String bold(String text, boolean best) {
    return best ? "**" + text + "**" : text;
  }

  private static List<String> row(String label, List<String> of, Function<String, String> cell) {
    return Stream.concat(Stream.of(label), of.stream().map(cell)).toList();
  }

  /** The first row is the heading. */
  private static String table(List<List<String>> rows) {
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add("| " + String.join(" | ", row) + " |"));
    lines.add(1, "|" + " --- |".repeat(rows.get(0).size()));
    return String.join("\n", lines);
  }
}
