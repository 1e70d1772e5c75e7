package io.argus.cli.profile;

import io.argus.load.basics.Daemon;
import io.argus.load.client.LoadLine;
import io.argus.profiler.campaign.ClusterLostException;
import io.argus.profiler.campaign.LoadSecond;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A client process that drives a workload, with its results second by second.
 *
 * <p>Used by one thread. A thread of its own reads the lines of the process.
 */
final class LoadStream implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final LoadClients clients;
  private final Process process;
  private final BlockingQueue<LoadLine> lines = new LinkedBlockingQueue<>();

  private LoadStream(LoadClients clients, Process process) {
    this.clients = clients;
    this.process = process;
    Daemon.start("load-lines", this::read);
  }

  /** Starts a client that drives the workload with so many threads; returns once it runs. */
  static LoadStream drive(LoadClients clients, Properties workload, int threads)
      throws IOException {
    LoadStream stream = new LoadStream(clients, clients.drive(workload, threads));
    try {
      stream.take();
      return stream;
    } catch (IOException e) {
      stream.close();
      throw e;
    }
  }

  private void read() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        LoadLine.parse(text).ifPresent(lines::add);
      }
    } catch (IOException e) {
      // The process has ended: whoever waits for its lines finds out.
    }
  }

  /** Drops the results of past seconds. */
  void skipPast() {
    lines.clear();
  }

  /** Waits for the end of the current second. */
  LoadSecond next() throws IOException {
    LoadLine line = take();
    while (!(line instanceof LoadLine.Second)) {
      line = take();
    }
    LoadLine.Second second = (LoadLine.Second) line;
    return new LoadSecond(second.ops(), second.errors(), LoadLine.latencies(second));
  }

  private LoadLine take() throws IOException {
    try {
      for (long waited = 0; waited < PATIENCE_SECONDS; waited++) {
        LoadLine line = lines.poll(1, TimeUnit.SECONDS);
        if (line != null) {
          return line;
        }
        if (!process.isAlive() && lines.isEmpty()) {
          throw new ClusterLostException("the client process has ended; see " + clients.log());
        }
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    throw new ClusterLostException(
        "the client has reported nothing for " + PATIENCE_SECONDS + " s; see " + clients.log());
  }

  static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted = new InterruptedIOException("interrupted");
    interrupted.initCause(e);
    return interrupted;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
