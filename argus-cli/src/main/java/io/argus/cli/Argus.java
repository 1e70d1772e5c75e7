package io.argus.cli;

import io.argus.cli.bench.BenchCommand;
import io.argus.cli.bench.DemoCommand;
import io.argus.cli.bench.JmhCommand;
import io.argus.cli.cluster.ClusterCommand;
import io.argus.cli.control.FeatureCommand;
import io.argus.cli.control.SetCommand;
import io.argus.cli.control.SettingsCommand;
import io.argus.cli.control.SwitchCommand;
import io.argus.cli.control.UnsetCommand;
import io.argus.cli.live.DeniedException;
import io.argus.cli.observe.DoctorCommand;
import io.argus.cli.observe.HistoryCommand;
import io.argus.cli.observe.StatusCommand;
import io.argus.cli.observe.TopCommand;
import io.argus.cli.observe.WhoisCommand;
import io.argus.cli.observe.WhyCommand;
import io.argus.cli.plan.PlanCommand;
import io.argus.cli.profile.ProfileCommand;
import io.argus.cli.install.InstallCommand;
import io.argus.core.settings.ServerSetup;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The {@code argus} command itself: only its subcommands do anything.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "argus",
    description = "Makes one Apache HBase cluster safe to share.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      StatusCommand.class,
      TopCommand.class,
      DoctorCommand.class,
      WhyCommand.class,
      WhoisCommand.class,
      HistoryCommand.class,
      PlanCommand.class,
      SetCommand.class,
      UnsetCommand.class,
      SettingsCommand.class,
      ProfileCommand.class,
      InstallCommand.class,
      ClusterCommand.class,
      BenchCommand.class,
      JmhCommand.class,
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
    for (String name : List.of("enable", "disable")) {
      line.addSubcommand(name, new FeatureCommand());
    }
    for (String name : List.of("off", "on")) {
      line.addSubcommand(name, new SwitchCommand());
    }
    tellVersion(line);
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

  /** What went wrong; the exceptions of some failures with files have the file's name only. */
  private static @Nullable String message(Exception failure) {
    if (failure instanceof NoSuchFileException) {
      return failure.getMessage() + ": no such file or directory";
    }
    if (failure instanceof AccessDeniedException) {
      return failure.getMessage() + ": permission denied";
    }
    return failure.getMessage();
  }

  private static void tellVersion(CommandLine line) {
    line.getCommandSpec()
        .versionProvider(() -> new String[] {"argus " + ServerSetup.thisVersion()});
    line.getSubcommands().values().forEach(Argus::tellVersion);
  }
}
