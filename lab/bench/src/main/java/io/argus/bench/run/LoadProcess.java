package io.argus.bench.run;

import io.argus.cluster.ClientJvm;
import io.argus.load.basics.Daemon;
import io.argus.load.client.LoadClient;
import io.argus.load.client.LoadLine;
import io.argus.load.client.LoadResult;
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
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A client process of one tenant. It does one run after the other.
 *
 * <p>Used by one thread.
 */
public final class LoadProcess implements AutoCloseable {
  /** Time for operations that are in flight when the window closes, retries included. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Not the servers' own: HBase and Argus trust that one. */
  private static final String USER = "client";

  private final String name;
  private final Process process;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();

  /** Completed exceptionally when the client has ended. */
  private final CompletableFuture<TenantRun> ended = new CompletableFuture<>();

  /** The run under way, or the last one. */
  private volatile Run run = new Run(Duration.ZERO, second -> {});

  private static final class Run {
    final Duration length;
    final Consumer<LoadLine.Progress> listener;
    final AtomicLongArray opsBySecond;
    final CompletableFuture<TenantRun> result = new CompletableFuture<>();

    Run(Duration length, Consumer<LoadLine.Progress> listener) {
      this.length = length;
      this.listener = listener;
      this.opsBySecond = new AtomicLongArray(Math.toIntExact(length.toSeconds()));
    }

    void add(LoadLine.Progress second) {
      if (second.second() <= opsBySecond.length()) {
        opsBySecond.set(second.second() - 1, second.ops());
      }
      listener.accept(second);
    }

    void end(LoadResult measured) {
      IntStream seconds = IntStream.range(0, opsBySecond.length());
      result.complete(new TenantRun(measured, seconds.mapToObj(opsBySecond::get).toList()));
    }
  }

  private LoadProcess(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /** Starts a client with the tenant's threads and demand; its workload begins at {@link #go}. */
  public static LoadProcess start(ClientJvm jvm, TenantWorkload tenant, Properties workload)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add("db=" + jvm.binding().dbClass());
    arguments.add("threads=" + tenant.threads());
    arguments.add("target=" + tenant.target());
    workload.forEach((key, value) -> arguments.add(key + "=" + value));
    String name = "client-" + tenant.name() + "-" + tenant.label().replaceAll("[^\\w.@-]", "-");
    LoadProcess client =
        new LoadProcess(name, jvm.startAs(USER, name, LoadClient.class.getName(), arguments));
    Daemon.start(name, client::read);
    return client;
  }

  public void awaitReady() throws IOException {
    join(ready);
  }

  /**
   * Lets a run begin; the one before has ended.
   *
   * @param listener receives every second of the run, on a thread of this client
   */
  public void go(Duration ramp, Duration window, Consumer<LoadLine.Progress> listener)
      throws IOException {
    run = new Run(ramp.plus(window), listener);
    String line = ramp.toSeconds() + " " + window.toSeconds() + "\n";
    process.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  public TenantRun await() throws IOException {
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
          run.add(second);
        } else if (line.get() instanceof LoadLine.Finished finished) {
          run.end(finished.result());
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
