package io.argus.cli.bench;

import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.cluster.EmbeddedCluster;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.scenario.Scenario;
import io.argus.bench.scenario.ScenarioReport;
import io.argus.bench.scenario.ScenarioRun;
import io.argus.cli.cluster.EmbeddedOptions;
import io.argus.cli.experiment.StatusObserver;
import io.argus.cli.release.ArgusHome;
import io.argus.cli.text.OutputFile;
import io.argus.cli.text.StopOnExit;
import io.argus.cli.text.TerminalProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of scenarios, and how they are played.
 *
 * <p>Used by one thread.
 */
final class ScenarioOptions {
  /** Argus with further hbase-site properties, under a name of its own. */
  record Variant(String name, Map<String, String> conf) {}

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description = "A further hbase-site property for every run.")
  private Map<String, String> conf = new TreeMap<>();

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Leaves the cluster running at the end.")
  private boolean keep;

  int play(Scenario scenario, List<Variant> variants) throws IOException {
    RunSettings settings = RunSettings.defaults();
    EmbeddedCluster cluster = embedded.cluster(settings.tenantBytes() * scenario.actors().size());
    List<SystemUnderTest> systems = new ArrayList<>();
    for (Variant variant : variants) {
      Map<String, String> all = new TreeMap<>(conf);
      all.putAll(variant.conf());
      systems.add(
          new SystemUnderTest(
              variant.name(),
              embedded.release().plugin("argus", ArgusHome.path()).with(List.of(), all)));
    }
    ScenarioReport report;
    TerminalProgress progress =
        new TerminalProgress(System.err, Boolean.getBoolean("argus.terminal"));
    try (StopOnExit guard = new StopOnExit(cluster);
        StatusObserver observer = new StatusObserver()) {
      report =
          new ScenarioRun(new ClientJvm(cluster), scenario, settings, progress, observer)
              .run(systems);
      if (keep) {
        guard.keep();
      }
    }
    report.toTable().forEach(System.out::println);
    OutputFile.write(json, report.toJson());
    return 0;
  }
}
