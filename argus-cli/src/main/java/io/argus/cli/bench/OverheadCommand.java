package io.argus.cli.bench;

import io.argus.bench.finding.Overhead;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.text.CommandLines;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code argus bench overhead}: what Argus costs where nobody misbehaves.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "overhead",
    description = {
      "Each load alone and beside a tenant with the same load, with Argus and on stock HBase in"
          + " turns; prints throughput and latency of Argus in relation to stock, repeat by"
          + " repeat.",
      "Four loads take about 9 minutes on one system, so 18 for each repeat."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class OverheadCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--loads", split = ",", paramLabel = "LOAD", description = "What to compare.")
  private List<String> loads = List.of("uniform50", "hot50", "exhot50", "rw50");

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> mixes = loads.stream().map(Overhead::pair).toList();
    options.run(
        CommandLines.of(spec),
        mixes,
        (release, repository, clients) ->
            options.known(release, repository, clients).named(List.of("stock", "argus"), mixes),
        runs -> Overhead.findings("argus", "stock", mixes, runs));
    return 0;
  }
}
