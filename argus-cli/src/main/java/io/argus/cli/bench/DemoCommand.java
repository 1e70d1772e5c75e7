package io.argus.cli.bench;

import io.argus.bench.campaign.Campaign;
import io.argus.bench.campaign.Extent;
import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.cluster.ClusterStatus;
import io.argus.bench.cluster.EmbeddedCluster;
import io.argus.bench.report.Report;
import io.argus.bench.result.MixResult;
import io.argus.bench.result.RunLog;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.cluster.EmbeddedOptions;
import io.argus.cli.experiment.CampaignOptions;
import io.argus.cli.experiment.RivalSystems;
import io.argus.cli.release.ArgusHome;
import io.argus.cli.text.OutputFile;
import io.argus.cli.text.StopOnExit;
import io.argus.cli.text.TerminalProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code argus demo}: measures what tenants do to each other, without Argus and with it.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "demo",
    description =
        "Measures what tenants do to each other on stock HBase and with Argus, on an embedded"
            + " cluster with a slow disk.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
public final class DemoCommand implements Callable<Integer> {
  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      description = "Workload and client threads of each tenant: uniform, hot, exhot, scan, rw.")
  private String mix = "exhot50+uniform200";

  @Option(names = "--systems", split = ",", description = "What to compare: stock, argus.")
  private List<String> systems = List.of("stock", "argus");

  @Mixin private CampaignOptions campaign = new CampaignOptions();

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description = "A further hbase-site property for every system but stock.")
  private Map<String, String> conf = new TreeMap<>();

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Leaves the cluster running at the end.")
  private boolean keep;

  @Override
  public Integer call() throws IOException {
    Path repository = ArgusHome.path();
    RunSettings settings = campaign.settings();
    WorkloadMix parsed = WorkloadMix.parse(mix);
    EmbeddedCluster cluster = embedded.cluster(settings.tenantBytes() * parsed.tenants().size());
    ClientJvm clients = new ClientJvm(cluster);
    RivalSystems known =
        new RivalSystems(embedded.release(), repository, clients, conf, embedded.diskReads());
    List<SystemUnderTest> compared = known.named(systems, List.of(parsed));
    RunLog runs = new RunLog();
    TerminalProgress progress =
        new TerminalProgress(System.err, Boolean.getBoolean("argus.terminal"));
    try (StopOnExit guard = new StopOnExit(cluster)) {
      List<String> failures =
          new Campaign(clients, List.of(parsed), settings, progress)
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
            cluster.disk().name(),
            runs.runs().stream().map(MixResult::result).toList());
    report.toTable().forEach(System.out::println);
    OutputFile.write(json, report.toJson());
    if (keep) {
      ClusterStatus.of(cluster.state()).lines().forEach(System.out::println);
      System.out.println(
          "The cluster stays up; 'argus status' looks at it, 'argus cluster stop' ends it.");
    }
    return 0;
  }
}
