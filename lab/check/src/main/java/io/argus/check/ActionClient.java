package io.argus.check;

import static io.argus.core.text.Text.format;

import io.argus.load.basics.Daemon;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The process that does to tables what an operator or a careless client does. Its argument is the
 * class of a {@link CheckedCluster}. For each line of its standard input it prints {@link #DONE},
 * or {@link #FAILED} and why.
 *
 * <p>Lines: {@code split TABLE} at the middles of the checked table's regions, or {@code split
 * TABLE KEY}, {@code tables N} creates, fills and drops that many, {@code multis TABLE ROWS BYTES
 * N} writes so many rows of so many bytes by one request N times, {@code load TABLE THREADS}
 * creates a table and reads and writes it from then on, {@code calm} ends that, {@code remove
 * TABLE} drops it if it is there, and each {@link CheckedCluster.Action} with its table.
 *
 * <p>Used by one thread.
 */
public final class ActionClient {
  public static final String DONE = "done";
  public static final String FAILED = "failed";

  private static final long PAUSE_NANOS = 2_000_000;
  private static final int LOADED_ROWS = 200;

  private final CheckedCluster cluster;
  private AtomicBoolean calm = new AtomicBoolean();

  private ActionClient(CheckedCluster cluster) {
    this.cluster = cluster;
  }

  public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
    ActionClient client = new ActionClient(CheckClient.connect(arguments[0]));
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      try {
        client.act(line.split(" ", -1));
        System.out.println(DONE);
      } catch (IOException | RuntimeException e) {
        System.out.println(FAILED + " " + e.toString().replaceAll("\\s+", " "));
      }
    }
    System.exit(0);
  }

  private void act(String... words) throws IOException {
    switch (words[0]) {
      case "split":
        byte[][] keys =
            words.length == 2
                ? CheckedRows.middles()
                : new byte[][] {words[2].getBytes(StandardCharsets.UTF_8)};
        for (byte[] key : keys) {
          cluster.split(words[1], key);
        }
        break;
      case "tables":
        tables(Integer.parseInt(words[1]));
        break;
      case "multis":
        multis(
            words[1],
            Integer.parseInt(words[2]),
            Integer.parseInt(words[3]),
            Integer.parseInt(words[4]));
        break;
      case "load":
        load(words[1], Integer.parseInt(words[2]));
        break;
      case "calm":
        calm.set(true);
        break;
      case "remove":
        cluster.remove(words[1]);
        break;
      default:
        cluster.act(CheckedCluster.Action.valueOf(words[0]), words[1]);
    }
  }

  private void tables(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      String table = "storm" + i + ":rows";
      cluster.create(table, new byte[0][]);
      try (CheckedTable open = cluster.open(table)) {
        open.putAll(keys(LOADED_ROWS), new byte[100]);
      }
      cluster.act(CheckedCluster.Action.DISABLE, table);
      cluster.act(CheckedCluster.Action.DROP, table);
    }
  }

  private void multis(String table, int rows, int bytes, int count) throws IOException {
    byte[] value = new byte[bytes];
    try (CheckedTable open = cluster.open(table)) {
      for (int i = 0; i < count; i++) {
        open.putAll(keys(rows), value);
      }
    }
  }

  private void load(String table, int threads) throws IOException {
    cluster.create(table, new byte[0][]);
    try (CheckedTable open = cluster.open(table)) {
      open.putAll(keys(LOADED_ROWS), new byte[100]);
    }
    AtomicBoolean ending = new AtomicBoolean();
    calm = ending;
    for (int i = 0; i < threads; i++) {
      Daemon.start("load-" + i, () -> load(table, ending));
    }
  }

  /** Whatever fails is meant to: the table is taken away meanwhile. */
  private void load(String table, AtomicBoolean ending) {
    List<byte[]> keys = keys(LOADED_ROWS);
    try (CheckedTable open = cluster.open(table)) {
      for (int i = 0; !ending.get(); i++) {
        try {
          open.get(keys.get(i % LOADED_ROWS));
          open.put(keys.get(i % LOADED_ROWS), new byte[100], i + 1L);
          open.scan(keys.get(0), keys.get(LOADED_ROWS - 1), LOADED_ROWS, (key, value) -> {});
        } catch (IOException | RuntimeException e) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    } catch (IOException e) {
      System.err.println("load of " + table + ": " + e);
    }
  }

  private static List<byte[]> keys(int count) {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(format("key%06d", i).getBytes(StandardCharsets.UTF_8));
    }
    return keys;
  }
}
