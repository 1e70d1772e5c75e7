package io.argus.experiments.cluster;

import io.argus.bench.cluster.BlockCacheKind;
import io.argus.bench.runtime.CommitBuild;
import io.argus.bench.runtime.HBaseRuntime;
import io.argus.bench.runtime.Plugin;
import io.argus.cli.install.ArgusHome;
import io.argus.cli.install.HBaseRelease;
import java.io.IOException;
import java.util.List;

/**
 * A release line of HBase as an embedded cluster runs it: its servers, its block caches, its
 * plugins.
 *
 * <p>Immutable.
 *
 * @param line how Argus gets into it
 */
public record EmbeddedRelease(HBaseRelease line) {

  public static EmbeddedRelease named(String name) throws IOException {
    return new EmbeddedRelease(HBaseRelease.named(name));
  }

  public String label() {
    return line.label();
  }

  /**
   * The servers of stock HBase.
   *
   * @param hadoop Hadoop generation where there is a choice
   */
  public HBaseRuntime runtime(int hadoop) {
    return line == HBaseRelease.HBASE_2_6
        ? HBaseRuntime.hbase26(ArgusHome.path(), hadoop)
        : HBaseRuntime.hbase094(ArgusHome.path());
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
    return line == HBaseRelease.HBASE_2_6
        ? List.of(
            "stock",
            "tinylfu",
            "adaptivelru",
            "callqueues",
            "handlers300",
            "quota",
            "acache",
            "wfq",
            "drr-paper",
            "byte-throttle",
            "argus")
        : List.of("stock", "handlers300", "argus");
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
    return new Plugin("argus", List.of(line.jar()), line.keys());
  }

  /** Argus of another commit, with the keys of this one; builds it if that was not done before. */
  public Plugin argus(CommitBuild commit) throws IOException {
    return new Plugin("argus", List.of(commit.dropInJar(line.module())), line.keys());
  }
}
