package io.argus.regionserver.rows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One run of clients of a store with kept rows, in an order that a seed decides: each client is a
 * machine that makes one step when it is its turn, so that every run can be repeated.
 *
 * <p>The store is one of multiversion concurrency control as HBase's: a write gets a number, is
 * applied, completed, and visible once all with a lower number are completed. In half of the runs
 * the rows share a stripe. A failed write may become visible after it has ended.
 */
final class Interleaving {
  static final int ROWS = 2;
  private static final int CLIENTS = 5;
  private static final int OPERATIONS = 5;
  private static final int MAX_STEPS = 100_000;

  /** The protocol, or a wrong one that the check of histories has to catch. */
  enum Protocol {
    RIGHT,
    INVALIDATES_AFTER_ACKNOWLEDGING,
    FILLS_WITHOUT_STAMP_CHECK,
    ENDS_BEFORE_VISIBLE,
    FORGETS_FAILED_WRITES
  }

  /** One client. */
  private static final class Machine {
    int operationsLeft = OPERATIONS;

    /** How likely its next step is next, relative to others. It changes: some stall for long. */
    int speed = 1;

    /** The rest of the current operation, in order. */
    final List<Step> steps = new ArrayList<>();
  }

  /** A step; false if it has to wait. */
  private interface Step {
    boolean run();
  }

  private static final class Version {
    final long number;
    final int value;

    Version(long number, int value) {
      this.number = number;
      this.value = value;
    }
  }

  private final Random random;
  private final Protocol protocol;
  private final RowStamps stamps = RowStamps.of(true);
  private final Map<Integer, Integer> kept = new TreeMap<>();
  private final List<List<Version>> versions = new ArrayList<>();
  private final int[] stripe = new int[ROWS];
  private final boolean[] locked = new boolean[ROWS];
  private final List<Long> incomplete = new ArrayList<>();
  private final List<RowHistory> histories = new ArrayList<>();
  private long writePoint;
  private int lastValue;
  private int time;
  int hits;
  int fills;

  Interleaving(long seed, Protocol protocol) {
    this.random = new Random(seed);
    this.protocol = protocol;
    boolean share = random.nextBoolean();
    for (int row = 0; row < ROWS; row++) {
      stripe[row] = share ? 0 : row;
      versions.add(new ArrayList<>());
      histories.add(new RowHistory());
    }
  }

  /** Runs all clients to their end; returns the history of each row. */
  List<RowHistory> run() {
    List<Machine> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(new Machine());
    }
    for (int steps = 0; !clients.isEmpty(); steps++) {
      if (steps > MAX_STEPS) {
        throw new AssertionError("clients wait for each other");
      }
      Machine client = next(clients);
      if (client.steps.isEmpty() && client.operationsLeft-- > 0) {
        start(client.steps);
      }
      if (client.steps.isEmpty()) {
        clients.remove(client);
      } else if (client.steps.get(0).run()) {
        client.steps.remove(0);
      }
    }
    return Collections.unmodifiableList(histories);
  }

  private Machine next(List<Machine> clients) {
    int turn = random.nextInt(clients.stream().mapToInt(client -> client.speed).sum());
    int index = 0;
    while (turn >= clients.get(index).speed) {
      turn -= clients.get(index).speed;
      index++;
    }
    Machine next = clients.get(index);
    if (random.nextInt(4) == 0) {
      next.speed = 1 << random.nextInt(8);
    }
    return next;
  }

  private void start(List<Step> steps) {
    int kind = random.nextInt(20);
    int row = random.nextInt(ROWS);
    if (kind < 14) {
      get(steps, row);
    } else if (kind < 19) {
      int value = kind == 18 ? RowHistory.NOTHING : ++lastValue;
      write(steps, row, value, random.nextBoolean());
    } else {
      load(steps);
    }
  }

  private static void add(List<Step> steps, Runnable step) {
    steps.add(
        () -> {
          step.run();
          return true;
        });
  }

  private void get(List<Step> steps, int row) {
    RowHistory.Operation get = histories.get(row).read();
    long[] stamp = new long[1];
    long[] readPoint = new long[1];
    int[] value = new int[1];
    add(steps, () -> get.invoked = ++time);
    add(
        steps,
        () -> {
          @Nullable Integer found = kept.get(row);
          if (found != null) {
            hits++;
            get.value = found;
            get.answered = ++time;
            steps.subList(1, steps.size()).clear();
          }
        });
    add(steps, () -> readPoint[0] = readPoint());
    add(steps, () -> stamp[0] = stamps.stamp(stripe[row], readPoint[0]));
    add(steps, () -> readPoint[0] = readPoint());
    add(steps, () -> value[0] = latest(row, readPoint[0]));
    add(steps, () -> fill(row, stamp[0], value[0]));
    add(
        steps,
        () -> {
          get.value = value[0];
          get.answered = ++time;
        });
  }

  private void fill(int row, long stamp, int value) {
    if (protocol == Protocol.FILLS_WITHOUT_STAMP_CHECK) {
      kept.put(row, value);
    } else if (stamps.fill(
        stripe[row],
        stamp,
        () -> {
          kept.put(row, value);
          return true;
        })) {
      fills++;
    }
  }

  private void write(List<Step> steps, int row, int value, boolean fails) {
    boolean late = protocol == Protocol.INVALIDATES_AFTER_ACKNOWLEDGING;
    RowHistory.Operation write = histories.get(row).write(value);
    long[] number = new long[1];
    long[] visibleFrom = new long[1];
    add(steps, () -> write.invoked = ++time);
    steps.add(
        () -> {
          boolean free = !locked[row];
          locked[row] = true;
          return free;
        });
    if (!late) {
      add(steps, () -> stamps.begin(stripe[row], () -> kept.remove(row)));
    }
    if (protocol == Protocol.ENDS_BEFORE_VISIBLE) {
      add(steps, () -> stamps.end(stripe[row], 0));
    }
    add(
        steps,
        () -> {
          number[0] = ++writePoint;
          incomplete.add(number[0]);
        });
    add(steps, () -> versions.get(row).add(new Version(number[0], value)));
    add(steps, () -> incomplete.remove(number[0]));
    if (fails) {
      add(
          steps,
          () -> visibleFrom[0] = protocol == Protocol.FORGETS_FAILED_WRITES ? 0 : writePoint);
    } else {
      steps.add(() -> readPoint() >= number[0]);
    }
    add(steps, () -> locked[row] = false);
    if (!late && protocol != Protocol.ENDS_BEFORE_VISIBLE) {
      add(steps, () -> stamps.end(stripe[row], visibleFrom[0]));
    }
    if (!fails) { // else nobody knows when it takes effect, or if
      add(steps, () -> write.answered = ++time);
    }
    if (late) {
      add(steps, () -> stamps.begin(stripe[row], () -> kept.remove(row)));
      add(steps, () -> stamps.end(stripe[row], 0));
    }
  }

  /** As a bulk load: readers see it as soon as it is there, in all rows. */
  private void load(List<Step> steps) {
    int value = ++lastValue;
    List<RowHistory.Operation> writes = new ArrayList<>();
    histories.forEach(history -> writes.add(history.write(value)));
    add(steps, () -> writes.forEach(write -> write.invoked = time + 1));
    add(steps, () -> time++);
    add(steps, () -> stamps.beginAll(kept::clear));
    for (int row = 0; row < ROWS; row++) {
      int loaded = row;
      add(steps, () -> versions.get(loaded).add(new Version(readPoint(), value)));
    }
    add(steps, stamps::endAll);
    add(steps, () -> writes.forEach(write -> write.answered = time + 1));
    add(steps, () -> time++);
  }

  private long readPoint() {
    return incomplete.isEmpty() ? writePoint : Collections.min(incomplete) - 1;
  }

  private int latest(int row, long readPoint) {
    Version latest = new Version(-1, RowHistory.NOTHING);
    for (Version version : versions.get(row)) {
      if (version.number <= readPoint && version.number >= latest.number) {
        latest = version;
      }
    }
    return latest.value;
  }
}
