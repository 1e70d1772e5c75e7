package io.argus.cli.install;

import java.nio.file.Path;

/**
 * The folder that Argus runs from: a checkout or an unpacked release. Safe for use by any thread.
 */
public final class ArgusHome {
  private ArgusHome() {}

  /** The folder that {@code bin/argus} names, else the working directory. */
  public static Path path() {
    return Path.of(System.getProperty("argus.home", "")).toAbsolutePath();
  }
}
