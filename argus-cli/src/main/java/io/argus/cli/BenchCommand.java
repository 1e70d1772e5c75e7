package io.argus.cli;

import picocli.CommandLine.Command;

/** {@code argus bench}: only its subcommands do anything. */
@Command(
    name = "bench",
    description = "Measures parts of Argus without a cluster.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {BenchPlannerCommand.class})
final class BenchCommand {}
