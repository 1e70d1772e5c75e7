package io.argus.experiments.bench;

import io.argus.bench.campaign.Campaign;
import io.argus.bench.campaign.Extent;
import io.argus.bench.finding.Finding;
import io.argus.bench.report.CampaignReport;
import io.argus.bench.report.HtmlReport;
import io.argus.bench.report.MarkdownReport;
import io.argus.bench.result.MixResult;
import io.argus.bench.result.ResultsFile;
import io.argus.bench.run.RunProgress;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.output.Output;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.EmbeddedRelease;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import io.argus.experiments.scenario.StatusObserver;
import io.argus.experiments.systems.ComparedSystems;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that all campaigns have, and how they are run. */
final class BenchOptions {
  /** Which systems a campaign compares. */
  @FunctionalInterface
  interface Systems {
    List<SystemUnderTest> of(ComparedSystems known) throws IOException;
  }

  /** The command that has these options. */
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Mixin private EmbeddedOptions embedded;
  @Mixin private CampaignOptions campaign;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Measures everything N times. The order of systems changes each time.")
  private int repeats = 1;

  @Option(
      names = "--max-minutes",
      paramLabel = "N",
      description = "Starts no workload mix after N minutes. Run the same again to go on.")
  private double maxMinutes = 24 * 60;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description =
          "Keeps every measurement. What the file holds is not measured again, unless the system's"
              + " jar or keys have changed. Default: bench-VERSION.jsonl.")
  private @Nullable Path results;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also writes the report as a page with charts, which needs no internet.")
  private @Nullable Path html;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Also writes tables of the medians for a document.")
  private @Nullable Path markdown;

  /** The options of a campaign on one region server, unless it says otherwise. */
  BenchOptions() {
    this(1);
  }

  /**
   * @param regionServers the default
   */
  BenchOptions(int regionServers) {
    this(new EmbeddedOptions(), new CampaignOptions(regionServers));
  }

  private BenchOptions(EmbeddedOptions embedded, CampaignOptions campaign) {
    this.embedded = embedded;
    this.campaign = campaign;
  }

  /** The options of a campaign about cores: region servers have one, and all is cached. */
  static BenchOptions ofCpu() {
    return new BenchOptions(EmbeddedOptions.ofCpu(), CampaignOptions.cached());
  }

  /** Of short campaigns whose windows are long enough for what servers show. */
  static BenchOptions toAssess() {
    return new BenchOptions(new EmbeddedOptions(), CampaignOptions.toAssess());
  }

  RunSettings settings() {
    return campaign.settings();
  }

  EmbeddedRelease release() throws IOException {
    return embedded.release();
  }

  double alpha() {
    return campaign.settings().alpha();
  }

  /**
   * Runs a campaign, prints its table and writes its files.
   *
   * @param findings what the measurements show beyond the scores
   */
  void run(
      List<WorkloadMix> mixes, Systems systems, Function<List<MixResult>, List<Finding>> findings)
      throws IOException {
    run(mixes, systems, findings, cluster -> new TerminalProgress());
  }

  /**
   * The same.
   *
   * @param progress what hears of the progress, by the cluster that runs the campaign
   */
  void run(
      List<WorkloadMix> mixes,
      Systems systems,
      Function<List<MixResult>, List<Finding>> findings,
      Function<EmbeddedCluster, RunProgress> progress)
      throws IOException {
    RunSettings settings = campaign.settings().withBlockCache(embedded.blockCache());
    Extent extent = new Extent(repeats, Duration.ofMillis((long) (maxMinutes * 60_000)));
    EmbeddedCluster cluster =
        embedded.cluster(dataBytes(mixes, settings), settings.regionServers());
    ClientJvm clients = new ClientJvm(cluster);
    List<SystemUnderTest> compared = systems.of(new ComparedSystems(embedded, clients));
    Map<String, String> conditions = conditions(cluster, settings);
    Path path = results == null ? Path.of("bench-" + cluster.runtime().name() + ".jsonl") : results;
    ResultsFile log = ResultsFile.open(path, conditions);
    StatusObserver observer = new StatusObserver();
    Campaign experiment =
        new Campaign(clients, mixes, settings, progress.apply(cluster), observer::tenants);
    List<String> failures;
    StopOnExit guard = new StopOnExit(cluster);
    try (observer) {
      failures = experiment.run(compared, extent, log);
    } finally {
      guard.close();
    }
    List<MixResult> runs = experiment.current(compared, log);
    CampaignReport report =
        CampaignReport.of(
            commandLine(),
            conditions,
            mixes,
            compared.stream().map(SystemUnderTest::name).toList(),
            runs,
            findings.apply(runs));
    report.toTable().forEach(System.out::println);
    System.out.println("Every measurement is in " + path + ".");
    Output.write(json, report.toJson());
    if (html != null) {
      Output.write(html, HtmlReport.of(report));
    }
    if (markdown != null) {
      Output.write(markdown, MarkdownReport.of(report));
    }
    if (!failures.isEmpty()) {
      throw new IOException(
          failures.size()
              + " sessions failed, run again to measure what they lack: "
              + String.join("; ", failures));
    }
  }

  private String commandLine() {
    List<String> words =
        spec == null ? List.of() : spec.root().commandLine().getParseResult().originalArgs();
    return "bin/argus-bench " + String.join(" ", words);
  }

  private static long dataBytes(List<WorkloadMix> mixes, RunSettings settings) {
    Map<String, Long> rows = new TreeMap<>();
    for (WorkloadMix mix : mixes) {
      for (TenantWorkload tenant : mix.tenants()) {
        rows.put(tenant.name(), tenant.rowsOr(settings.rows()));
      }
    }
    long all = rows.values().stream().mapToLong(Long::longValue).sum();
    return settings.tenantBytes() / settings.rows() * all;
  }

  private Map<String, String> conditions(EmbeddedCluster cluster, RunSettings settings) {
    Map<String, String> conditions = new TreeMap<>();
    conditions.put("hbase", cluster.runtime().name());
    conditions.put("disk", cluster.disks().name());
    conditions.put("diskReadsPerSecond", Integer.toString(embedded.diskReads()));
    conditions.put("pinned", Boolean.toString(embedded.pinned()));
    conditions.put("rows", Long.toString(settings.rows()));
    conditions.put("regionServers", Integer.toString(settings.regionServers()));
    conditions.put("regions", Integer.toString(settings.regions()));
    conditions.put("cacheFraction", Double.toString(settings.cacheFraction()));
    conditions.put("blockCache", settings.blockCache().label());
    conditions.put("aloneRampSeconds", Long.toString(settings.aloneRamp().toSeconds()));
    conditions.put("mixRampSeconds", Long.toString(settings.mixRamp().toSeconds()));
    conditions.put("clientProcesses", "as many as loads");
    conditions.put("windowSeconds", Long.toString(settings.window().toSeconds()));
    conditions.put("turns", Integer.toString(settings.interleavings()));
    conditions.put("mostSteal", Double.toString(settings.mostSteal()));
    conditions.put("alpha", Double.toString(settings.alpha()));
    conditions.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    conditions.put("java", System.getProperty("java.version"));
    return conditions;
  }
}
