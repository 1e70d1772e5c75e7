package io.argus.experiments.bench;

import static io.argus.load.basics.Argument.require;

import io.argus.bench.campaign.CpuCost;
import io.argus.bench.finding.PairedRatio;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.WorkloadMix;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import io.argus.core.settings.Settings;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.OperatorCommand;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "observe",
    description = {
      "Measures the CPU time of the region server for each operation while Argus observes, in"
          + " relation to stock HBase.",
      "Two region servers serve the same workload side by side, with all data in the block cache;"
          + " Argus observes on one of them, in turn. It prints each pair, the median, the geometric"
          + " mean and its 95 %% interval.",
      "Each pair has new server processes, which differ by some 7 %% even without Argus, and takes"
          + " nearly three minutes. With --live, Argus is switched off and on within the same"
          + " processes, and a pair takes a minute.",
      "The exit code is 1 if the interval is not below 1.03."
    },
    showDefaultValues = true)
final class ObserveCommand implements Callable<Integer> {
  private static final RunSettings DEFAULTS = RunSettings.defaults();
  private static final double CACHED = 4;
  private static final double BOUND = 1.03;

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Option(names = "--pairs", paramLabel = "N", description = "How many pairs.")
  private int pairs = 10;

  @Option(
      names = "--workload",
      paramLabel = "WORKLOAD",
      description = "What the clients do, as in 'argus-bench'.")
  private String workload = "exhot50";

  @Option(names = "--rows", paramLabel = "N", description = "Rows on each server.")
  private long rows = 100_000;

  @Option(names = "--ramp", paramLabel = "S", description = "Seconds before every window.")
  private long rampSeconds = 90;

  @Option(names = "--window", paramLabel = "S", description = "Seconds of every window.")
  private long windowSeconds = 20;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "What Argus does on one of the servers: observe, off or enforce; or none, for stock HBase"
              + " on both, which says how far two servers of the same code differ.")
  private String mode = "observe";

  @Option(
      names = "--live",
      description =
          "Both servers have Argus, and 'argus mode' switches it off on one and on at the other.")
  private boolean live;

  @Override
  public Integer call() throws IOException {
    require(pairs >= 2, "pairs", pairs, "at least 2");
    require(rampSeconds >= 1, "ramp", rampSeconds, "at least 1");
    require(
        !live || mode.equals("observe") || mode.equals("enforce"),
        "mode",
        mode,
        "observe or enforce with --live");
    RunSettings settings =
        new RunSettings(
            rows,
            DEFAULTS.regions(),
            CACHED,
            Duration.ofSeconds(rampSeconds),
            Duration.ofSeconds(rampSeconds),
            Duration.ofSeconds(windowSeconds),
            DEFAULTS.interleavings(),
            DEFAULTS.mostSteal(),
            DEFAULTS.alpha(),
            embedded.blockCache(),
            CpuCost.SERVERS);
    EmbeddedCluster cluster =
        embedded.cluster(CpuCost.SERVERS * settings.tenantBytes(), CpuCost.SERVERS);
    CpuCost cost =
        new CpuCost(
            new ClientJvm(cluster), WorkloadMix.parse(workload), settings, new TerminalProgress());
    List<PairedRatio.Pair> measured;
    StopOnExit guard = new StopOnExit(cluster);
    try {
      measured =
          live
              ? cost.inTurn(plugin(), pairs, (server, on) -> set(cluster, server, on))
              : cost.run(plugin(), pairs);
    } finally {
      guard.close();
    }
    PairedRatio ratio = PairedRatio.of(measured);
    String reference = live ? "off" : "stock";
    print("%-6s %12s %12s %8s%n", "pair", mode + " us", reference + " us", "ratio");
    for (int i = 0; i < measured.size(); i++) {
      PairedRatio.Pair pair = measured.get(i);
      print("%-6d %12.2f %12.2f %8.3f%n", i + 1, pair.system(), pair.reference(), pair.ratio());
    }
    print(
        "CPU an operation, %s / %s: median %.3f, mean %.3f, 95%% interval %.3f..%.3f%n",
        mode, reference, ratio.median(), ratio.mean(), ratio.low(), ratio.high());
    return ratio.high() < BOUND ? 0 : 1;
  }

  private Plugin plugin() throws IOException {
    return mode.equals(Plugin.none().name())
        ? Plugin.none()
        : embedded.argus(Map.of(Settings.MODE.key(), mode));
  }

  private void set(EmbeddedCluster cluster, int server, boolean on) throws IOException {
    String name = "localhost:" + cluster.ports().regionServers().get(server);
    int exit = OperatorCommand.run("mode", on ? mode : "off", "--server", name, "-y");
    if (exit != 0) {
      throw new IOException("'argus mode' on " + name + " ended with " + exit);
    }
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }
}
