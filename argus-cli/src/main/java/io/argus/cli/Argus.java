package io.argus.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import io.argus.cli.live.DeniedException;
import io.argus.cli.live.UnconfirmedException;
import io.argus.cli.output.ExitCode;
import io.argus.core.settings.ServerSetup;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code argus} command itself: only its subcommands do anything. */
@Command(
    name = "argus",
    description = "Makes one Apache HBase cluster safe to share.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "",
    footerHeading = "%n",
    footer = {
      "'argus COMMAND --help' shows the options of a command. The cluster is the one of --site FILE,"
          + " else of $ARGUS_CONF, $HBASE_CONF_DIR, $HBASE_HOME/conf or /etc/hbase/conf.",
      "Example: argus status --site /opt/hbase/conf"
    })
public final class Argus implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  private Argus() {}

  /** Shows help: no command was named. */
  @Override
  public void run() {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    line.usage(line.getOut());
  }

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Runs a command and returns its exit code. */
  public static int run(String... arguments) {
    return commandLine().execute(arguments);
  }

  /** The parser of all commands. */
  public static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Argus());
    for (CommandGroup group : CommandGroup.ALL) {
      group.commands().forEach(line::addSubcommand);
    }
    line.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, CommandGroup::list);
    line.getCommandSpec().usageMessage().exitCodeList(ExitCode.table());
    return completed(line);
  }

  /**
   * Gives a command and all below it what every command has: help, the version, and failures in one
   * line.
   */
  public static CommandLine completed(CommandLine line) {
    complete(line);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          command.getErr().println("argus: " + message(failure));
          if (System.getenv("ARGUS_DEBUG") != null) {
            failure.printStackTrace(command.getErr());
          }
          return exitCode(failure).code();
        });
    return line;
  }

  private static ExitCode exitCode(Exception failure) {
    if (failure instanceof DeniedException) {
      return ExitCode.DENIED;
    }
    return failure instanceof UnconfirmedException ? ExitCode.ATTENTION : ExitCode.FAILED;
  }

  /** What went wrong. The exceptions of some failures have only the name of a file as message. */
  private static @Nullable String message(Exception failure) {
    if (failure instanceof NoSuchFileException) {
      return failure.getMessage() + ": no such file or directory";
    }
    if (failure instanceof AccessDeniedException) {
      return failure.getMessage() + ": permission denied";
    }
    return failure.getMessage();
  }

  private static void complete(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    boolean helps = spec.userObject() instanceof HelpCommand; // which has the option itself
    if (!helps && spec.unmatchedArgsBindings().isEmpty()) { // else --help is for what it starts
      spec.mixinStandardHelpOptions(true);
    }
    spec.versionProvider(() -> new String[] {"argus " + ServerSetup.thisVersion()});
    if (!spec.usageMessage().exitCodeList().isEmpty()) {
      spec.usageMessage().exitCodeListHeading("Exit codes:%n");
    }
    line.getSubcommands().values().forEach(Argus::complete);
  }
}
