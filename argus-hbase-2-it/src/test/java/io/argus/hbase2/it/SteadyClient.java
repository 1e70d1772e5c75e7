package io.argus.hbase2.it;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * A stock client that writes, reads and scans a small table for as long as the cluster is up, and
 * keeps every error that it sees.
 */
final class SteadyClient implements AutoCloseable {
  private static final int ROWS = 50;
  private static final long PAUSE_MILLIS = 10;

  private final Connection connection;
  private final TableName name;
  private final Thread thread;
  private final AtomicLong operations = new AtomicLong();
  private final List<Throwable> errors = new CopyOnWriteArrayList<>();
  private volatile boolean ending;

  /** Starts on a table that exists. */
  SteadyClient(Connection connection, TableName name) {
    this.connection = connection;
    this.name = name;
    this.thread = new Thread(this::run, "steady-client " + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    int turn = 0;
    while (!ending) {
      try {
        oneTurn(turn++);
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        return;
      } catch (Exception | AssertionError e) {
        if (!ending) {
          errors.add(e);
        }
      }
    }
  }

  private void oneTurn(int turn) throws IOException {
    String key = Rows.key(turn % ROWS);
    try (Table table = connection.getTable(name)) {
      table.put(Rows.put(key));
      Rows.requireSound(key, table.get(Rows.get(key)));
    }
    operations.addAndGet(2);
    if (turn % ROWS == ROWS - 1) {
      List<String> seen = Rows.scan(connection, name, new Scan().setCaching(7));
      if (!seen.equals(Rows.keys(ROWS))) {
        throw new IllegalStateException("a scan of " + ROWS + " rows saw " + seen);
      }
      operations.incrementAndGet();
    }
  }

  long operations() {
    return operations.get();
  }

  List<Throwable> errors() {
    return errors;
  }

  @Override
  public void close() throws Exception {
    ending = true;
    thread.interrupt();
    thread.join(10_000);
    connection.close();
  }
}
