package io.argus.load.client;

import io.argus.load.basics.Daemon;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.DBException;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * A client process that drives CoreWorkload through a DB binding while its standard input is open,
 * and prints the operations and latencies of every second as {@link LoadLine}s. With {@code
 * insert=true} it inserts the workload's rows and ends.
 *
 * <p>Arguments are {@code key=value}: {@code db} (binding class), {@code threads}. All others go to
 * the workload. The load begins when every thread is connected.
 *
 * <p>Used by one thread.
 */
public final class EndlessLoad {
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final CoreWorkload workload;
  private final List<OutcomeDb> databases;
  private final CurrentSecond current = new CurrentSecond(true);

  private EndlessLoad(Properties properties)
      throws ReflectiveOperationException, DBException, WorkloadException {
    Measurements.setProperties(properties); // before the first CoreWorkload is made
    workload = new CoreWorkload();
    workload.init(properties);
    int threads = Integer.parseInt(properties.getProperty("threads", "1"));
    databases = LoadClient.connect(properties, threads);
  }

  public static void main(String[] arguments)
      throws ReflectiveOperationException,
          DBException,
          WorkloadException,
          InterruptedException,
          IOException {
    Properties properties = LoadClient.properties(arguments);
    EndlessLoad load = new EndlessLoad(properties);
    System.out.println(new LoadLine.Ready().toJson());
    if (Boolean.parseBoolean(properties.getProperty("insert"))) {
      load.insert(Long.parseLong(properties.getProperty("recordcount")));
    } else {
      load.drive();
    }
    // The HBase client leaves threads behind that are not daemons.
    System.exit(0);
  }

  private void insert(long rows) throws InterruptedException {
    AtomicLong left = new AtomicLong(rows);
    LongAdder failed = new LongAdder();
    List<Thread> threads = new ArrayList<>();
    for (OutcomeDb db : databases) {
      Thread thread =
          new Thread(
              () -> {
                while (left.getAndDecrement() > 0) {
                  workload.doInsert(db, null);
                  if (db.takeFailed()) {
                    failed.increment();
                  }
                }
              },
              "insert-" + threads.size());
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failed.sum() > 0) {
      throw new IllegalStateException(failed.sum() + " of " + rows + " rows could not be inserted");
    }
  }

  private void drive() throws IOException {
    for (OutcomeDb db : databases) {
      Daemon.start("load", () -> loop(db));
    }
    Daemon.start("seconds", this::printSeconds);
    LoadClient.standardInput().readLine();
  }

  private void loop(OutcomeDb db) {
    while (true) {
      long start = System.nanoTime();
      workload.doTransaction(db, null);
      if (db.takeFailed()) {
        current.failed();
      } else {
        current.completed((System.nanoTime() - start) / 1000);
      }
    }
  }

  private void printSeconds() {
    long start = System.nanoTime();
    for (int second = 1; !System.out.checkError(); second++) {
      ClosedLoop.parkUntil(start + second * SECOND_NANOS);
      System.out.println(current.end(second).toJson());
    }
  }
}
