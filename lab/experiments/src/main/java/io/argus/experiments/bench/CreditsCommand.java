package io.argus.experiments.bench;

import io.argus.bench.finding.Sweep;
import io.argus.bench.run.MixPreparation;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.WorkloadMix;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "credits",
    description = {
      "Measures fairness and efficiency of Argus with pinned credits, and with the credits that it"
          + " finds itself: the dissertation's figure 5.5.",
      "Two tenants with 50 and 200 threads read at random. The block cache has 10 MB, enough for"
          + " index blocks. Isolated throughputs are measured with the credits that Argus finds.",
      "Each number of credits takes about 4 minutes, each repeat 30."
    },
    showDefaultValues = true)
final class CreditsCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

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
        mixes,
        known -> {
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
