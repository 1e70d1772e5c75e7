package io.argus.experiments.capacity;

import static io.argus.load.basics.Argument.require;

import io.argus.bench.run.RunSettings;
import io.argus.bench.run.ServerObserver;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.MasterOption;
import io.argus.cli.output.Output;
import io.argus.cluster.EmbeddedCluster;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "capacity",
    description = {
      "Compares what 'argus capacity' says on one region server of two, three and more with what"
          + " clients measure there.",
      "Each number of region servers is a cluster of its own. Each server has its own slow disk, a"
          + " block cache of the same size and as many client threads; the data stay as many.",
      "Each number of region servers takes about 4 minutes."
    },
    exitCodeList = {"0:measured", "1:failed", "2:wrong usage"},
    showDefaultValues = true)
public final class CapacityBenchCommand implements Callable<Integer> {
  private static final RunSettings DEFAULTS = RunSettings.defaults();

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "MIX",
      description =
          "Workload mix on one region server, as in 'argus-bench'. The CPU is that of this"
              + " one machine, however many region servers: choose workloads that need the disk.")
  private String mix = "uniform50+hot50";

  @Option(names = "--region-servers", paramLabel = "N", description = "The most region servers.")
  private int most = 3;

  @Option(names = "--rows", paramLabel = "N", description = "Rows of each tenant.")
  private long rows = DEFAULTS.rows();

  @Option(
      names = "--cache-fraction",
      paramLabel = "F",
      description = "Block cache of each region server as a part of one tenant's data.")
  private double cacheFraction = 0.15;

  @Option(
      names = "--regions",
      paramLabel = "N",
      description = "Regions of each tenant, on all region servers together.")
  private int regions = 6;

  @Option(names = "--ramp", paramLabel = "S", description = "Seconds before every window.")
  private long rampSeconds = 90;

  @Option(names = "--window", paramLabel = "S", description = "Seconds of every window.")
  private long windowSeconds = 40;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    require(most >= 2 && most <= 10, "region servers", most, "2..10");
    WorkloadMix one = WorkloadMix.parse(mix);
    AtomicReference<String> foretold = new AtomicReference<>("");
    Map<Integer, SortedMap<String, Double>> measured = new TreeMap<>();
    for (int servers = 1; servers <= most; servers++) {
      ServerObserver atEnd =
          servers == 1
              ? secondsLeft -> {
                if (secondsLeft == 0) {
                  foretold.set(request());
                }
                return Map.of();
              }
              : ServerObserver.NONE;
      measured.put(servers, measure(CapacityRun.scaled(one, servers), servers, atEnd));
    }
    String answer = Objects.requireNonNull(foretold.get());
    if (answer.isEmpty()) {
      throw new IOException("the master of one region server did not answer in time");
    }
    CapacityComparison comparison = CapacityComparison.of(answer, measured);
    comparison.print();
    Output.write(json, comparison.toJson());
    return 0;
  }

  private SortedMap<String, Double> measure(WorkloadMix scaled, int servers, ServerObserver atEnd)
      throws IOException {
    RunSettings settings = CapacityRun.sized(settings(), servers);
    long dataBytes = settings.tenantBytes() * scaled.tenants().size();
    EmbeddedCluster cluster = embedded.cluster(dataBytes, servers);
    StopOnExit guard = new StopOnExit(cluster);
    try {
      return new CapacityRun(cluster, scaled, settings, new TerminalProgress(), atEnd)
          .measure(embedded.argus(Map.of()));
    } finally {
      guard.close();
    }
  }

  /** What the master foretells of each number of servers; empty if it does not answer. */
  private String request() {
    String servers =
        IntStream.rangeClosed(1, most).mapToObj(Integer::toString).collect(Collectors.joining(","));
    try {
      return new MasterOption()
          .read(ClusterOption.ofEmbedded(), "capacity.json?extrapolate&servers=" + servers);
    } catch (IOException | RuntimeException e) {
      System.err.println("argus: " + e.getMessage());
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private RunSettings settings() throws IOException {
    return new RunSettings(
        rows,
        regions,
        cacheFraction,
        DEFAULTS.aloneRamp(),
        Duration.ofSeconds(rampSeconds),
        Duration.ofSeconds(windowSeconds),
        DEFAULTS.interleavings(),
        DEFAULTS.mostSteal(),
        DEFAULTS.alpha(),
        embedded.blockCache(),
        1);
  }
}
