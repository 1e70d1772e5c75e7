package io.argus.load.client;

import static io.argus.load.basics.Argument.require;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import site.ycsb.DB;
import site.ycsb.Workload;

/**
 * Sends what {@link Requests} describes.
 *
 * <p>Safe for use by any thread.
 */
final class RequestWorkload extends Workload {
  private final Requests.Kind kind;
  private final String table;
  private final int tableRows;
  private final int rows;

  /** The workload of a client with the properties of {@link Requests#properties}. */
  RequestWorkload(Properties properties) {
    kind = Requests.Kind.named(properties.getProperty(Requests.KIND));
    table = properties.getProperty("table");
    tableRows = Integer.parseInt(properties.getProperty("recordcount"));
    rows = Integer.parseInt(properties.getProperty(Requests.ROWS));
    require(rows >= 1 && rows < tableRows, "rows of a request", rows, "1 to rows of the table");
  }

  @Override
  public boolean doInsert(DB db, Object threadState) {
    throw new UnsupportedOperationException("the rows are loaded otherwise");
  }

  @Override
  public boolean doTransaction(DB db, Object threadState) {
    return ((OutcomeDb) db).request(kind, table, keys()).isOk();
  }

  private List<byte[]> keys() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    List<byte[]> keys = new ArrayList<>(rows);
    for (int i = 0; i < rows; i++) {
      keys.add(Preset.key(random.nextInt(tableRows)).getBytes(StandardCharsets.UTF_8));
    }
    return keys;
  }
}
