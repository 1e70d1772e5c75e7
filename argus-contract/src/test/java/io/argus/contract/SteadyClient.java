package io.argus.contract;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A stock client that writes, reads and scans a small table while the cluster is up. It keeps every
 * error that it sees.
 */
public final class SteadyClient implements AutoCloseable {
  private static final int ROWS = 50;
  private static final long PAUSE_MILLIS = 10;

  private final StockClient client;
  private final String table;
  private final Thread thread;
  private final AtomicLong operations = new AtomicLong();
  private final List<Throwable> errors = new CopyOnWriteArrayList<>();
  private volatile boolean ending;

  /** Starts on a table that exists. */
  public SteadyClient(StockClient client, String table) {
    this.client = client;
    this.table = table;
    this.thread = new Thread(this::run, "steady-client " + table);
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

  private void oneTurn(int turn) throws Exception {
    String key = Rows.key(turn % ROWS);
    client.put(table, key, Rows.value(key));
    Rows.requireSound(key, client.get(table, key));
    operations.addAndGet(2);
    if (turn % ROWS == ROWS - 1) {
      List<String> seen = Rows.scan(client, table, null, null, 7);
      if (!seen.equals(Rows.keys(ROWS))) {
        throw new IllegalStateException("a scan of " + ROWS + " rows saw " + seen);
      }
      operations.incrementAndGet();
    }
  }

  public long operations() {
    return operations.get();
  }

  public List<Throwable> errors() {
    return errors;
  }

  @Override
  public void close() throws Exception {
    ending = true;
    thread.interrupt();
    thread.join(10_000);
    client.close();
  }
}
