package io.argus.cli.usage;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The commands that read the usage table. */
public final class UsageCommands {
  /** All, in the order in which help lists them. */
  public static final List<Class<?>> ALL =
      Collections.unmodifiableList(Arrays.asList(UsageCommand.class, ContentionCommand.class));

  private UsageCommands() {}
}
