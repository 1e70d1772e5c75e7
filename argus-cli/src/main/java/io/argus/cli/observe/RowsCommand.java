package io.argus.cli.observe;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "rows",
    header = "Say which tenants should cache rows.",
    subcommands = RowsSuggestCommand.class)
final class RowsCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Shows help: no command was named. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
