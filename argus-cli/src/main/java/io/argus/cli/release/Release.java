package io.argus.cli.release;

import io.argus.bench.runtime.HBaseRuntime;
import io.argus.bench.runtime.Plugin;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A release line of HBase that {@code --hbase} names: what runs it and how Argus gets into it.
 *
 * <p>Immutable.
 */
public enum Release {
  HBASE_2_6("2.6", "argus-hbase-2", "hbase-server-2*.jar") {
    @Override
    public HBaseRuntime runtime(Path repository, int hadoop) {
      return HBaseRuntime.hbase26(repository, hadoop);
    }

    @Override
    public List<Hook> components() {
      return Hook.HBASE_2;
    }

    @Override
    public List<String> systems() {
      return List.of(
          "stock",
          "callqueues",
          "handlers300",
          "quota",
          "acache",
          "wfq",
          "drr-paper",
          "byte-throttle",
          "argus");
    }
  },
  HBASE_0_94("0.94", "argus-hbase-0.94", "hbase-0.94*.jar") {
    @Override
    public HBaseRuntime runtime(Path repository, int hadoop) {
      return HBaseRuntime.hbase094(repository);
    }

    @Override
    public List<Hook> components() {
      return Hook.HBASE_0_94;
    }

    @Override
    public List<String> systems() {
      return List.of("stock", "handlers300", "argus");
    }
  };

  public static final String NAMES = "2.6|0.94";
  public static final String OPTION = "Release line of HBase.";

  private final String label;
  private final String module;

  /** What HBase's own jar is called. */
  private final String hbaseJar;

  Release(String label, String module, String hbaseJar) {
    this.label = label;
    this.module = module;
    this.hbaseJar = hbaseJar;
  }

  public String label() {
    return label;
  }

  public static Release named(String name) throws IOException {
    return Arrays.stream(values())
        .filter(release -> release.label.equals(name))
        .findFirst()
        .orElseThrow(() -> new IOException("hbase is " + name + "; choose 2.6 or 0.94"));
  }

  /**
   * The stock servers, resolved below the repository root.
   *
   * @param hadoop Hadoop generation where there is a choice
   */
  public abstract HBaseRuntime runtime(Path repository, int hadoop);

  /** By which keys HBase loads Argus. */
  public abstract List<Hook> components();

  /** The systems that a campaign can compare, in the order in which it does. */
  public abstract List<String> systems();

  /**
   * Makes sure that an installation is not of the other release.
   *
   * @param home with {@code lib}
   * @throws IOException naming the file that tells, and what to choose
   */
  public void requireFits(Path home) throws IOException {
    Release other = this == HBASE_2_6 ? HBASE_0_94 : HBASE_2_6;
    for (Path directory : List.of(home, home.resolve("lib"))) {
      for (String jar : List.of(other.hbaseJar, other.module + "-*.jar")) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, jar)) {
          for (Path file : found) {
            throw new IOException(
                file + " is of HBase " + other.label + ": choose --hbase " + other.label);
          }
        }
      }
    }
  }

  /** The drop-in jar below the repository root. */
  public Path jar(Path repository) throws IOException {
    return Plugin.argus(repository, module, Map.of()).jars().get(0);
  }

  /** The plugin that {@code --plugin} names. */
  public Plugin plugin(String name, Path repository) throws IOException {
    return switch (name) {
      case "none" -> Plugin.none();
      case "argus" -> Plugin.argus(repository, module, Installation.keys(components()));
      default -> throw new IOException("plugin is " + name + "; choose none or argus");
    };
  }
}
