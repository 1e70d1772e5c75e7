package io.argus.load.table;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Operations on the tables of workloads; one subclass for each HBase generation. Tables are named
 * {@code namespace:table}.
 *
 * <p>Used by one thread.
 */
public abstract class WorkloadTables {
  /**
   * Block size of the tables, a little below HBase's 64 KB. Blocks grow beyond it by a row, headers
   * and checksums, and a DataNode often needs a second disk read beyond 64 KB.
   */
  protected static final int BLOCK_BYTES = 63 << 10;

  /** Table attribute that names a table's tenant. */
  public static final String TENANT_ATTRIBUTE = "ARGUS_TENANT";

  /** Table attribute that lets Argus keep rows, where its settings and the workload do. */
  protected static final String ROWS_ATTRIBUTE = "ARGUS_ROWS";

  /** Printed when the first region is about to move. */
  public static final String MOVING = "moving";

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long POLL_MILLIS = 200;

  /** A region that has just moved may refuse requests for a moment. */
  private static final Duration FAILING = Duration.ofSeconds(30);

  /** A compaction is requested again after a minute. */
  private static final int LOOKS_PER_REQUEST = 300;

  /** A region server, and the DataNode whose blocks are local to it. */
  protected static final class Server {
    private final int port;
    private final String dataNode;

    private Server(int port, String dataNode) {
      this.port = port;
      this.dataNode = dataNode;
    }

    /** Of the region server. */
    public int port() {
      return port;
    }

    /** Address of the DataNode. */
    public String dataNode() {
      return dataNode;
    }

    static List<Server> parse(String text) {
      return Arrays.stream(text.split(",", -1))
          .map(server -> server.split("=", -1))
          .map(words -> new Server(Integer.parseInt(words[0]), words[1]))
          .collect(Collectors.toList());
    }
  }

  /**
   * Runs a command: {@code load ROWS LAYOUT TABLE...}, {@code place PORT=DATANODE,...
   * TABLE=LAYOUT...}, {@code move PORT=DATANODE,... TABLE=LAYOUT...} (which leaves blocks where
   * they are), {@code regions TABLE...} (prints them), {@code clear-cache TABLE...}, {@code drop
   * TABLE...}, {@code compact TABLE...}, {@code settle TABLE...} or {@code limit THROTTLE
   * PER_SECOND... TABLE...}.
   */
  private interface Work {
    void on(String table) throws IOException, InterruptedException;
  }

  private static void each(List<String> tables, Work work)
      throws IOException, InterruptedException {
    for (String table : tables) {
      work.on(table);
    }
  }

  protected final void run(String... arguments) throws IOException, InterruptedException {
    List<String> words = Arrays.asList(arguments);
    switch (words.isEmpty() ? "" : words.get(0)) {
      case "load":
        TableRows rows =
            new TableRows(Long.parseLong(words.get(1)), RegionLayout.parse(words.get(2)));
        each(words.subList(3, words.size()), table -> load(table, rows));
        break;
      case "put":
        TableRows fresh =
            new TableRows(Long.parseLong(words.get(1)), RegionLayout.parse(words.get(2)));
        each(words.subList(3, words.size()), table -> put(table, fresh));
        break;
      case "uncache":
        each(words.subList(2, words.size()), table -> uncache(table, words.get(1)));
        break;
      case "place":
        List<Server> servers = Server.parse(words.get(1));
        stopBalancer();
        each(words.subList(2, words.size()), table -> place(table, servers));
        break;
      case "move":
        List<Server> targets = Server.parse(words.get(1));
        stopBalancer();
        System.out.println(MOVING);
        each(words.subList(2, words.size()), table -> move(Assignment.parse(table, targets)));
        break;
      case "regions":
        each(
            words.subList(1, words.size()),
            table -> System.out.println(table + "=" + String.join(",", regionNames(table))));
        break;
      case "clear-cache":
        each(words.subList(1, words.size()), this::clearCache);
        break;
      case "drop":
        each(words.subList(1, words.size()), this::drop);
        break;
      case "compact":
        each(words.subList(1, words.size()), this::compact);
        break;
      case "settle":
        each(words.subList(1, words.size()), this::settle);
        break;
      case "limit":
        int count = words.size() / 2 - 1;
        for (int i = 2; i < count + 2; i++) {
          limit(words.get(count + i), words.get(1), Long.parseLong(words.get(i)));
        }
        break;
      default:
        throw new IllegalArgumentException(
            "command is "
                + words
                + "; choose load, put, uncache, place, move, regions, clear-cache, drop, compact,"
                + " settle or limit");
    }
  }

  /** Creates the table, and its namespace where HBase has them, with all rows on disk. */
  protected abstract void load(String table, TableRows rows)
      throws IOException, InterruptedException;

  /** Writes all rows into a table that is there, as clients do, and leaves them in the memstore. */
  protected abstract void put(String table, TableRows rows)
      throws IOException, InterruptedException;

  /** Keeps the table's blocks out of the block cache, and makes another tenant its owner. */
  protected abstract void uncache(String table, String tenant) throws IOException;

  /** The encoded names of a table's regions, in the order of their keys. */
  protected abstract List<String> regionNames(String table) throws IOException;

  /** Leaves every region where it is. */
  protected abstract void stopBalancer() throws IOException;

  /**
   * Moves the table's regions, in the order of their keys, to these servers.
   *
   * @return whether all are there
   * @throws IllegalArgumentException if the table has another number of regions
   */
  protected abstract boolean move(String table, List<Server> servers)
      throws IOException, InterruptedException;

  /**
   * Requests a major compaction of each region that has a block that is not on the DataNode of its
   * server. Its server writes the new file, and to that DataNode.
   *
   * @param servers of the regions, in the order of their keys
   * @param ask false to look only
   * @return number of such regions
   */
  protected abstract int fetch(String table, List<Server> servers, boolean ask)
      throws IOException, InterruptedException;

  /** Evicts the table's blocks from the block caches of all region servers. */
  protected abstract void clearCache(String table) throws IOException;

  /** Drops the table, and its namespace where HBase has them; no other table is in it. */
  protected abstract void drop(String table) throws IOException;

  /** Requests that the table is flushed and compacted. */
  protected abstract void compact(String table) throws IOException, InterruptedException;

  /** Whether no compaction of the table runs and no store has more than one file. */
  protected abstract boolean compacted(String table) throws IOException, InterruptedException;

  /**
   * Limits the table's tenant by a quota.
   *
   * @param throttle HBase's name of what is limited, such as {@code REQUEST_SIZE}
   * @param perSecond 0 for no limit
   */
  protected abstract void limit(String table, String throttle, long perSecond) throws IOException;

  /** A table and the server of each of its regions, written {@code TABLE=LAYOUT}. */
  private static final class Assignment {
    final String table;
    final List<Server> servers;

    Assignment(String table, List<Server> servers) {
      this.table = table;
      this.servers = servers;
    }

    static Assignment parse(String text, List<Server> all) {
      int equals = text.indexOf('=');
      return new Assignment(
          text.substring(0, equals),
          RegionLayout.parse(text.substring(equals + 1)).regions().stream()
              .map(region -> all.get(region.server()))
              .collect(Collectors.toList()));
    }
  }

  /** Moves the regions of a table to its servers, and their blocks to the DataNodes of these. */
  private void place(String text, List<Server> all) throws IOException, InterruptedException {
    Assignment wanted = Assignment.parse(text, all);
    move(wanted);
    AtomicInteger looks = new AtomicInteger();
    await(
        wanted.table + " has blocks on other DataNodes",
        () -> {
          boolean ask = looks.get() % LOOKS_PER_REQUEST == 0;
          int distant = fetch(wanted.table, wanted.servers, ask);
          looks.incrementAndGet(); // a request that failed is made again at the next look
          return distant == 0;
        });
  }

  private void move(Assignment wanted) throws IOException, InterruptedException {
    await(wanted.table + " is not on its region servers", () -> move(wanted.table, wanted.servers));
  }

  /** Something that is awaited. */
  private interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }

  /**
   * Waits until a condition holds.
   *
   * @throws IOException if it does not for 5 minutes, or if looking fails for half a minute
   */
  private static void await(String otherwise, Condition condition)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    long answered = begin;
    while (true) {
      try {
        if (condition.holds()) {
          return;
        }
        answered = System.nanoTime();
      } catch (IOException e) {
        if (System.nanoTime() - answered > FAILING.toNanos()) {
          throw e;
        }
        System.err.println("trying again after " + e);
      }
      if (System.nanoTime() - begin > PATIENCE.toNanos()) {
        throw new IOException(otherwise + " after " + PATIENCE.toMinutes() + " min");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Flushes the table and compacts every region to a single file. */
  private void settle(String table) throws IOException, InterruptedException {
    compact(table);
    await(table + " is not compacted", () -> compacted(table));
  }
}
