package io.argus.hbase2.it;

import io.argus.contract.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Threads of one user who get random rows of a table, one after the other, until closed. */
final class Readers implements AutoCloseable {
  private static final int THREADS = 20;

  private final Connection connection;
  private final List<Thread> threads = new ArrayList<>();
  private final LongAdder reads = new LongAdder();
  private volatile boolean ending;

  /**
   * @param connection closed with them
   * @param rows how many the table has
   */
  Readers(Connection connection, String table, int rows) {
    this.connection = connection;
    for (int i = 0; i < THREADS; i++) {
      int seed = i;
      Thread thread = new Thread(() -> read(TableName.valueOf(table), rows, new Random(seed)));
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
  }

  private void read(TableName name, int rows, Random random) {
    while (!ending) {
      try (Table table = connection.getTable(name)) {
        table.get(new Get(Bytes.toBytes(Rows.key(random.nextInt(rows)))));
        reads.increment();
      } catch (IOException e) {
        // Access is not yet granted, or they end; who counts the reads notices.
      }
    }
  }

  /** Gets that were answered so far. */
  long reads() {
    return reads.sum();
  }

  @Override
  public void close() throws Exception {
    ending = true;
    connection.close();
    for (Thread thread : threads) {
      thread.join(10_000);
    }
  }
}
