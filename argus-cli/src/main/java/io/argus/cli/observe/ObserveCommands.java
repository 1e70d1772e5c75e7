package io.argus.cli.observe;

import io.argus.cli.doctor.DoctorCommand;
import io.argus.cli.why.ExplainCommand;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The commands that show a running cluster. */
public final class ObserveCommands {
  /** All, in the order in which help lists them. */
  public static final List<Class<?>> ALL =
      Collections.unmodifiableList(
          Arrays.asList(
              StatusCommand.class,
              TopCommand.class,
              ExplainCommand.class,
              DoctorCommand.class,
              VersionCommand.class,
              TablesCommand.class,
              HistoryCommand.class,
              IncidentCommand.class,
              PlacementCommand.class,
              CapacityCommand.class,
              RowsCommand.class));

  private ObserveCommands() {}
}
