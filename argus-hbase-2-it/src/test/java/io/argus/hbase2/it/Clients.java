package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/** Clients of one table, each a thread of its own, until closed. None of their calls may fail. */
final class Clients implements AutoCloseable {
  private static final long END_MILLIS = 60_000;
  private static final double SECOND = 1e9;

  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong longestNanos = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean ending;

  /** What they do again and again. */
  interface Step {
    /**
     * @param client that does it, from 0
     * @param number of the step, from 1, among those of all clients
     */
    void run(Table table, int client, int number) throws IOException;
  }

  Clients(Connection connection, TableName table, int count, Step step) {
    for (int i = 0; i < count; i++) {
      int client = i;
      Thread thread = new Thread(() -> run(connection, table, client, step), table + "-" + client);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private void run(Connection connection, TableName name, int client, Step step) {
    try (Table table = connection.getTable(name)) {
      while (!ending) {
        long begin = System.nanoTime();
        step.run(table, client, begun.incrementAndGet());
        longestNanos.accumulateAndGet(System.nanoTime() - begin, Math::max);
        done.incrementAndGet();
      }
    } catch (IOException | RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  /** Steps that were done so far. */
  long done() {
    return done.get();
  }

  /**
   * Steps a second over some time, in which none fails. The time includes both readings of the
   * counter, so that a thread that waits for a core in between never makes it too many.
   */
  double perSecond(int seconds) throws InterruptedException {
    long begin = System.nanoTime();
    long before = done.get();
    Thread.sleep(seconds * 1000L);
    long steps = done.get() - before;
    double took = (System.nanoTime() - begin) / SECOND;
    assertThat(failure.get()).isNull();
    return steps / took;
  }

  /** How long the longest step took, seconds. */
  double longestSeconds() {
    return longestNanos.get() / SECOND;
  }

  @Override
  public void close() throws InterruptedException {
    ending = true;
    for (Thread thread : threads) {
      thread.join(END_MILLIS);
      assertThat(thread.isAlive()).isFalse();
    }
    assertThat(failure.get()).isNull();
  }
}
