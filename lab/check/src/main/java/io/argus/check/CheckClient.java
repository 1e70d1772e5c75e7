package io.argus.check;

import com.google.gson.Gson;
import io.argus.load.basics.Daemon;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The process of the checking client: writes, reads, scans, counts and compares rows of a table of
 * its own, and remembers what was acknowledged.
 *
 * <p>Its argument is the class of a {@link CheckedCluster}. It makes its table and prints {@link
 * #READY}. On its standard input {@code begin} lets its threads start. {@code end} lets them end,
 * reads everything back, and prints a {@link CheckResult} as JSON.
 *
 * <p>Used by one thread.
 */
public final class CheckClient {
  /** Printed when the table is there. */
  public static final String READY = "ready";

  /** Time for calls in flight. */
  private static final Duration ENDING = Duration.ofSeconds(100);

  private static final Duration READING_BACK = Duration.ofSeconds(60);

  private final CheckedCluster cluster;
  private final CheckedRows rows = new CheckedRows();
  private final Map<CheckLoop, Thread> running = new LinkedHashMap<>();
  private Tally tally = new Tally();

  CheckClient(CheckedCluster cluster) {
    this.cluster = cluster;
  }

  public static void main(String[] arguments)
      throws ReflectiveOperationException, IOException, InterruptedException {
    CheckClient client = new CheckClient(connect(arguments[0]));
    client.prepare();
    System.out.println(READY);
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals("begin")) {
        client.begin();
      } else if (line.equals("end")) {
        System.out.println(new Gson().toJson(client.end()));
      } else {
        throw new IOException("line is " + line + "; must be begin or end");
      }
    }
    // HBase's clients leave threads behind that are not daemons.
    System.exit(0);
  }

  /** Connects by the implementation of that class. */
  static CheckedCluster connect(String type) throws ReflectiveOperationException {
    return Class.forName(type)
        .asSubclass(CheckedCluster.class)
        .getDeclaredConstructor()
        .newInstance();
  }

  /** Makes the table. */
  void prepare() throws IOException {
    rows.prepare(cluster);
  }

  void begin() {
    tally = new Tally();
    for (Operation operation : Operation.values()) {
      for (int i = 0; i < operation.threads(); i++) {
        CheckLoop loop = new CheckLoop(operation, i, cluster, rows, tally);
        running.put(loop, Daemon.start("check-" + operation.label() + "-" + i, loop));
      }
    }
  }

  /** What was found since {@link #begin}. */
  CheckResult found() {
    return tally.result();
  }

  CheckResult end() throws InterruptedException {
    running.keySet().forEach(CheckLoop::end);
    long deadline = System.nanoTime() + ENDING.toNanos();
    for (Map.Entry<CheckLoop, Thread> each : running.entrySet()) {
      each.getValue().join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
      if (each.getValue().isAlive()) {
        tally.stuck(each.getKey().operation(), each.getKey().sinceAnswerSeconds());
      }
    }
    running.clear();
    readBack();
    return found();
  }

  /** Reads every row once more; those that cannot be read, again and again for a while. */
  private void readBack() throws InterruptedException {
    long deadline = System.nanoTime() + READING_BACK.toNanos();
    List<CheckedRow> left = rows.all();
    while (!left.isEmpty()) {
      List<CheckedRow> again = new ArrayList<>();
      for (CheckedRow row : left) {
        boolean late = System.nanoTime() > deadline;
        try {
          if (late) {
            tally.unreadable(row);
          } else {
            readBack(row);
          }
        } catch (IOException e) {
          System.err.println("reading " + row.key() + " back: " + e);
          again.add(row);
        }
      }
      left = again;
      Thread.sleep(200);
    }
  }

  private void readBack(CheckedRow row) throws IOException {
    Judgement.Expected expected = Judgement.Expected.now(row);
    byte @Nullable [] value;
    try (CheckedTable table = cluster.open(CheckedRows.TABLE)) {
      value = table.get(row.keyBytes());
    }
    Judgement.Finding finding = Judgement.last(expected, value, row.history().attempted());
    tally.found(finding);
    if (finding != null) {
      OptionalLong number = value == null ? OptionalLong.empty() : row.number(value);
      row.history().settle(number.orElse(0)); // reported once
    }
  }
}
