package io.argus.cli;

import picocli.CommandLine.Command;

/**
 * {@code argus bench}: experiments, each with its figures as a table and as JSON.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "bench",
    description = "Measures how good plans are, and how Argus behaves when workloads change.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      BenchPlannerCommand.class,
      SwapCommand.class,
      SlowCommand.class,
      BenchCompactionCommand.class
    })
final class BenchCommand {}
