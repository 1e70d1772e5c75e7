package io.argus.cli.install;

import java.nio.file.Path;

/**
 * The folder that Argus runs from: a checkout or an unpacked release. Safe for use by any thread.
 */
public final class ArgusHome {
  private ArgusHome() {}

  /** Returns the folder that {@code bin/argus} names; the working directory without it. */
  public static Path path() {
    return Path.of(System.getProperty("argus.home", "")).toAbsolutePath();
  }
}
