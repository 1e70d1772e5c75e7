package io.argus.cli.profile;

import picocli.CommandLine.Command;

@Command(
    name = "profile",
    header = "Measure performance functions and give them to the planner.",
    description =
        "A performance function gives the throughput of a workload for every reservation of cache and"
            + " HDFS.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ProfileRunCommand.class,
      ProfileShowCommand.class,
      ProfilePublishCommand.class,
      ProfileListCommand.class,
      ProfileRemoveCommand.class
    })
public final class ProfileCommand {}
