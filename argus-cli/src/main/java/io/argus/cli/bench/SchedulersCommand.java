package io.argus.cli.bench;

import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.systems.ComparedSystems;
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
 * {@code argus bench schedulers}: schedulers alone, with hardly a block cache.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "schedulers",
    description = {
      "Two tenants that read at random, of 50 and 200 threads, with a block cache of 10 MB (for"
          + " index blocks): stock HBase, weighted fair queueing, the dissertation's deficit round"
          + " robin, and Argus.",
      "About 15 minutes for each repeat."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class SchedulersCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description = "Systems to compare, as in bench.")
  private List<String> systems = List.of("stock", "wfq", "drr-paper", "argus");

  private static final Map<String, String> HARDLY_A_CACHE =
      Map.of("hfile.block.cache.size", "0.005");

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> mixes = List.of(WorkloadMix.parse("uniform50+uniform200"));
    options.run(
        CommandLines.of(spec),
        mixes,
        (release, repository, clients) -> {
          List<SystemUnderTest> compared = new ArrayList<>();
          ComparedSystems known = options.known(release, repository, clients);
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
