package io.argus.cli;

import static io.argus.core.text.Text.format;

import io.argus.cli.capacity.CapacityCommand;
import io.argus.cli.control.ModeCommand;
import io.argus.cli.control.SetCommand;
import io.argus.cli.control.SettingsCommand;
import io.argus.cli.control.SloCommand;
import io.argus.cli.control.SwitchCommand;
import io.argus.cli.control.UnsetCommand;
import io.argus.cli.install.InstallCommand;
import io.argus.cli.observe.DoctorCommand;
import io.argus.cli.observe.ExplainCommand;
import io.argus.cli.observe.HistoryCommand;
import io.argus.cli.observe.PlacementCommand;
import io.argus.cli.observe.StatusCommand;
import io.argus.cli.observe.TenantsCommand;
import io.argus.cli.observe.TopCommand;
import io.argus.cli.plan.PlanCommand;
import io.argus.cli.profile.ProfileCommand;
import io.argus.cli.usage.ContentionCommand;
import io.argus.cli.usage.UsageCommand;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Help;

/** Commands by what an operator wants to do. {@code argus --help} lists them so. Immutable. */
final class CommandGroup {
  /** All groups, in the order of the list. */
  static final List<CommandGroup> ALL =
      Collections.unmodifiableList(
          Arrays.asList(
              new CommandGroup(
                  "Observe (changes nothing):",
                  StatusCommand.class,
                  TopCommand.class,
                  ExplainCommand.class,
                  DoctorCommand.class,
                  TenantsCommand.class,
                  HistoryCommand.class,
                  UsageCommand.class,
                  ContentionCommand.class,
                  PlacementCommand.class,
                  CapacityCommand.class),
              new CommandGroup(
                  "Control:",
                  ModeCommand.class,
                  SwitchCommand.Off.class,
                  SwitchCommand.On.class,
                  PlanCommand.class,
                  SloCommand.class,
                  SettingsCommand.class,
                  SetCommand.class,
                  UnsetCommand.class,
                  ProfileCommand.class),
              new CommandGroup("Set up:", InstallCommand.class, CompletionCommand.class)));

  private final String heading;
  private final List<Class<?>> commands;

  private CommandGroup(String heading, Class<?>... commands) {
    this.heading = heading;
    this.commands = Collections.unmodifiableList(Arrays.asList(commands));
  }

  List<Class<?>> commands() {
    return commands;
  }

  /** The list of commands in the help of the command above them. */
  static String list(Help help) {
    StringBuilder list = new StringBuilder();
    for (CommandGroup group : ALL) {
      list.append(format("%n%s%n", group.heading));
      help.subcommands().values().stream()
          .map(Help::commandSpec)
          .filter(command -> group.commands.contains(command.userObject().getClass()))
          .forEach(
              command ->
                  list.append(
                      format("  %-11s %s%n", command.name(), command.usageMessage().header()[0])));
    }
    return list.append(format("%n")).toString();
  }
}
