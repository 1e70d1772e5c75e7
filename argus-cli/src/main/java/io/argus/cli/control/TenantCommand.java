package io.argus.cli.control;

import picocli.CommandLine.Command;

@Command(
    name = "tenant",
    header = "Show and change what tenants are entitled to.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TenantShareCommand.class,
      TenantCapCommand.class,
      TenantRulesCommand.class,
      TenantClassCommand.class,
      TenantRunawayCommand.class
    })
final class TenantCommand {}
