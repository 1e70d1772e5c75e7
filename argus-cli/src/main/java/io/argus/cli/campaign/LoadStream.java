package io.argus.cli.campaign;

import io.argus.bench.basics.Daemon;
import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.load.EndlessLoad;
import io.argus.bench.load.LoadLine;
import io.argus.profiler.campaign.ClusterLostException;
import io.argus.profiler.campaign.LoadSecond;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  private final Process process;
  private final Path log;
  private final BlockingQueue<LoadLine> lines = new LinkedBlockingQueue<>();

  private LoadStream(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts a client that drives the workload with so many threads; returns once it runs. */
  static LoadStream drive(ClientJvm jvm, String name, Properties workload, int threads)
      throws IOException {
    LoadStream stream = start(jvm, name, workload, threads, false);
    try {
      stream.take();
      return stream;
    } catch (IOException e) {
      stream.close();
      throw e;
    }
  }

  /** Inserts the workload's rows. */
  static void insert(ClientJvm jvm, String name, Properties workload, int threads)
      throws IOException {
    try (LoadStream stream = start(jvm, name, workload, threads, true)) {
      if (stream.process.waitFor() != 0) {
        throw new IOException("the rows could not be inserted; see " + stream.log);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static LoadStream start(
      ClientJvm jvm, String name, Properties workload, int threads, boolean insert)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    workload.forEach((key, value) -> arguments.add(key + "=" + value));
    arguments.add("db=" + jvm.binding().dbClass());
    arguments.add("threads=" + threads);
    arguments.add("insert=" + insert);
    LoadStream stream =
        new LoadStream(jvm.start(name, EndlessLoad.class.getName(), arguments), jvm.log(name));
    Daemon.start(name, stream::read);
    return stream;
  }

  private void read() {
    try (BufferedReader reader = process.inputReader()) {
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        LoadLine.parse(text).ifPresent(lines::add);
      }
    } catch (IOException | UncheckedIOException e) {
      // The process has ended: take() finds out.
    }
  }

  /** Drops the results of past seconds. */
  void skipPast() {
    lines.clear();
  }

  /** Waits for the end of the present second. */
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
          throw new ClusterLostException("the client process has ended; see " + log);
        }
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    throw new ClusterLostException(
        "the client has reported nothing for " + PATIENCE_SECONDS + " s; see " + log);
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
