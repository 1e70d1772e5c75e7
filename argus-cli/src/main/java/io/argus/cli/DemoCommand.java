package io.argus.cli;

import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.cluster.ClusterStatus;
import io.argus.bench.cluster.EmbeddedCluster;
import io.argus.bench.experiment.Campaign;
import io.argus.bench.experiment.CampaignSettings;
import io.argus.bench.experiment.Mix;
import io.argus.bench.experiment.Report;
import io.argus.bench.experiment.SystemUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
final class DemoCommand implements Callable<Integer> {
  private static final CampaignSettings DEFAULTS = CampaignSettings.defaults();

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      description = "Workload and client threads of each tenant: uniform, hot, exhot, scan, rw.")
  private String mix = "exhot50+uniform200";

  @Option(names = "--systems", split = ",", description = "What to compare: stock, argus.")
  private List<String> systems = List.of("stock", "argus");

  @Option(names = "--rows", paramLabel = "N", description = "Rows of each tenant.")
  private long rows = DEFAULTS.rows();

  @Option(
      names = "--cache-fraction",
      paramLabel = "F",
      description = "Block cache in relation to one tenant's data.")
  private double cacheFraction = DEFAULTS.cacheFraction();

  @Option(names = "--ramp", paramLabel = "S", description = "Seconds before a window, alone.")
  private long rampSeconds = DEFAULTS.aloneRamp().toSeconds();

  @Option(names = "--mix-ramp", paramLabel = "S", description = "Seconds before the mix's window.")
  private long mixRampSeconds = DEFAULTS.mixRamp().toSeconds();

  @Option(names = "--window", paramLabel = "S", description = "Seconds of every window.")
  private long windowSeconds = DEFAULTS.window().toSeconds();

  @Option(names = "--alpha", paramLabel = "A", description = "Weight of J in the D-score.")
  private double alpha = DEFAULTS.alpha();

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
    Path repository = Argus.repository();
    Release release = embedded.release();
    CampaignSettings settings = settings();
    Mix parsed = Mix.parse(mix);
    EmbeddedCluster cluster = embedded.cluster(settings.tenantBytes() * parsed.tenants().size());
    List<SystemUnderTest> compared = new ArrayList<>();
    for (String system : systems) {
      compared.add(
          new SystemUnderTest(
              system,
              system.equals("stock")
                  ? release.plugin("none", repository)
                  : release.plugin(system, repository).with(List.of(), conf)));
    }
    Report report;
    TerminalProgress progress =
        new TerminalProgress(System.err, Boolean.getBoolean("argus.terminal"));
    try (StopOnExit guard = new StopOnExit(cluster)) {
      report =
          new Campaign(cluster, new ClientJvm(cluster), parsed, settings, progress).run(compared);
      if (keep) {
        guard.keep();
      }
    }
    report.toTable().forEach(System.out::println);
    if (json != null) {
      Files.writeString(json, report.toJson());
    }
    if (keep) {
      ClusterStatus.of(cluster.state()).lines().forEach(System.out::println);
      System.out.println(
          "The cluster stays up; 'argus status' looks at it, 'argus cluster stop' ends it.");
    }
    return 0;
  }

  private CampaignSettings settings() {
    return new CampaignSettings(
        rows,
        DEFAULTS.regions(),
        cacheFraction,
        Duration.ofSeconds(rampSeconds),
        Duration.ofSeconds(mixRampSeconds),
        Duration.ofSeconds(windowSeconds),
        alpha);
  }
}
