package io.argus.experiments.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code argus-bench traces}: the hit ratio of Argus's cache over traces of block accesses,
 * compared with HBase's caches and the optimum. Runs in a process of its own because it needs HBase
 * on its class path.
 */
@Command(
    name = "traces",
    description = {
      "Compares the hit ratio of Argus's cache with HBase's caches and the optimum over traces.",
      "'argus-bench traces --help' shows the options."
    })
public final class TracesCommand implements Callable<Integer> {
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return ModuleProcess.run("lab/traces", "io.argus.traces.Main", arguments);
  }
}
