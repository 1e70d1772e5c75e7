package io.argus.cli.bench;

import io.argus.bench.finding.Sweep;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.experiment.PinnedMixes;
import io.argus.cli.text.CommandLines;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code argus bench best}: how close the planner comes to the best pinned reservations.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "best",
    description = {
      "Mixes of two tenants under Argus left alone, and under pinned reservations of a grid, all in"
          + " one server process: the best D-score of the grid is D*.",
      "About 20 minutes for each mix and repeat with the standard grid of 15; more than a minute"
          + " for each point."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class BestCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "MIX",
      description =
          "Two tenants, as exhot50+uniform200. Without: the seven mixes of the published"
              + " isolated throughputs.")
  private List<String> mixes = new ArrayList<>();

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "SHARE",
      description = "Shares of the block cache that the first tenant gets.")
  private List<Double> cacheShares = List.of(0.2, 0.35, 0.5, 0.65, 0.8);

  @Option(
      names = "--hdfs",
      split = ",",
      paramLabel = "SHARE",
      description = "Shares of HDFS throughput that the first tenant gets.")
  private List<Double> hdfsShares = List.of(0.3, 0.5, 0.7);

  @Option(
      names = "--no-lending",
      description = "Pinned reservations are limits, too: what a tenant leaves stays unused.")
  private boolean strict;

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> alone =
        mixes.isEmpty() ? WorkloadMix.standard() : mixes.stream().map(WorkloadMix::parse).toList();
    Map<String, List<Reservation>> pins = new TreeMap<>();
    Map<WorkloadMix, List<WorkloadMix>> pinned = new LinkedHashMap<>();
    List<WorkloadMix> all = new ArrayList<>();
    for (WorkloadMix mix : alone) {
      Map<String, List<Reservation>> grid = grid(mix);
      List<WorkloadMix> points =
          grid.keySet().stream().map(label -> new WorkloadMix(label, mix.tenants())).toList();
      pins.putAll(grid);
      pinned.put(mix, points);
      all.add(mix);
      all.addAll(points);
    }
    options.run(
        CommandLines.of(spec),
        all,
        (release, repository, clients) ->
            List.of(
                options
                    .known(release, repository, clients)
                    .argus("argus", all, Map.of(), new PinnedMixes(pins, !strict))),
        runs -> Sweep.best(pinned, runs));
    return 0;
  }

  /** The reservations of each point of the grid, by the label of the mix that has them. */
  private Map<String, List<Reservation>> grid(WorkloadMix mix) {
    if (mix.tenants().size() != 2) {
      throw new IllegalArgumentException("mix is " + mix.label() + "; must be of two tenants");
    }
    TenantId first = TenantId.of(mix.tenants().get(0).name());
    TenantId second = TenantId.of(mix.tenants().get(1).name());
    Map<String, List<Reservation>> grid = new LinkedHashMap<>();
    for (double cache : cacheShares) {
      for (double hdfs : hdfsShares) {
        grid.put(
            String.format(Locale.ROOT, "%s at %.2f/%.2f", mix.label(), cache, hdfs),
            List.of(
                Reservation.of(first, cache, hdfs), Reservation.of(second, 1 - cache, 1 - hdfs)));
      }
    }
    return grid;
  }
}
