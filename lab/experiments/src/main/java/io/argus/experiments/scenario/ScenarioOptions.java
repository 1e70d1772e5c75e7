package io.argus.experiments.scenario;

import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.scenario.Scenario;
import io.argus.bench.scenario.ScenarioReport;
import io.argus.bench.scenario.ScenarioRun;
import io.argus.cli.output.Output;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import io.argus.experiments.systems.ComparedSystems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of scenarios, and how they run. */
final class ScenarioOptions {
  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Keeps the cluster running at the end.")
  private boolean keep;

  /** Runs a scenario under Argus, prints the table and writes the file. */
  int run(Scenario scenario) throws IOException {
    return run(scenario, List.of("argus"));
  }

  /** The same under each of these systems, one after the other. */
  int run(Scenario scenario, List<String> names) throws IOException {
    RunSettings settings = RunSettings.defaults().withBlockCache(embedded.blockCache());
    EmbeddedCluster cluster = embedded.cluster(settings.tenantBytes() * scenario.actors().size());
    ClientJvm clients = new ClientJvm(cluster);
    List<SystemUnderTest> systems =
        new ComparedSystems(embedded, clients).withoutIsolatedThroughputs(names);
    ScenarioReport report;
    try (StopOnExit guard = new StopOnExit(cluster);
        StatusObserver observer = new StatusObserver()) {
      report =
          new ScenarioRun(clients, scenario, settings, new TerminalProgress(), observer)
              .run(systems);
      if (keep) {
        guard.keep();
      }
    }
    report.toTable().forEach(System.out::println);
    Output.write(json, report.toJson());
    return 0;
  }
}
