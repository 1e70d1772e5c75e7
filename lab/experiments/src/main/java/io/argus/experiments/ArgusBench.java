package io.argus.experiments;

import io.argus.cli.Argus;
import io.argus.cli.CompletionCommand;
import io.argus.experiments.bench.BenchCommand;
import io.argus.experiments.bench.DemoCommand;
import io.argus.experiments.cluster.ClusterCommand;
import io.argus.experiments.process.JmhCommand;
import picocli.CommandLine;

/** The {@code argus-bench} command: campaigns, and all other experiments as subcommands. */
public final class ArgusBench {
  private ArgusBench() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Runs a command and returns its exit code. */
  public static int run(String... arguments) {
    return commandLine().execute(arguments);
  }

  /** The parser of all commands. */
  public static CommandLine commandLine() {
    return Argus.completed(
        new CommandLine(new BenchCommand())
            .addSubcommand(new DemoCommand())
            .addSubcommand(new ClusterCommand())
            .addSubcommand(new JmhCommand())
            .addSubcommand(new CompletionCommand()));
  }
}
