package io.argus.experiments.cluster;

import picocli.CommandLine.Command;

@Command(
    name = "cluster",
    description = "Starts and stops an embedded HBase cluster on this machine.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ClusterStartCommand.class, ClusterStopCommand.class, ClusterStatusCommand.class})
public final class ClusterCommand {}
