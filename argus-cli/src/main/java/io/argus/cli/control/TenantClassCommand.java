package io.argus.cli.control;

import picocli.CommandLine.Command;

@Command(
    name = "class",
    header = "Show and change the classes of a tenant's requests.",
    description =
        "The classes of a tenant divide what it has of handlers and of reads from HDFS by their"
            + " weights, while several want more than there is. The first rule of the tenant that"
            + " matches a request names its class; requests that none matches are in the class"
            + " default.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TenantClassListCommand.class,
      TenantClassSetCommand.class,
      TenantClassRemoveCommand.class
    })
final class TenantClassCommand {}
