package io.argus.experiments.campaign;

import io.argus.load.client.LoadLine;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EndlessProcess;
import io.argus.profiler.campaign.ClusterLostException;
import io.argus.profiler.campaign.LoadSecond;
import java.io.IOException;
import java.io.InterruptedIOException;
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

  private final EndlessProcess process;
  private final BlockingQueue<LoadLine> lines = new LinkedBlockingQueue<>();

  private LoadStream(ClientJvm jvm, String name, Properties workload, int threads, boolean insert)
      throws IOException {
    this.process = EndlessProcess.start(jvm, name, workload, threads, insert, lines::add);
  }

  /** Starts a client that drives the workload with so many threads; returns once it runs. */
  static LoadStream drive(ClientJvm jvm, String name, Properties workload, int threads)
      throws IOException {
    LoadStream stream = new LoadStream(jvm, name, workload, threads, false);
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
    try (LoadStream stream = new LoadStream(jvm, name, workload, threads, true)) {
      if (stream.process.process().waitFor() != 0) {
        throw new IOException("the rows could not be inserted; see " + stream.process.log());
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
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
          throw new ClusterLostException("the client process has ended; see " + process.log());
        }
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    throw new ClusterLostException(
        "the client has reported nothing for " + PATIENCE_SECONDS + " s; see " + process.log());
  }

  static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted = new InterruptedIOException("interrupted");
    interrupted.initCause(e);
    return interrupted;
  }

  @Override
  public void close() {
    process.close();
  }
}
