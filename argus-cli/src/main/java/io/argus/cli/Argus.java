package io.argus.cli;

import io.argus.cli.capacity.CapacityCommand;
import io.argus.cli.control.FeatureCommand;
import io.argus.cli.control.SetCommand;
import io.argus.cli.control.SettingsCommand;
import io.argus.cli.control.SloCommand;
import io.argus.cli.control.SwitchCommand;
import io.argus.cli.control.UnsetCommand;
import io.argus.cli.install.InstallCommand;
import io.argus.cli.live.DeniedException;
import io.argus.cli.observe.DoctorCommand;
import io.argus.cli.observe.HistoryCommand;
import io.argus.cli.observe.PlacementCommand;
import io.argus.cli.observe.StatusCommand;
import io.argus.cli.observe.TopCommand;
import io.argus.cli.observe.WhoisCommand;
import io.argus.cli.observe.WhyCommand;
import io.argus.cli.plan.PlanCommand;
import io.argus.cli.profile.ProfileCommand;
import io.argus.cli.usage.ContentionCommand;
import io.argus.cli.usage.UsageCommand;
import io.argus.core.settings.ServerSetup;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The {@code argus} command itself: only its subcommands do anything. */
@Command(
    name = "argus",
    description = "Makes one Apache HBase cluster safe to share.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      StatusCommand.class,
      TopCommand.class,
      DoctorCommand.class,
      WhyCommand.class,
      WhoisCommand.class,
      HistoryCommand.class,
      UsageCommand.class,
      ContentionCommand.class,
      PlanCommand.class,
      PlacementCommand.class,
      CapacityCommand.class,
      SetCommand.class,
      UnsetCommand.class,
      SettingsCommand.class,
      SloCommand.class,
      ProfileCommand.class,
      InstallCommand.class,
      CompletionCommand.class
    })
public final class Argus {

  /** Exit code: this user may not change the cluster. */
  private static final int DENIED = 4;

  private Argus() {}

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
    for (String name : Arrays.asList("enable", "disable")) {
      line.addSubcommand(name, new FeatureCommand());
    }
    for (String name : Arrays.asList("off", "on")) {
      line.addSubcommand(name, new SwitchCommand());
    }
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
          return failure instanceof DeniedException ? DENIED : 1;
        });
    return line;
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
    if (spec.unmatchedArgsBindings().isEmpty()) { // else --help is for the program that it starts
      spec.mixinStandardHelpOptions(true);
    }
    spec.versionProvider(() -> new String[] {"argus " + ServerSetup.thisVersion()});
    if (!spec.usageMessage().exitCodeList().isEmpty()) {
      spec.usageMessage().exitCodeListHeading("Exit codes:%n");
    }
    line.getSubcommands().values().forEach(Argus::complete);
  }
}
