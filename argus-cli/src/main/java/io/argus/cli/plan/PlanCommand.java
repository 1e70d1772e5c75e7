package io.argus.cli.plan;

import picocli.CommandLine.Command;

@Command(
    name = "plan",
    description =
        "Shows the plan, predicts the effect of other reservations, pins reservations, or gives them"
            + " back to the planner.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      PlanShowCommand.class,
      PlanWhatIfCommand.class,
      PlanHistoryCommand.class,
      PlanDiffCommand.class,
      PlanPinCommand.class,
      PlanAutoCommand.class
    })
public final class PlanCommand {}
