package io.argus.experiments.process;

import io.argus.experiments.cluster.CommitBuild;
import io.argus.experiments.cluster.EmbeddedOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/**
 * {@code argus-bench jmh}: what Argus's cache, queue and kept rows cost per operation, compared
 * with HBase's. Runs in a process of its own because it needs HBase on its class path.
 */
@Command(
    name = "jmh",
    description = {
      "Measures what Argus's cache, queue and kept rows cost per operation, compared with HBase's.",
      "'argus-bench jmh --help' shows the options."
    })
public final class JmhCommand implements Callable<Integer> {
  private static final String MODULE = "lab/jmh";

  @Option(
      names = "--against",
      paramLabel = "COMMIT",
      description = "Compares the hit and the queue with those of another commit, which it builds.")
  private @Nullable String against;

  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(arguments);
    if (against != null) {
      CommitBuild commit = EmbeddedOptions.commit(against);
      all.addAll(List.of("--against", commit.label(), "--against-class-path"));
      all.add(ModuleProcess.classPath(commit.classPathFile(MODULE)));
    }
    return ModuleProcess.run(MODULE, "io.argus.jmh.Main", all);
  }
}
