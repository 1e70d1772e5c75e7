package io.argus.cli.install;

import io.argus.core.settings.ServerSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;

/**
 * The folder that Argus runs from: a checkout or an unpacked release. Safe for use by any thread.
 */
public final class ArgusHome {
  private ArgusHome() {}

  /** The folder that {@code bin/argus} names, else the working directory. */
  public static Path path() {
    return Paths.get(System.getProperty("argus.home", "")).toAbsolutePath();
  }

  /**
   * Where the embedded cluster keeps everything: {@code $ARGUS_STATE_DIR}, or {@code .argus} in
   * this folder.
   */
  public static Path stateDirectory() {
    String chosen = System.getenv("ARGUS_STATE_DIR");
    return chosen == null || chosen.isEmpty() ? path().resolve(".argus") : Paths.get(chosen);
  }

  /**
   * A jar with all that it needs: in {@code lib} of a release, or where Maven puts it in a
   * checkout.
   *
   * @param module that makes it, such as {@code argus-hbase-2}
   * @param kind {@code dropin} for servers, {@code all} for processes of Argus
   * @throws IOException if it is in neither; the message names both
   */
  public static Path jar(String module, String kind) throws IOException {
    List<Path> places =
        Arrays.asList(path().resolve("lib"), path().resolve(module).resolve("target"));
    String name = module + "-" + ServerSetup.thisVersion() + "-" + kind + ".jar";
    return places.stream()
        .map(place -> place.resolve(name))
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(
            () ->
                new IOException(
                    "no " + name + " in " + places + ": in a checkout, run mvn package first"));
  }
}
