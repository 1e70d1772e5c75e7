package io.argus.cli;

import io.argus.bench.cluster.Plugin;
import io.argus.cli.install.Hook;
import io.argus.cli.install.Installation;
import java.io.IOException;

/**
 * The plugins that {@code --plugin} names.
 *
 * <p>Thread-safe.
 */
final class Plugins {
  private Plugins() {}

  static Plugin named(String name) throws IOException {
    return switch (name) {
      case "none" -> Plugin.none();
      case "argus" ->
          Plugin.argus(Argus.repository(), "argus-hbase-2", Installation.keys(Hook.HBASE_2));
      default -> throw new IOException("plugin is " + name + "; choose none or argus");
    };
  }
}
