package io.argus.experiments.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code argus-bench jmh}: what Argus's cache and queue cost per operation, compared with HBase's.
 * Runs in a process of its own because it needs HBase on its class path.
 */
@Command(
    name = "jmh",
    description = {
      "Measures what Argus's cache and queue cost per operation, compared with HBase's.",
      "'argus-bench jmh --help' shows the options."
    })
public final class JmhCommand implements Callable<Integer> {
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return ModuleProcess.run("argus-jmh", "io.argus.jmh.Main", arguments);
  }
}
