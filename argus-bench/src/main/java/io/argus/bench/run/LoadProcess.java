package io.argus.bench.run;

import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.load.LoadClient;
import io.argus.bench.load.LoadLine;
import io.argus.bench.load.LoadResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
 * A running load client of one tenant, for one run after the other.
 *
 * <p>Used by one thread, except that progress arrives on a thread of its own.
 */
public final class LoadProcess implements AutoCloseable {
  /** Time for the operations under way when the window closes, which may be retried. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final String name;
  private final Process process;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();

  /** Completed exceptionally when the client has ended. */
  private final CompletableFuture<LoadResult> ended = new CompletableFuture<>();

  /** The run under way, or the last one. */
  private volatile Run run = new Run(Duration.ZERO, second -> {});

  private static final class Run {
    final Duration length;
    final Consumer<LoadLine.Progress> progress;
    final CompletableFuture<LoadResult> result = new CompletableFuture<>();

    Run(Duration length, Consumer<LoadLine.Progress> progress) {
      this.length = length;
      this.progress = progress;
    }
  }

  private LoadProcess(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /** Starts a client of the tenant's threads and demand; its load begins at {@link #go}. */
  public static LoadProcess start(ClientJvm jvm, TenantWorkload tenant, Properties workload)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add("db=" + jvm.binding().dbClass());
    arguments.add("threads=" + tenant.threads());
    arguments.add("target=" + tenant.target());
    workload.forEach((key, value) -> arguments.add(key + "=" + value));
    String name = "client-" + tenant.name() + "-" + tenant.label().replaceAll("[^\\w.@-]", "-");
    LoadProcess client =
        new LoadProcess(name, jvm.start(name, LoadClient.class.getName(), arguments));
    Thread reader = new Thread(client::read, name);
    reader.setDaemon(true);
    reader.start();
    return client;
  }

  /** Waits until the client is connected. */
  public void awaitReady() throws IOException {
    join(ready);
  }

  /** Lets a run begin; the one before has ended. */
  public void go(Duration ramp, Duration window, Consumer<LoadLine.Progress> progress)
      throws IOException {
    run = new Run(ramp.plus(window), progress);
    String line = ramp.toSeconds() + " " + window.toSeconds() + "\n";
    process.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Waits for the end of the run. */
  public LoadResult await() throws IOException {
    long seconds = run.length.plus(PATIENCE).toSeconds();
    return join(run.result.applyToEither(ended, any -> any).orTimeout(seconds, TimeUnit.SECONDS));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private void read() {
    IOException end = new IOException(name + " ended without a result; see its log");
    try (BufferedReader lines = process.inputReader()) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        Optional<LoadLine> line = LoadLine.parse(text);
        if (line.isEmpty()) {
          continue;
        }
        if (line.get() instanceof LoadLine.Ready) {
          ready.complete(null);
        } else if (line.get() instanceof LoadLine.Progress second) {
          run.progress.accept(second);
        } else if (line.get() instanceof LoadLine.Finished finished) {
          run.result.complete(finished.result());
        }
      }
    } catch (IOException | UncheckedIOException e) {
      end.addSuppressed(e);
    }
    ready.completeExceptionally(end);
    ended.completeExceptionally(end);
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
