package io.argus.experiments.bench;

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
    name = "schedulers",
    description = {
      "Compares schedulers: stock HBase, weighted fair queueing, the dissertation's deficit round"
          + " robin, and Argus.",
      "Two tenants with 50 and 200 threads read at random. The block cache has 10 MB, enough for"
          + " index blocks.",
      "Each repeat takes about 15 minutes."
    },
    showDefaultValues = true)
final class SchedulersCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description = "What to compare, as in 'argus-bench'.")
  private List<String> systems = List.of("stock", "wfq", "drr-paper", "argus");

  private static final Map<String, String> HARDLY_A_CACHE =
      Map.of("hfile.block.cache.size", "0.005");

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> mixes = List.of(WorkloadMix.parse("uniform50+uniform200"));
    options.run(
        mixes,
        known -> {
          List<SystemUnderTest> compared = new ArrayList<>();
          for (SystemUnderTest system : known.named(systems, mixes)) {
            compared.add(
                new SystemUnderTest(
                    system.name(),
                    system.plugin().with(List.of(), HARDLY_A_CACHE),
                    system.preparation()));
          }
          return compared;
        },
        runs -> List.of());
    return 0;
  }
}
