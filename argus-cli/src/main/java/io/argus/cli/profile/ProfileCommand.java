package io.argus.cli.profile;

import picocli.CommandLine.Command;

@Command(
    name = "profile",
    header = "Lists and removes performance functions of the planner.",
    description =
        "A performance function gives the throughput of a workload for every reservation of cache and"
            + " HDFS. 'argus-bench profile' of a source checkout measures and publishes them.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ProfileListCommand.class, ProfileRemoveCommand.class})
public final class ProfileCommand {}
