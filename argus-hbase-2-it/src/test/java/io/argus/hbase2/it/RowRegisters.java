package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.contract.StockClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Clients that read and write rows of a table that keeps rows. Each row is two registers: the last
 * write, by its number, and a counter. An even number says that the row has a value besides, which
 * the write of an odd one deletes.
 */
final class RowRegisters {
  private static final TableName NAME = TableName.valueOf("left:registers");
  private static final byte[] FAMILY = Bytes.toBytes(StockClient.FAMILY);
  private static final byte[] LAST = Bytes.toBytes("last");
  private static final byte[] VALUE = Bytes.toBytes("value");
  private static final byte[] COUNT = Bytes.toBytes("count");
  private static final int ROWS = 100;
  private static final int CLIENTS = 30;
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Connection connection;
  private final List<RegisterHistory> writes = histories();
  private final List<RegisterHistory> counts = histories();
  private final AtomicLong numbers = new AtomicLong();

  /** Families with the new behaviour of versions: a put hides a delete of its millisecond. */
  RowRegisters(Connection connection) throws IOException {
    this.connection = connection;
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          KeptRows.keeping(
              TableDescriptorBuilder.newBuilder(NAME)
                  .setColumnFamily(
                      ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                          .setNewVersionBehavior(true)
                          .build())
                  .build()));
    }
  }

  private static List<RegisterHistory> histories() {
    List<RegisterHistory> histories = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      histories.add(new RegisterHistory());
    }
    return histories;
  }

  private static byte[] key(int row) {
    return Bytes.toBytes(String.format("row%03d", row));
  }

  /**
   * Flushes and moves the region at the beginning and after each {@link #PAUSE}, while no client
   * has failed. Returns how many operations there were.
   */
  long areLinearizable(Duration time) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<Void>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(threads.submit(client(i, end)));
      }
      flushAndMove();
      while (end - System.nanoTime() > PAUSE.toNanos()
          && clients.stream().noneMatch(Future::isDone)) {
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        flushAndMove();
      }
      for (Future<Void> client : clients) {
        client.get();
      }
    } finally {
      threads.shutdownNow();
    }
    long operations = 0;
    for (int row = 0; row < ROWS; row++) {
      assertThat(writes.get(row).fault()).as("writes of row %s", row).isEmpty();
      assertThat(counts.get(row).fault()).as("counter of row %s", row).isEmpty();
      operations += writes.get(row).operations() + counts.get(row).operations();
    }
    return operations;
  }

  private void flushAndMove() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(NAME);
      RegionInfo region = admin.getRegions(NAME).get(0);
      admin.unassign(region.getRegionName());
      admin.assign(region.getRegionName());
    }
  }

  private Callable<Void> client(int seed, long end) {
    return () -> {
      Random random = new Random(seed);
      try (Table table = connection.getTable(NAME)) {
        while (System.nanoTime() < end) {
          // few rows are much used, so that most are kept
          operate(table, random, (int) (ROWS * Math.pow(random.nextDouble(), 3)));
        }
      }
      return null;
    };
  }

  private void operate(Table table, Random random, int row) throws IOException {
    int kind = random.nextInt(20);
    if (kind < 13) {
      long invoked = System.nanoTime();
      read(row, table.get(new Get(key(row))), invoked);
    } else if (kind < 14) {
      int other = (row + 1) % ROWS;
      long invoked = System.nanoTime();
      Result[] results = table.get(List.of(new Get(key(row)), new Get(key(other))));
      read(row, results[0], invoked);
      read(other, results[1], invoked);
    } else if (kind < 16) {
      long invoked = System.nanoTime();
      Result result = table.increment(new Increment(key(row)).addColumn(FAMILY, COUNT, 1));
      counts.get(row).wrote(number(result, COUNT), invoked, System.nanoTime());
    } else {
      write(table, row, kind);
    }
  }

  private void write(Table table, int row, int kind) throws IOException {
    long number = 2 * numbers.incrementAndGet();
    long invoked = System.nanoTime();
    boolean written = true;
    if (kind == 16) {
      number++;
      RowMutations both = new RowMutations(key(row));
      both.add(new Delete(key(row)).addColumns(FAMILY, VALUE));
      both.add(new Put(key(row)).addColumn(FAMILY, LAST, Bytes.toBytes(number)));
      table.mutateRow(both);
    } else if (kind == 17) {
      byte[] last = table.get(new Get(key(row)).addColumn(FAMILY, LAST)).getValue(FAMILY, LAST);
      CheckAndMutate.Builder check = CheckAndMutate.newBuilder(key(row));
      written =
          table
              .checkAndMutate(
                  (last == null
                          ? check.ifNotExists(FAMILY, LAST)
                          : check.ifEquals(FAMILY, LAST, last))
                      .build(put(row, number)))
              .isSuccess();
    } else if (kind == 18) {
      int other = (row + 1) % ROWS;
      long ofOther = 2 * numbers.incrementAndGet();
      table.put(List.of(put(row, number), put(other, ofOther)));
      writes.get(other).wrote(ofOther, invoked, System.nanoTime());
    } else {
      table.put(put(row, number));
    }
    if (written) {
      writes.get(row).wrote(number, invoked, System.nanoTime());
    }
  }

  private static Put put(int row, long number) {
    return new Put(key(row))
        .addColumn(FAMILY, LAST, Bytes.toBytes(number))
        .addColumn(FAMILY, VALUE, Bytes.toBytes("v"));
  }

  private void read(int row, Result result, long invoked) {
    long answered = System.nanoTime();
    long last = number(result, LAST);
    assertThat(result.containsColumn(FAMILY, VALUE))
        .as("value beside write %s", last)
        .isEqualTo(last != RegisterHistory.NOTHING && last % 2 == 0);
    writes.get(row).read(last, invoked, answered);
    counts.get(row).read(number(result, COUNT), invoked, answered);
  }

  private static long number(Result result, byte[] column) {
    byte[] number = result.getValue(FAMILY, column);
    return number == null ? RegisterHistory.NOTHING : Bytes.toLong(number);
  }
}
