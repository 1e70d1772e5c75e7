package io.argus.cli.cluster;

import picocli.CommandLine.Command;

/**
 * {@code argus cluster}: an embedded cluster to try things on.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "cluster",
    description = "Starts and stops an embedded HBase cluster on this machine.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ClusterStartCommand.class, ClusterStopCommand.class, ClusterStatusCommand.class})
public final class ClusterCommand {}
