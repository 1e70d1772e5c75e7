package io.argus.cli.control;

import picocli.CommandLine.Command;

@Command(
    name = "rules",
    header = "Show and change which tenant a request counts for, by who makes it.",
    description =
        "A request counts for the tenant of the first rule that matches its user, and for the tenant"
            + " that owns the table if none does. Blocks in the cache stay those of the table's"
            + " tenant.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TenantRulesListCommand.class,
      TenantRulesSetCommand.class,
      TenantRulesRemoveCommand.class,
      TenantRulesTestCommand.class
    })
final class TenantRulesCommand {}
