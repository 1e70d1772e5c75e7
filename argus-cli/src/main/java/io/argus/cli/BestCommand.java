package io.argus.cli;

import io.argus.bench.experiment.Mix;
import io.argus.bench.experiment.Sweep;
import io.argus.core.Reservation;
import io.argus.core.TenantId;
import java.io.IOException;
import java.util.ArrayList;
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
      "A mix of two tenants under Argus left alone, and under pinned reservations of a grid, all in"
          + " one server process: the best D-score of the grid is D*.",
      "About 20 minutes for each repeat with the standard grid of 15."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class BestCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "MIX", description = "Two tenants, as exhot50+uniform200.")
  private String mix = "";

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
    Mix alone = Mix.parse(mix);
    if (alone.tenants().size() != 2) {
      throw new IllegalArgumentException("mix is " + mix + "; must be of two tenants");
    }
    List<Mix> pinned = new ArrayList<>();
    Map<String, List<Reservation>> pins = new TreeMap<>();
    for (double cache : cacheShares) {
      for (double hdfs : hdfsShares) {
        String label = String.format(Locale.ROOT, "%s at %.2f/%.2f", alone.label(), cache, hdfs);
        pinned.add(new Mix(label, alone.tenants()));
        pins.put(
            label,
            List.of(
                Reservation.of(TenantId.of(alone.tenants().get(0).name()), cache, hdfs),
                Reservation.of(TenantId.of(alone.tenants().get(1).name()), 1 - cache, 1 - hdfs)));
      }
    }
    List<Mix> mixes = new ArrayList<>(List.of(alone));
    mixes.addAll(pinned);
    options.run(
        CommandLines.of(spec),
        mixes,
        (release, repository, clients) ->
            List.of(
                options
                    .known(release, repository, clients)
                    .argus("argus", mixes, Map.of(), new PinnedMixes(pins, !strict))),
        runs -> Sweep.best(alone, pinned, runs));
    return 0;
  }
}
