package io.argus.cli.control;

import io.argus.core.settings.Settings;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "mode",
    header = "Shows the mode, or sets it on every server.",
    description = {
      "off: HBase schedules requests itself. The block cache stays Argus's, without partitions,"
          + " until a server is restarted with off.",
      "observe: Argus counts and plans. Requests go through its queue in the order of arrival, and"
          + " its cache replaces HBase's.",
      "enforce: Argus applies the reservations.",
      "A change takes effect on all servers at once. It does not need the master."
    })
final class ModeCommand implements Callable<Integer> {
  /** The modes as users type them. */
  enum Mode {
    off,
    observe,
    enforce
  }

  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(
      arity = "0..1",
      paramLabel = "off|observe|enforce",
      description = "The mode to set. Default: shows the current one.")
  private @Nullable Mode mode;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Mode wanted = mode;
    if (wanted == null) {
      change.show(Settings.MODE);
      return 0;
    }
    return change.makeWithoutMaster(
        (overrides, site) -> Collections.singletonMap(Settings.MODE.key(), wanted.name()));
  }
}
