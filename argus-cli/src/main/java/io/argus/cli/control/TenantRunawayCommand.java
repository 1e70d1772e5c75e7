package io.argus.cli.control;

import picocli.CommandLine.Command;

@Command(
    name = "runaway",
    header = "Show and change limits on single calls and scans.",
    description =
        "A rule limits what one call of a tenant, or one scanner over all of its calls, may use."
            + " Above the limit it is listed (dry-run), goes on in the class batch of its tenant"
            + " (cool-down), or fails without a retry (stop). All rules that match count.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TenantRunawayListCommand.class,
      TenantRunawaySetCommand.class,
      TenantRunawayRemoveCommand.class,
      TenantRunawayHitsCommand.class
    })
final class TenantRunawayCommand {}
