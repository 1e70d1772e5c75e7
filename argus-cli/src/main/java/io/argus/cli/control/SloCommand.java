package io.argus.cli.control;

import picocli.CommandLine.Command;

@Command(
    name = "slo",
    header = "Promises tenants throughput or response times.",
    description =
        "A promise is a least number of operations a second, or a greatest 99th percentile. The"
            + " planner keeps promises first and maximizes D among the plans that do.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {SloSetCommand.class, SloListCommand.class, SloRemoveCommand.class})
public final class SloCommand {}
