package io.argus.cli.bench;

import io.argus.bench.finding.Sweep;
import io.argus.bench.run.MixPreparation;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.experiment.RivalSystems;
import io.argus.cli.text.CommandLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code argus bench credits}: fairness and efficiency against pinned credits.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "credits",
    description = {
      "Two tenants that read at random, of 50 and 200 threads, with a block cache of 10 MB (for"
          + " index blocks) and Argus with pinned credits, and with credits it finds itself: the"
          + " dissertation's figure 5.5. Isolated throughputs are those with credits that are found.",
      "About 4 minutes for each number of credits, 30 for each repeat."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class CreditsCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--credits",
      split = ",",
      paramLabel = "MB",
      description = "Credits to pin, in million bytes per refill period of 2 s.")
  private List<Integer> credits = List.of(20, 40, 60, 70, 80, 100, 150);

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> mixes = List.of(WorkloadMix.parse("uniform50+uniform200"));
    List<String> names = new ArrayList<>(List.of("argus-auto"));
    credits.forEach(million -> names.add("argus-" + million + "M"));
    options.run(
        CommandLines.of(spec),
        mixes,
        (release, repository, clients) -> {
          RivalSystems known = options.known(release, repository, clients);
          List<SystemUnderTest> systems = new ArrayList<>();
          for (String name : names) {
            String value = name.substring("argus-".length()).replace("M", "000000");
            systems.add(
                known.argus(
                    name,
                    mixes,
                    Map.of("argus.credits", value, "hfile.block.cache.size", "0.005"),
                    MixPreparation.NONE));
          }
          return systems;
        },
        runs -> Sweep.rebased(names, "argus-auto", options.alpha(), runs));
    return 0;
  }
}
