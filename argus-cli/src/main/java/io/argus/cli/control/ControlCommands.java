package io.argus.cli.control;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The commands for settings. */
public final class ControlCommands {
  /** All, in the order in which help lists them. */
  public static final List<Class<?>> ALL =
      Collections.unmodifiableList(
          Arrays.asList(
              ModeCommand.class,
              SwitchCommand.Off.class,
              SwitchCommand.On.class,
              SloCommand.class,
              TenantCommand.class,
              SettingsCommand.class,
              SetCommand.class,
              UnsetCommand.class));

  private ControlCommands() {}
}
