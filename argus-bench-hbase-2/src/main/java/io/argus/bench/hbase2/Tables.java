package io.argus.bench.hbase2;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * What the bench does to tables, as a process: {@code load ROWS REGIONS TABLE...}, {@code
 * clear-cache TABLE...}, {@code settle TABLE...}.
 *
 * <p>Used by one thread.
 */
public final class Tables {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long POLL_MILLIS = 200;

  private final Configuration configuration;
  private final Connection connection;
  private final Admin admin;

  private Tables(Configuration configuration, Connection connection) throws IOException {
    this.configuration = configuration;
    this.connection = connection;
    this.admin = connection.getAdmin();
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Configuration configuration = HBaseConfiguration.create();
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      new Tables(configuration, connection).run(Arrays.asList(arguments));
    }
    // HDFS and HBase clients may leave threads behind that are not daemons.
    System.exit(0);
  }

  private void run(List<String> arguments) throws IOException, InterruptedException {
    switch (arguments.isEmpty() ? "" : arguments.get(0)) {
      case "load" -> {
        long rows = Long.parseLong(arguments.get(1));
        int regions = Integer.parseInt(arguments.get(2));
        BulkLoad load = new BulkLoad(configuration, connection, rows, regions);
        for (String table : arguments.subList(3, arguments.size())) {
          load.table(TableName.valueOf(table));
        }
      }
      case "clear-cache" -> {
        for (String table : arguments.subList(1, arguments.size())) {
          admin.clearBlockCache(TableName.valueOf(table));
        }
      }
      case "settle" -> {
        for (String table : arguments.subList(1, arguments.size())) {
          settle(TableName.valueOf(table));
        }
      }
      default ->
          throw new IllegalArgumentException(
              "command is " + arguments + "; choose load, clear-cache or settle");
    }
  }

  /** Flushes the table and compacts every region to a single file. */
  private void settle(TableName table) throws IOException, InterruptedException {
    admin.flush(table);
    admin.majorCompact(table);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!settled(table)) {
      if (System.nanoTime() - end > 0) {
        throw new IOException(table + " is not compacted after " + PATIENCE.toMinutes() + " min");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private boolean settled(TableName table) throws IOException {
    if (admin.getCompactionState(table) != CompactionState.NONE) {
      return false;
    }
    for (ServerName server : admin.getRegionServers()) {
      for (RegionMetrics region : admin.getRegionMetrics(server, table)) {
        if (region.getStoreFileCount() > 1) {
          return false;
        }
      }
    }
    return true;
  }
}
