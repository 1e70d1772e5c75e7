package io.argus.experiments.bench;

import io.argus.bench.campaign.Campaign;
import io.argus.bench.campaign.Extent;
import io.argus.bench.report.Report;
import io.argus.bench.result.MixResult;
import io.argus.bench.result.RunLog;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.ServerObserver;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.output.Output;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterStatus;
import io.argus.cluster.EmbeddedCluster;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import io.argus.experiments.systems.ComparedSystems;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description =
        "Measures what tenants do to each other on stock HBase and with Argus, on an embedded"
            + " cluster with a slow disk.",
    showDefaultValues = true)
public final class DemoCommand implements Callable<Integer> {
  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Option(names = "--mix", paramLabel = "MIX", description = "A workload mix, as in 'argus-bench'.")
  private String mix = "exhot50+uniform200";

  @Option(names = "--systems", split = ",", description = "What to compare: stock, argus.")
  private List<String> systems = List.of("stock", "argus");

  @Mixin private CampaignOptions campaign = CampaignOptions.quick();

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Keeps the cluster running at the end.")
  private boolean keep;

  @Override
  public Integer call() throws IOException {
    RunSettings settings = campaign.settings().withBlockCache(embedded.blockCache());
    WorkloadMix parsed = WorkloadMix.parse(mix);
    EmbeddedCluster cluster =
        embedded.cluster(
            settings.tenantBytes() * parsed.tenants().size(), settings.regionServers());
    ClientJvm clients = new ClientJvm(cluster);
    List<SystemUnderTest> compared =
        new ComparedSystems(embedded, clients).named(systems, List.of(parsed));
    RunLog runs = new RunLog();
    long begin = System.nanoTime();
    try (StopOnExit guard = new StopOnExit(cluster)) {
      List<String> failures =
          new Campaign(
                  clients, List.of(parsed), settings, new TerminalProgress(), ServerObserver.NONE)
              .run(compared, Extent.ONCE, runs);
      if (!failures.isEmpty()) {
        throw new IOException(String.join("; ", failures));
      }
      if (keep) {
        guard.keep();
      }
    }
    Report report =
        new Report(
            parsed.label(),
            cluster.runtime().name(),
            cluster.disks().name(),
            settings.blockCache().label(),
            settings.regionServers(),
            runs.runs().stream().map(MixResult::result).toList());
    report.toTable().forEach(System.out::println);
    report.sentence().ifPresent(System.out::println);
    Output.write(json, report.toJson());
    Duration taken = Duration.ofNanos(System.nanoTime() - begin);
    System.err.printf("argus: measured in %d min %d s%n", taken.toMinutes(), taken.toSecondsPart());
    if (keep) {
      ClusterStatus.of(cluster.state()).lines().forEach(System.out::println);
      System.out.println(
          "The cluster keeps running. 'argus status --embedded' shows it, 'argus-bench cluster stop' stops it.");
    }
    return 0;
  }
}
