package io.argus.cli.profile;

import picocli.CommandLine.Command;

@Command(
    name = "profile",
    description =
        "Measures performance functions: the throughput of a workload with given reservations. Publishes"
            + " them for the planner.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ProfileRunCommand.class,
      ProfileShowCommand.class,
      ProfilePublishCommand.class,
      ProfileListCommand.class,
      ProfileRemoveCommand.class
    })
public final class ProfileCommand {}
