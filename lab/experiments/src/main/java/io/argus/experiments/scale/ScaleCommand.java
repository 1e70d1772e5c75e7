package io.argus.experiments.scale;

import io.argus.bench.planner.PlannerBenchmark;
import io.argus.bench.scale.ClusterSize;
import io.argus.bench.scale.CodecComparison;
import io.argus.bench.scale.MasterMemory;
import io.argus.bench.scale.TransportResult;
import io.argus.bench.scale.TransportSimulation;
import io.argus.bench.simulation.LoopResult;
import io.argus.bench.simulation.LoopSimulation;
import io.argus.bench.simulation.LoopSize;
import io.argus.cli.output.Output;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code argus-bench scale}: what steering a large cluster costs. */
@Command(
    name = "scale",
    description = {
      "Simulates large clusters with the real formats and the real master's code, without HBase.",
      "A cluster in a closed loop: tenants with skewed demand on simulated servers, which report to"
          + " the master and apply its plans, while servers die, regions move, and tenants come and"
          + " go. It prints what tenants keep of their isolated throughput, beside the optimum of"
          + " max-min fairness, and in how many rounds.",
      "The way of reports: it prints the length of usage reports, what goes into ZooKeeper and to the master, and the"
          + " master's CPU time, beside the way before: all tenants in JSON into ZooKeeper"
          + " every 2 s.",
      "Random problems of 3 tenants on 3 servers: how far plans are below the exact optimum.",
      "What the real master keeps on its heap once it has as many reports as it ever keeps, of as"
          + " many tenants on a server as in the closed loop.",
      "1,000 servers with 500 tenants need 4 GB of heap and some minutes."
    },
    showDefaultValues = true)
public final class ScaleCommand implements Callable<Integer> {
  private static final int OPTIMUM_SERVERS = 3;
  private static final int OPTIMUM_CASES = 200;

  /** Of the master with 1,000 servers and 500 tenants, a usual one on 100 servers. */
  private static final long MAX_LIVE_BYTES = 300_000_000;

  /**
   * Servers of a tenant of the closed loop over those of a usual one: the mean of 1/4 to 4, evenly
   * by logarithm.
   */
  private static final double MEAN_BREADTH = 1.35;

  @Option(
      names = "--servers",
      split = ",",
      paramLabel = "N",
      description = "Numbers of region servers. The closed loop has the most of them.")
  private List<Integer> servers = List.of(10, 100, 1_000);

  @Option(
      names = "--tenants",
      split = ",",
      paramLabel = "N",
      description = "Numbers of tenants. The closed loop has the most of them.")
  private List<Integer> tenants = List.of(50, 500);

  @Option(
      names = "--active",
      split = ",",
      paramLabel = "SHARE",
      description = "Parts of the tenants that are active on a server, 0..1. The others are idle.")
  private List<Double> active = List.of(0.2, 1.0);

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "PART",
      description = "What to simulate: ${COMPLETION-CANDIDATES}.")
  private Set<Part> parts = EnumSet.allOf(Part.class);

  @Option(
      names = "--servers-per-tenant",
      paramLabel = "N",
      description =
          "Servers on which a usual tenant of the closed loop has regions; others are on a quarter"
              + " to four times as many.")
  private int serversPerTenant = 100;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds of the closed loop after each event, at least 5.")
  private int rounds = 20;

  @Option(names = "--seed", paramLabel = "N", description = "Of the closed loop's cluster.")
  private long seed = 1;

  /** A part of the simulation. */
  private enum Part {
    loop,
    transport,
    optimum,
    memory
  }

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the figures as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    Map<String, Object> document = Output.document();
    document.put("command", "bench scale");
    if (parts.contains(Part.loop)) {
      int most = Collections.max(servers);
      LoopSize size =
          new LoopSize(most, Collections.max(tenants), Math.min(most, serversPerTenant));
      LoopResult result = new LoopSimulation(size, rounds, seed, System.err::println).run();
      document.put("loop", result);
      LoopReport.print(result);
      System.out.println();
    }
    if (parts.contains(Part.optimum)) {
      PlannerBenchmark.Gap gap =
          PlannerBenchmark.gapOfServers(OPTIMUM_CASES, OPTIMUM_SERVERS, done -> {});
      document.put("optimum", gap);
      System.out.printf(
          Locale.ROOT,
          "%d random problems of 3 tenants on %d servers: below the exact optimum by %.2f %% at"
              + " worst, %.2f %% in 99 of 100%n%n",
          gap.cases(),
          OPTIMUM_SERVERS,
          100 * gap.worst(),
          100 * gap.p99());
    }
    if (parts.contains(Part.transport)) {
      List<TransportResult> results = transport();
      List<CodecComparison.Format> formats = CodecComparison.run();
      document.put("transport", results);
      document.put("formats", formats);
      TransportReport.print(results, formats);
    }
    if (parts.contains(Part.memory)) {
      MasterMemory.Result memory = memory();
      document.put("memory", memory);
      System.out.printf(
          Locale.ROOT,
          "%nMemory of the master: %d servers with %d of %d tenants each, a report each %.0f s, those"
              + " of %.0f s kept, metering and contention on: %.0f MB of its objects live after a"
              + " collection; the bound of %d MB %s.%n",
          memory.size().servers(),
          memory.size().active(),
          memory.size().tenants(),
          memory.reportMillis() / 1e3,
          memory.windowSeconds(),
          memory.liveBytes() / 1e6,
          MAX_LIVE_BYTES / 1_000_000,
          memory.liveBytes() <= MAX_LIVE_BYTES ? "holds" : "does not hold");
    }
    Output.write(json, Output.json(document));
    return 0;
  }

  private MasterMemory.Result memory() throws IOException {
    int most = Collections.max(servers);
    double there = Math.min(1, MEAN_BREADTH * serversPerTenant / most);
    ClusterSize size = new ClusterSize(most, Collections.max(tenants), there);
    return new MasterMemory(size, step -> System.err.println("memory, " + step)).run();
  }

  private List<TransportResult> transport() throws IOException {
    List<ClusterSize> sizes = new ArrayList<>();
    for (int s : servers) {
      for (int t : tenants) {
        active.forEach(share -> sizes.add(new ClusterSize(s, t, share)));
      }
    }
    List<TransportResult> results = new ArrayList<>();
    for (ClusterSize size : sizes) {
      String label =
          String.format(
              Locale.ROOT,
              "%d of %d: %d servers x %d tenants, %d active: ",
              results.size() + 1,
              sizes.size(),
              size.servers(),
              size.tenants(),
              size.active());
      results.add(new TransportSimulation(size, step -> System.err.println(label + step)).run());
    }
    return results;
  }
}
