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
      "off: Argus does nothing.",
      "observe: Argus counts and plans. HBase's own call queues and block cache serve the requests.",
      "enforce: Argus applies the reservations.",
      "Requests follow a change on all servers at once. The block cache is partitioned where a"
          + " server starts with enforce; the command names the servers that wait for a restart. It"
          + " does not need the master."
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
