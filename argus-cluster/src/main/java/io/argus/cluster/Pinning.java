package io.argus.cluster;

import static io.argus.load.basics.Argument.require;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps the first core of this machine for region servers, so that it is all they divide. Every
 * other process of the cluster, and this one, has the rest.
 */
final class Pinning {
  private static final String SERVERS = "0";

  /** Most of a region server's heap is for new objects, so that few requests meet a collection. */
  static final List<String> FLAGS = List.of("-Xmn1200m");

  private Pinning() {}

  /**
   * Leaves the first core; what this process starts later does the same.
   *
   * @throws IOException if that cannot be done
   */
  static void leaveFirstCore() throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    require(cores >= 2, "cores", cores, "at least 2 to pin region servers");
    String own = Long.toString(ProcessHandle.current().pid());
    List<String> command = taskset("1-" + (cores - 1), "--all-tasks", "--pid");
    command.add(own);
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while pinning");
    }
  }

  /** The words before the command of a region server. */
  static List<String> ofRegionServer() {
    return taskset(SERVERS);
  }

  private static List<String> taskset(String cores, String... options) {
    List<String> words = new ArrayList<>(List.of("taskset"));
    words.addAll(Arrays.asList(options));
    words.addAll(List.of("--cpu-list", cores));
    return words;
  }
}
