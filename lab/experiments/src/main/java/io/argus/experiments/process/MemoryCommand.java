package io.argus.experiments.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code argus-bench memory}: the heap that Argus's cache needs per block, beside HBase's own. */
@Command(
    name = "memory",
    description = {
      "Measures the heap that Argus's cache and HBase's caches need per cached block.",
      "'argus-bench memory --help' shows the options."
    })
public final class MemoryCommand implements Callable<Integer> {
  /**
   * The serial collector leaves no garbage after a full collection. What Netty's leak detection
   * records of some blocks does not count.
   */
  private static final List<String> JVM_FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-Xmx3g",
          "-XX:MaxDirectMemorySize=8g",
          "-Dorg.apache.hbase.thirdparty.io.netty.leakDetection.level=disabled");

  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return ModuleProcess.run("lab/jmh", "io.argus.jmh.CacheMemory", JVM_FLAGS, arguments);
  }
}
