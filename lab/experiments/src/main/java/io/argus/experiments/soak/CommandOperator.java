package io.argus.experiments.soak;

import io.argus.bench.soak.Operator;
import io.argus.bench.soak.Quantity;
import io.argus.cli.install.ArgusHome;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import io.argus.core.documents.ClusterDocuments;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An operator of the embedded cluster, each of whose commands is a process of its own, as in a
 * shell. What they print goes to a log.
 *
 * <p>Its two methods may be called by two threads.
 */
final class CommandOperator implements Operator, AutoCloseable {
  private static final String MAIN = "io.argus.cli.Argus";

  private final Path log;
  private @Nullable LiveCluster live;

  CommandOperator(Path log) {
    this.log = log;
  }

  @Override
  public int run(List<String> command) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.add("-Dargus.home=" + ArgusHome.path());
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    words.addAll(command);
    words.add("--embedded");
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted during 'argus " + command + "'");
    } finally {
      process.destroyForcibly();
    }
  }

  @Override
  public synchronized Map<Quantity, Long> documentBytes() throws IOException {
    try {
      LiveCluster connected = live;
      if (connected == null) {
        connected = LiveCluster.connect(SiteLocation.embedded());
        live = connected;
      }
      Map<Quantity, Long> bytes = new EnumMap<>(Quantity.class);
      bytes.put(
          Quantity.REPORTS,
          connected.reports().values().stream().mapToLong(report -> report.length).sum());
      bytes.put(
          Quantity.STATUS,
          connected.read(ClusterDocuments.STATUS).map(status -> (long) status.length).orElse(0L));
      return bytes;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while it read Argus's documents");
    }
  }

  @Override
  public synchronized void close() {
    if (live != null) {
      live.close();
    }
  }
}
