package io.argus.cli.profile;

import picocli.CommandLine.Command;

@Command(
    name = "profile",
    description = {
      "Shows which performance functions the planner may choose from, and removes them.",
      "A performance function gives the throughput of a workload for every reservation of cache and"
          + " HDFS. 'argus-bench profile' of a source checkout measures and publishes them."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ProfileListCommand.class, ProfileRemoveCommand.class})
public final class ProfileCommand {}
