package io.argus.experiments.bench;

import static io.argus.core.text.Text.format;
import static io.argus.load.basics.Argument.require;

import io.argus.bench.finding.Sweep;
import io.argus.bench.run.WorkloadMix;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.experiments.systems.PinnedWorkloadMixes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "best",
    description = {
      "Compares the planner with the best pinned reservations, for workload mixes of two tenants.",
      "It measures each workload mix under Argus with the planner, and with the pinned reservations of"
          + " a grid, all in one server process. The best D-score of the grid is the best pinned D.",
      "A point of the grid takes more than a minute: the standard grid of 15 takes about 20 minutes"
          + " for each workload mix and repeat."
    },
    showDefaultValues = true)
final class BestCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "MIX",
      showDefaultValue = Visibility.NEVER,
      description =
          "A workload mix of two tenants, such as exhot50+uniform200. Default: the seven published"
              + " workload mixes.")
  private List<String> mixes = new ArrayList<>();

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "SHARE",
      description = "Shares of the block cache for the first tenant; the second gets the rest.")
  private List<Double> cacheShares = List.of(0.2, 0.35, 0.5, 0.65, 0.8);

  @Option(
      names = "--hdfs",
      split = ",",
      paramLabel = "SHARE",
      description = "Shares of HDFS throughput for the first tenant; the second gets the rest.")
  private List<Double> hdfsShares = List.of(0.3, 0.5, 0.7);

  @Option(
      names = "--no-borrowing",
      description = "No tenant may borrow what another leaves unused of its reservation.")
  private boolean strict;

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> unpinned =
        mixes.isEmpty() ? WorkloadMix.standard() : mixes.stream().map(WorkloadMix::parse).toList();
    Map<String, List<Reservation>> pins = new TreeMap<>();
    Map<WorkloadMix, List<WorkloadMix>> pinned = new LinkedHashMap<>();
    List<WorkloadMix> all = new ArrayList<>();
    for (WorkloadMix mix : unpinned) {
      Map<String, List<Reservation>> grid = grid(mix);
      List<WorkloadMix> points =
          grid.keySet().stream().map(label -> new WorkloadMix(label, mix.tenants())).toList();
      pins.putAll(grid);
      pinned.put(mix, points);
      all.add(mix);
      all.addAll(points);
    }
    options.run(
        all,
        known ->
            List.of(known.argus("argus", all, Map.of(), new PinnedWorkloadMixes(pins, !strict))),
        runs -> Sweep.best(pinned, runs));
    return 0;
  }

  /** The reservations of each point of the grid, by the label of their workload mix. */
  private Map<String, List<Reservation>> grid(WorkloadMix mix) {
    require(mix.tenants().size() == 2, "workload mix", mix.label(), "of two tenants");
    TenantId first = TenantId.of(mix.tenants().get(0).name());
    TenantId second = TenantId.of(mix.tenants().get(1).name());
    Map<String, List<Reservation>> grid = new LinkedHashMap<>();
    for (double cache : cacheShares) {
      for (double hdfs : hdfsShares) {
        grid.put(
            format("%s at %.2f/%.2f", mix.label(), cache, hdfs),
            List.of(
                Reservation.of(first, cache, hdfs), Reservation.of(second, 1 - cache, 1 - hdfs)));
      }
    }
    return grid;
  }
}
