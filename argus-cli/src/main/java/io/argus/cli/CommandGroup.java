package io.argus.cli;

import static io.argus.core.text.Text.format;

import com.google.common.collect.ImmutableList;
import io.argus.cli.assess.AssessCommand;
import io.argus.cli.control.ControlCommands;
import io.argus.cli.install.InstallCommand;
import io.argus.cli.observe.ObserveCommands;
import io.argus.cli.plan.PlanCommand;
import io.argus.cli.profile.ProfileCommand;
import io.argus.cli.usage.UsageCommands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;

/** Commands by what an operator wants to do. {@code argus --help} lists them so. */
final class CommandGroup {
  /** All groups, in the order of the list. */
  static final ImmutableList<CommandGroup> ALL =
      ImmutableList.of(
          new CommandGroup("Observe (changes nothing):")
              .with(ObserveCommands.ALL)
              .with(UsageCommands.ALL),
          new CommandGroup("Control:")
              .with(ControlCommands.ALL)
              .with(ImmutableList.of(PlanCommand.class, ProfileCommand.class)),
          new CommandGroup("Set up:")
              .with(
                  ImmutableList.of(
                      AssessCommand.class,
                      InstallCommand.class,
                      CompletionCommand.class,
                      HelpCommand.class)));

  private final String heading;
  private final List<Class<?>> commands = new ArrayList<>();

  private CommandGroup(String heading) {
    this.heading = heading;
  }

  private CommandGroup with(List<Class<?>> further) {
    commands.addAll(further);
    return this;
  }

  List<Class<?>> commands() {
    return Collections.unmodifiableList(commands);
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
