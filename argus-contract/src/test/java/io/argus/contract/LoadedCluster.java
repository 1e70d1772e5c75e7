package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The load of two tenants at once: clients of a small table, and clients that scan another table
 * with many rows a call. It keeps every error that they see.
 */
public final class LoadedCluster implements AutoCloseable {
  private static final int SMALL = 4;
  private static final int SCANNING = 4;
  private static final int MORE = 10;
  private static final Duration SOON = Duration.ofSeconds(60);

  private final List<SteadyClient> small = new ArrayList<>();
  private final List<Thread> scanning = new ArrayList<>();
  private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
  private final AtomicLong scans = new AtomicLong();
  private final StockClient client;
  private volatile boolean ending;

  /**
   * Starts the clients.
   *
   * @param smallTable a table of 50 rows
   * @param rows number of rows in the scanned table
   */
  public LoadedCluster(TestCluster cluster, String smallTable, String scannedTable, int rows)
      throws Exception {
    client = cluster.newClient();
    for (int i = 0; i < SMALL; i++) {
      small.add(new SteadyClient(cluster.newClient(), smallTable));
    }
    for (int i = 0; i < SCANNING; i++) {
      Thread thread = new Thread(() -> scan(scannedTable, rows), "scan-" + i);
      thread.setDaemon(true);
      scanning.add(thread);
      thread.start();
    }
  }

  private void scan(String table, int rows) {
    while (!ending) {
      try {
        assertThat(Rows.scan(client, table, null, null, 350)).isEqualTo(Rows.keys(rows));
        scans.incrementAndGet();
      } catch (Throwable error) {
        errors.add(error);
      }
    }
  }

  /** Waits until each kind of client has finished more operations. */
  public void awaitMore() throws Exception {
    long scansBefore = scans.get();
    List<Long> before = small.stream().map(SteadyClient::operations).toList();
    Eventually.within(
        SOON,
        () -> {
          assertThat(scans.get()).isGreaterThan(scansBefore + MORE);
          for (int i = 0; i < SMALL; i++) {
            assertThat(small.get(i).operations()).isGreaterThan(before.get(i) + MORE);
          }
        });
  }

  public void requireNoError() {
    assertThat(errors).isEmpty();
    small.forEach(each -> assertThat(each.errors()).isEmpty());
  }

  @Override
  public void close() throws Exception {
    ending = true;
    for (Thread thread : scanning) {
      thread.join();
    }
    for (SteadyClient each : small) {
      each.close();
    }
    client.close();
  }
}
