package io.argus.experiments.scenario;

import static io.argus.core.text.Text.format;
import static io.argus.load.basics.Argument.require;

import com.google.gson.GsonBuilder;
import io.argus.bench.run.MixPreparation;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.bench.scenario.Scenario;
import io.argus.bench.scenario.ScenarioReport;
import io.argus.bench.scenario.ScenarioRun;
import io.argus.bench.scenario.ScoreTimeline;
import io.argus.cli.output.Output;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "profiles",
    description = {
      "Compares Argus with published profiles of the tenants' workloads and Argus without any, each run"
          + " on a new cluster, from the tenants' first request on.",
      "It prints the D-score at the end of each run, and the seconds until 95 %% of it, and of the better"
          + " one of the pair. D is by the isolated throughputs of the profiles.",
      "It measures the profiles first, which takes about 6 minutes for each workload."
    },
    showDefaultValues = true)
public final class ProfilesCommand implements Callable<Integer> {
  private static final RunSettings DEFAULTS = RunSettings.defaults();

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "MIX",
      description = "A workload mix of the workloads that 'argus profile run' knows.")
  private String mixLabel = "exhot50+uniform200";

  @Option(
      names = "--profiles",
      paramLabel = "DIR",
      description =
          "Keeps the profiles, such as exhot50.jsonl: results files of 'argus profile run'. A file"
              + " that is there is not measured again.")
  private @Nullable Path directory;

  @Option(names = "--seconds", paramLabel = "S", description = "Seconds of a run.")
  private int seconds = 90;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Pairs of runs. Every second pair has the other order.")
  private int pairs = 3;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Keeps the last cluster running at the end.")
  private boolean keep;

  /**
   * A run with profiles or without.
   *
   * @param lastD the D-score at the end, 0..1
   * @param ownAfter seconds until 95 % of it; null if never
   * @param betterAfter seconds until 95 % of the greater one of the pair; null if never
   */
  private record Line(
      String system,
      int pair,
      double lastD,
      @Nullable Integer ownAfter,
      @Nullable Integer betterAfter,
      ScenarioReport.Run run) {}

  private record Document(
      String hbase,
      String disk,
      String mix,
      Map<String, Double> isolatedThroughputs,
      List<Line> runs) {}

  @Override
  public Integer call() throws IOException {
    require(pairs >= 1, "repeat", pairs, "at least 1");
    require(seconds >= 30, "seconds", seconds, "at least 30");
    WorkloadMix mix = WorkloadMix.parse(mixLabel);
    RunSettings settings = DEFAULTS.withBlockCache(embedded.blockCache());
    EmbeddedCluster cluster = embedded.cluster(settings.tenantBytes() * mix.tenants().size());
    ClientJvm clients = new ClientJvm(cluster);
    Path kept = directory == null ? Files.createTempDirectory("argus-profiles") : directory;
    MeasuredProfiles profiles = new MeasuredProfiles(kept, mix, settings);
    SystemUnderTest without =
        new SystemUnderTest("argus", embedded.argus(Map.of()), MixPreparation.NONE);
    List<Line> lines = new ArrayList<>();
    try (StopOnExit guard = new StopOnExit(cluster)) {
      profiles.measure(clients, without.plugin());
      SystemUnderTest with =
          new SystemUnderTest(
              "argus+profiles", without.plugin(), new PublishedProfiles(profiles.files()));
      for (int pair = 0; pair < pairs; pair++) {
        List<SystemUnderTest> order =
            pair % 2 == 0 ? List.of(without, with) : List.of(with, without);
        List<ScenarioReport.Run> runs = new ArrayList<>();
        for (SystemUnderTest system : order) {
          runs.add(run(clients, mix, settings, system));
        }
        lines.addAll(scored(pair, runs, isolatedThroughputs(mix, profiles)));
      }
      if (keep) {
        guard.keep();
      }
    }
    print(mix, profiles, lines);
    Output.write(
        json,
        new GsonBuilder()
                .setPrettyPrinting()
                .create()
                .toJson(
                    new Document(
                        cluster.runtime().name(),
                        cluster.disks().name(),
                        mix.label(),
                        profiles.isolatedThroughputs(),
                        lines))
            + "\n");
    return 0;
  }

  private ScenarioReport.Run run(
      ClientJvm clients, WorkloadMix mix, RunSettings settings, SystemUnderTest system)
      throws IOException {
    try (StatusObserver observer = new StatusObserver()) {
      return new ScenarioRun(
              clients, Scenario.steady(mix, seconds), settings, new TerminalProgress(), observer)
          .run(List.of(system))
          .runs()
          .get(0);
    }
  }

  private static List<Double> isolatedThroughputs(WorkloadMix mix, MeasuredProfiles profiles)
      throws IOException {
    Map<String, Double> byLabel = profiles.isolatedThroughputs();
    return mix.tenants().stream().map(TenantWorkload::label).map(byLabel::get).toList();
  }

  /** The lines of a pair. */
  private static List<Line> scored(
      int pair, List<ScenarioReport.Run> runs, List<Double> isolatedThroughputs) {
    List<ScoreTimeline> scores = new ArrayList<>();
    for (ScenarioReport.Run run : runs) {
      scores.add(
          ScoreTimeline.of(
              run.timelines().subList(0, isolatedThroughputs.size()), // without the disk
              isolatedThroughputs,
              DEFAULTS.alpha()));
    }
    double better = scores.stream().mapToDouble(ScoreTimeline::last).max().orElse(0);
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      ScoreTimeline score = scores.get(i);
      lines.add(
          new Line(
              runs.get(i).system(),
              pair,
              score.last(),
              orNull(score.reachedAfter(score.last())),
              orNull(score.reachedAfter(better)),
              runs.get(i)));
    }
    return lines;
  }

  private static @Nullable Integer orNull(OptionalInt value) {
    return value.isPresent() ? Integer.valueOf(value.getAsInt()) : null;
  }

  private static void print(WorkloadMix mix, MeasuredProfiles profiles, List<Line> lines)
      throws IOException {
    System.out.println(mix.label());
    profiles
        .isolatedThroughputs()
        .forEach(
            (name, alone) -> System.out.println(format("profile %s: alone %,.0f/s", name, alone)));
    System.out.println();
    System.out.println(
        format(
            "%-16s %4s %8s %15s %26s",
            "system", "pair", "D at end", "95 % after s", "95 % of the better after s"));
    for (Line line : lines) {
      System.out.println(
          format(
              "%-16s %4d %8.2f %15s %26s",
              line.system(),
              line.pair() + 1,
              line.lastD(),
              line.ownAfter() == null ? "never" : line.ownAfter().toString(),
              line.betterAfter() == null ? "never" : line.betterAfter().toString()));
    }
    for (Line line : lines) {
      System.out.println();
      for (ScenarioReport.Observation seen : line.run().observations()) {
        System.out.println(
            format(
                "%-16s %4d %4d s  %s", line.system(), line.pair() + 1, seen.second(), seen.what()));
      }
    }
  }
}
