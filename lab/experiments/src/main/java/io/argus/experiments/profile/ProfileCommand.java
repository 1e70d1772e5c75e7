package io.argus.experiments.profile;

import io.argus.cli.profile.ProfileListCommand;
import io.argus.cli.profile.ProfileRemoveCommand;
import picocli.CommandLine.Command;

@Command(
    name = "profile",
    description = {
      "Measures performance functions and publishes them for the planner.",
      "A performance function gives the throughput of a workload for every reservation of cache and"
          + " HDFS."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ProfileRunCommand.class,
      ProfileShowCommand.class,
      ProfilePublishCommand.class,
      ProfileListCommand.class,
      ProfileRemoveCommand.class
    })
public final class ProfileCommand {}
