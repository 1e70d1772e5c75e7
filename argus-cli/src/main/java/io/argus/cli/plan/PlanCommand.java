package io.argus.cli.plan;

import picocli.CommandLine.Command;

@Command(
    name = "plan",
    header = "Show, predict, pin and unpin reservations.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      PlanShowCommand.class,
      PlanWhatIfCommand.class,
      PlanHistoryCommand.class,
      PlanDiffCommand.class,
      PlanPinCommand.class,
      PlanUnpinCommand.class
    })
public final class PlanCommand {}
