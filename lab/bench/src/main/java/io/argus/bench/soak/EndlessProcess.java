package io.argus.bench.soak;

import io.argus.cluster.ClientJvm;
import io.argus.load.basics.Daemon;
import io.argus.load.client.EndlessLoad;
import io.argus.load.client.LoadLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * The process of a client that drives a workload until it is closed, see {@link EndlessLoad}.
 *
 * <p>Used by one thread. A thread of its own reads the lines of the process.
 *
 * @param log of the process
 */
record EndlessProcess(Process process, Path log) implements AutoCloseable {

  /**
   * Starts a client.
   *
   * @param insert whether it inserts the workload's rows, and then ends
   * @param listener receives every line, on a thread of this client
   */
  static EndlessProcess start(
      ClientJvm jvm,
      String name,
      Properties workload,
      int threads,
      boolean insert,
      Consumer<LoadLine> listener)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    workload.forEach((key, value) -> arguments.add(key + "=" + value));
    arguments.add("db=" + jvm.binding().dbClass());
    arguments.add("threads=" + threads);
    arguments.add("insert=" + insert);
    EndlessProcess client =
        new EndlessProcess(jvm.start(name, EndlessLoad.class.getName(), arguments), jvm.log(name));
    Daemon.start(name, () -> client.read(listener));
    return client;
  }

  private void read(Consumer<LoadLine> listener) {
    try (BufferedReader lines = process.inputReader()) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        LoadLine.parse(text).ifPresent(listener);
      }
    } catch (IOException | UncheckedIOException e) {
      // The process has ended: whoever waits for its lines finds out.
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
