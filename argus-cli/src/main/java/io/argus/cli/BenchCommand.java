package io.argus.cli;

import picocli.CommandLine.Command;

/**
 * {@code argus bench}: experiments on an embedded cluster, each with its figures as a table and as
 * JSON.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "bench",
    description = "Measures how Argus behaves when workloads change, on an embedded cluster.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {SwapCommand.class, SlowCommand.class})
final class BenchCommand {}
