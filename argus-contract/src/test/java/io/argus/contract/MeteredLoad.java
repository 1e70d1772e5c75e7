package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stock client that writes to, reads and scans all regions of some tables until it is stopped,
 * and counts what was acknowledged.
 */
final class MeteredLoad implements AutoCloseable {
  /** Of so many rows it reads one by itself. */
  private static final int READ_ONE_OF = 10;

  private static final Duration STOP = Duration.ofSeconds(60);

  private final StockClient client;
  private final List<String> tables;
  private final List<String> keys;
  private final Thread thread = new Thread(this::run, "metered-load");
  private volatile int turns;
  private volatile boolean ending;
  private volatile @Nullable Throwable failure;

  /**
   * @param keys of all rows of the tables
   */
  MeteredLoad(StockClient client, List<String> tables, List<String> keys) {
    this.client = client;
    this.tables = tables;
    this.keys = keys;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!ending) {
        for (String table : tables) {
          client.putAll(table, Rows.of(keys));
          for (int i = 0; i < keys.size(); i += READ_ONE_OF) {
            Rows.requireSound(keys.get(i), client.get(table, keys.get(i)));
          }
          assertThat(Rows.scan(client, table)).isEqualTo(keys);
        }
        turns++;
      }
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** Waits until it has done so much more with every table since now. */
  void goOn(int moreTurns, Duration deadline) throws Exception {
    int until = turns + moreTurns;
    Eventually.within(
        deadline,
        () -> {
          assertThat(failure).isNull();
          assertThat(turns).isGreaterThanOrEqualTo(until);
        });
  }

  /** Ends it; nothing is under way afterwards. */
  void stop() throws Exception {
    ending = true;
    thread.join(STOP.toMillis());
    assertThat(thread.isAlive()).as("the load goes on").isFalse();
    assertThat(failure).isNull();
  }

  /** Rows of each table that it wrote, many a call. */
  long written() {
    return (long) turns * keys.size();
  }

  /** Rows of each table that it read one by one. */
  long got() {
    return (long) turns * keys.size() / READ_ONE_OF;
  }

  @Override
  public void close() {
    ending = true;
  }
}
