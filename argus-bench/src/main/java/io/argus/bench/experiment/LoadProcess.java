package io.argus.bench.experiment;

import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.load.LoadClient;
import io.argus.bench.load.LoadLine;
import io.argus.bench.load.LoadResult;
import io.argus.bench.load.LoadSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A running load client of one tenant.
 *
 * <p>Used by one thread, except that progress arrives on a thread of its own.
 */
final class LoadProcess implements AutoCloseable {
  /** Time for the operations under way when the window closes, which may be retried. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final String name;
  private final Process process;
  private final Duration patience;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<LoadResult> result = new CompletableFuture<>();

  private LoadProcess(String name, Process process, Duration patience) {
    this.name = name;
    this.process = process;
    this.patience = patience;
  }

  /** Starts a client; its load begins at {@link #go}. */
  static LoadProcess start(
      ClientJvm jvm,
      TenantLoad tenant,
      Properties workload,
      LoadSettings settings,
      Consumer<LoadLine.Progress> progress)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add("db=" + jvm.binding().dbClass());
    arguments.add("threads=" + settings.threads());
    arguments.add("rampSeconds=" + settings.ramp().toSeconds());
    arguments.add("windowSeconds=" + settings.window().toSeconds());
    arguments.add("target=" + settings.targetOpsPerSecond());
    workload.forEach((key, value) -> arguments.add(key + "=" + value));
    String name = "client-" + tenant.name();
    LoadProcess client =
        new LoadProcess(
            name,
            jvm.start(name, LoadClient.class.getName(), arguments),
            settings.ramp().plus(settings.window()).plus(PATIENCE));
    Thread reader = new Thread(() -> client.read(progress), name);
    reader.setDaemon(true);
    reader.start();
    return client;
  }

  /** Waits until the client is connected. */
  void awaitReady() throws IOException {
    join(ready);
  }

  /** Lets the load begin. */
  void go() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /** Waits for the end of the run. */
  LoadResult await() throws IOException {
    return join(result.orTimeout(patience.toSeconds(), TimeUnit.SECONDS));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private void read(Consumer<LoadLine.Progress> progress) {
    try (BufferedReader lines = process.inputReader()) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        Optional<LoadLine> line = LoadLine.parse(text);
        if (line.isEmpty()) {
          continue;
        }
        if (line.get() instanceof LoadLine.Ready) {
          ready.complete(null);
        } else if (line.get() instanceof LoadLine.Progress second) {
          progress.accept(second);
        } else if (line.get() instanceof LoadLine.Finished finished) {
          result.complete(finished.result());
        }
      }
    } catch (IOException | UncheckedIOException e) {
      result.completeExceptionally(e);
    }
    IOException ended = new IOException(name + " ended without a result; see its log");
    ready.completeExceptionally(ended);
    result.completeExceptionally(ended);
  }

  private static <T> T join(CompletableFuture<T> future) throws IOException {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw new IOException("a client did not end in time; see its log", e);
      }
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }
}
