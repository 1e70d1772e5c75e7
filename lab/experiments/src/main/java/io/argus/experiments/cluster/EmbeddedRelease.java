package io.argus.experiments.cluster;

import io.argus.cli.install.ArgusHome;
import io.argus.cli.install.HBaseRelease;
import io.argus.cluster.BlockCacheKind;
import io.argus.cluster.runtime.ClientBinding;
import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.cluster.runtime.Plugin;
import io.argus.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A release line of HBase as an embedded cluster runs it: its servers, its block caches, its
 * plugins.
 *
 * <p>Immutable.
 *
 * @param label what {@code --hbase} calls it
 * @param line how Argus gets into it
 */
public record EmbeddedRelease(String label, HBaseRelease line) {
  /** HBase 2.6, which the experiments run by default. */
  public static final EmbeddedRelease HBASE_2_6 =
      new EmbeddedRelease("2.6", HBaseRelease.HBASE_2_6);

  static final String NAMES = "2.4|2.5|2.6|0.94";
  static final String OPTION = "Release line of HBase.";

  /** The systems of other papers; they are built on classes that HBase 2.4 does not have. */
  private static final Set<String> RIVALS = Set.of("acache", "wfq", "drr-paper");

  private static final List<EmbeddedRelease> ALL =
      List.of(
          new EmbeddedRelease("2.4", HBaseRelease.HBASE_2_6),
          new EmbeddedRelease("2.5", HBaseRelease.HBASE_2_6),
          HBASE_2_6,
          new EmbeddedRelease("0.94", HBaseRelease.HBASE_0_94));

  public static EmbeddedRelease named(String name) throws IOException {
    return ALL.stream()
        .filter(release -> release.label.equals(name))
        .findFirst()
        .orElseThrow(() -> new IOException("hbase is " + name + "; choose 2.4, 2.5, 2.6 or 0.94"));
  }

  /**
   * The servers of stock HBase.
   *
   * @param hadoop Hadoop generation of HBase 2.6; the other lines have one each
   */
  public HBaseRuntime runtime(int hadoop) {
    Path home = ArgusHome.path();
    return switch (label) {
      case "0.94" -> HBaseRuntime.hbase094(home);
      case "2.6" -> HBaseRuntime.hbase26(home, hadoop);
      default -> HBaseRuntime.hbase2(home, home.resolve("runtimes/hbase-" + label + "/target"));
    };
  }

  /**
   * The servers of stock HBase with Phoenix, and its clients.
   *
   * @param hadoop Hadoop generation
   * @throws IOException if there is none
   */
  HBaseRuntime phoenix(int hadoop) throws IOException {
    if (!equals(HBASE_2_6) || hadoop != 2) {
      throw new IOException(
          "hbase is %s on Hadoop %d; Phoenix is there for 2.6 on Hadoop 2"
              .formatted(label, hadoop(hadoop)));
    }
    ClientBinding binding =
        runtime(hadoop)
            .binding()
            .with("lab/phoenix", "argus-phoenix", "io.argus.phoenix.PhoenixDb");
    return HBaseRuntime.hbase2(ArgusHome.path().resolve("runtimes/phoenix-5.2/target"), binding);
  }

  /**
   * The generation of Hadoop that its servers run on.
   *
   * @param chosen for HBase 2.6; the other lines have one each
   */
  int hadoop(int chosen) {
    return switch (label) {
      case "2.4" -> 2;
      case "2.5" -> 3;
      default -> chosen;
    };
  }

  /**
   * The block cache that {@code --block-cache} names.
   *
   * @throws IOException if the release has none of that kind
   */
  public BlockCacheKind blockCache(String name) throws IOException {
    BlockCacheKind kind = BlockCacheKind.named(name);
    if (line == HBaseRelease.HBASE_0_94 && kind != BlockCacheKind.HEAP) {
      throw new IOException(
          "block cache is " + name + "; HBase 0.94 has no BucketCache: choose heap");
    }
    return kind;
  }

  /** The systems that a campaign can compare, in the order in which it does. */
  public List<String> systems() {
    if (line == HBaseRelease.HBASE_0_94) {
      return List.of("stock", "handlers300", "argus");
    }
    return Stream.of(
            "stock",
            "tinylfu",
            "adaptivelru",
            "callqueues",
            "tinylfu+callqueues",
            "tuned",
            "handlers300",
            "quota",
            "handler-time",
            "acache",
            "wfq",
            "drr-paper",
            "byte-throttle",
            "argus")
        .filter(system -> runsRivals() || !RIVALS.contains(system))
        .filter(system -> equals(HBASE_2_6) || !system.equals("handler-time"))
        .toList();
  }

  /** Whether the module of rivals can run inside its region servers. */
  public boolean runsRivals() {
    return line != HBaseRelease.HBASE_0_94 && !label.equals("2.4");
  }

  /** The plugin that {@code --plugin} names. */
  public Plugin plugin(String name) throws IOException {
    return switch (name) {
      case "none" -> Plugin.none();
      case "argus" -> argus();
      default -> throw new IOException("plugin is " + name + "; choose none or argus");
    };
  }

  /** Argus, with the keys by which HBase loads it. */
  public Plugin argus() throws IOException {
    return enforcing(line.jar());
  }

  /** Argus of another commit, with the keys of this one; builds it if that was not done before. */
  public Plugin argus(CommitBuild commit) throws IOException {
    return enforcing(commit.dropInJar(line.module()));
  }

  /** What is measured is what Argus enforces; a new installation only observes. */
  private Plugin enforcing(Path jar) {
    return new Plugin("argus", List.of(jar), line.keys())
        .with(List.of(), Map.of(Settings.MODE.key(), "enforce"));
  }
}
