package io.argus.cli.install;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A release line of HBase that {@code --hbase} names, and how it loads Argus.
 *
 * <p>Immutable.
 */
public enum HBaseRelease {
  HBASE_2_6("2.6", "argus-hbase-2", "hbase-server-2*.jar", "hbase-server-"),
  HBASE_0_94("0.94", "argus-hbase-0.94", "hbase-0.94*.jar", "hbase-");

  public static final String NAMES = "2.6|0.94";
  public static final String OPTION = "Release line of HBase.";

  private final String label;
  private final String module;

  /** What HBase's own jar is called. */
  private final String hbaseJar;

  /** What comes before the version in the name of HBase's jar, in any version. */
  private final String jarPrefix;

  HBaseRelease(String label, String module, String hbaseJar, String jarPrefix) {
    this.label = label;
    this.module = module;
    this.hbaseJar = hbaseJar;
    this.jarPrefix = jarPrefix;
  }

  /** The Maven module that makes Argus's drop-in jar. */
  public String module() {
    return module;
  }

  public String label() {
    return label;
  }

  public static HBaseRelease named(String name) throws IOException {
    return Arrays.stream(values())
        .filter(release -> release.label.equals(name))
        .findFirst()
        .orElseThrow(() -> new IOException("hbase is " + name + "; choose 2.6 or 0.94"));
  }

  /** The class of the drop-in jar that reads recorded history from HDFS. */
  public String historyProgram() {
    return this == HBASE_2_6
        ? "io.argus.hbase2.server.HistoryClient"
        : "io.argus.hbase094.HistoryClient";
  }

  /** The keys by which HBase loads Argus. */
  List<Hook> hooks() {
    return this == HBASE_2_6 ? Hook.HBASE_2 : Hook.HBASE_0_94;
  }

  /** The release that an installation is of, as its jars show; empty if they do not. */
  public static Optional<HBaseRelease> of(Path home) throws IOException {
    for (HBaseRelease release : values()) {
      for (Path directory : Arrays.asList(home, home.resolve("lib"))) {
        if (!files(directory, release.hbaseJar).isEmpty()) {
          return Optional.of(release);
        }
      }
    }
    return Optional.empty();
  }

  /** The release whose entry classes a site file names; empty if it names none. */
  public static Optional<HBaseRelease> of(SiteFile site) {
    return Arrays.stream(values())
        .filter(release -> release.hooks().stream().anyMatch(hook -> hook.isIn(site)))
        .findFirst();
  }

  /**
   * Makes sure that an installation is not of the other release, nor of a version on which Argus
   * does not work.
   *
   * @param home the installation, with {@code lib}
   * @return why it needs {@code --force}, one line for each jar of HBase's that is not of a proven
   *     version; mostly none
   * @throws IOException if it does not fit; the message names the file that shows it
   */
  public List<String> requireFits(Path home) throws IOException {
    HBaseRelease other = this == HBASE_2_6 ? HBASE_0_94 : HBASE_2_6;
    List<String> unknown = new ArrayList<>();
    for (Path directory : Arrays.asList(home, home.resolve("lib"))) {
      for (String jar : Arrays.asList(other.hbaseJar, other.module + "-*.jar")) {
        for (Path file : files(directory, jar)) {
          throw new IOException(
              file + " is of HBase " + other.label + ": choose --hbase " + other.label);
        }
      }
      for (Path file : files(directory, jarPrefix + "[0-9]*.jar")) {
        String name = file.getFileName().toString();
        String version = name.substring(jarPrefix.length(), name.length() - ".jar".length());
        Compatibility compatibility = Compatibility.of(version);
        String line = file + " is HBase " + version + ": " + compatibility.reason();
        if (compatibility.verdict() == Compatibility.Verdict.REFUSED) {
          throw new IOException(line + " (nothing was changed)");
        }
        if (compatibility.verdict() != Compatibility.Verdict.PROVEN) {
          unknown.add(line);
        }
      }
    }
    return unknown;
  }

  static List<Path> files(Path directory, String glob) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, glob)) {
      found.forEach(files::add);
    }
    Collections.sort(files);
    return files;
  }

  /**
   * Argus's jars in an HBase installation; none if it is not installed there.
   *
   * @param home the installation, with {@code lib}
   */
  public static List<Path> argusJars(Path home) throws IOException {
    Path lib = home.resolve("lib");
    if (!Files.isDirectory(lib)) {
      throw new IOException(home + " is no HBase installation: must contain the directory lib");
    }
    return files(lib, Installation.JAR_PATTERN);
  }

  /** The version in the name of one of Argus's jars. */
  public static String argusVersion(Path jar) {
    return String.valueOf(jar.getFileName())
        .replaceFirst("argus-hbase-[0-9.]+-", "")
        .replaceFirst("-dropin\\.jar$", "");
  }

  /** Argus's drop-in jar. */
  public Path jar() throws IOException {
    return ArgusHome.jar(module, "dropin");
  }

  /** The keys of a site file that has none of Argus yet, in order. */
  public Map<String, String> keys() {
    return Installation.keys(hooks());
  }
}
