package io.argus.cli.profile;

import picocli.CommandLine.Command;

/** {@code argus profile}: only its subcommands do anything. */
@Command(
    name = "profile",
    description = "Measures what a workload reaches with which reservations, and publishes that.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ProfileRunCommand.class,
      ProfileShowCommand.class,
      ProfilePublishCommand.class,
      ProfileListCommand.class,
      ProfileRemoveCommand.class
    })
public final class ProfileCommand {}
