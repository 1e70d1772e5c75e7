package io.argus.cli.control;

import picocli.CommandLine.Command;

@Command(
    name = "slo",
    header = "Show and change the SLOs of tenants.",
    description =
        "An SLO is a minimum number of operations a second, or a maximum 99th percentile. The"
            + " planner meets SLOs first and maximizes D among the plans that do.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {SloSetCommand.class, SloListCommand.class, SloRemoveCommand.class})
final class SloCommand {}
