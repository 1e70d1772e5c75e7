package io.argus.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * One thread of the checking client: does one kind of operation until it is told to end, and checks
 * every answer.
 *
 * <p>{@link #end} and {@link #sinceAnswerSeconds} are for other threads.
 */
final class CheckLoop implements Runnable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long PAUSE_AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int MAX_SCANNED = 150;
  private static final int MIN_CACHING = 7;

  private final Operation operation;
  private final CheckedCluster cluster;
  private final CheckedRows rows;
  private final Tally tally;
  private final SplittableRandom random;

  /** The rows that this thread changes, and no other thread of its kind. */
  private final List<CheckedRow> own = new ArrayList<>();

  private volatile boolean ending;
  private volatile long answeredNanos;

  /**
   * @param index of this thread among those that do the same, from 0
   */
  CheckLoop(Operation operation, int index, CheckedCluster cluster, CheckedRows rows, Tally tally) {
    this.operation = operation;
    this.cluster = cluster;
    this.rows = rows;
    this.tally = tally;
    this.random = new SplittableRandom(31L * operation.label().hashCode() + index);
    List<CheckedRow> candidates = candidates(operation, rows);
    for (int i = 0; i < candidates.size(); i++) {
      boolean shared = operation != Operation.PUT && operation != Operation.CHECK_AND_PUT;
      if (shared || i % operation.threads() == index) {
        own.add(candidates.get(i));
      }
    }
  }

  private static List<CheckedRow> candidates(Operation operation, CheckedRows rows) {
    switch (operation) {
      case PUT:
        return rows.of(CheckedRow.Kind.WRITTEN);
      case INCREMENT:
        return rows.of(CheckedRow.Kind.COUNTED);
      case CHECK_AND_PUT:
        return rows.of(CheckedRow.Kind.CHAINED);
      default:
        return rows.all();
    }
  }

  Operation operation() {
    return operation;
  }

  void end() {
    ending = true;
  }

  double sinceAnswerSeconds() {
    return (System.nanoTime() - answeredNanos) / 1e9;
  }

  @Override
  public void run() {
    answeredNanos = System.nanoTime();
    try (CheckedTable table = cluster.open(CheckedRows.TABLE)) {
      while (!ending) {
        try {
          once(table);
          tally.answered(operation, sinceAnswerSeconds());
          answeredNanos = System.nanoTime();
          LockSupport.parkNanos(PAUSE_NANOS);
        } catch (IOException | RuntimeException e) {
          tally.failed(operation, e);
          LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
        }
      }
    } catch (IOException e) {
      tally.failed(operation, e);
    }
    tally.ended(operation, sinceAnswerSeconds());
  }

  private void once(CheckedTable table) throws IOException {
    CheckedRow row = own.get(random.nextInt(own.size()));
    switch (operation) {
      case PUT:
        put(table, row);
        break;
      case GET:
        get(table, row);
        break;
      case SCAN:
        scan(table);
        break;
      case INCREMENT:
        increment(table, row);
        break;
      case CHECK_AND_PUT:
        advance(table, row);
        break;
    }
  }

  /** The number of a change is its timestamp: one that arrives late does not undo a later one. */
  private static void put(CheckedTable table, CheckedRow row) throws IOException {
    long number = row.history().begin();
    table.put(row.keyBytes(), row.value(number), number + 1);
    row.history().acknowledge(number);
  }

  private void get(CheckedTable table, CheckedRow row) throws IOException {
    Judgement.Expected expected = Judgement.Expected.now(row);
    byte[] value = table.get(row.keyBytes());
    Judgement.Finding finding = Judgement.read(expected, value, row.history().attempted());
    tally.found(finding);
    if (finding == null && value != null && row.kind() != CheckedRow.Kind.COUNTED) {
      // a later read finds no less, or reads were not linearizable
      row.number(value).ifPresent(row.history()::acknowledge);
    }
  }

  private void scan(CheckedTable table) throws IOException {
    int from = random.nextInt(rows.all().size() - 1);
    int to = Math.min(rows.all().size() - 1, from + 1 + random.nextInt(MAX_SCANNED));
    List<Judgement.Expected> expected =
        rows.all().subList(from, to).stream()
            .map(Judgement.Expected::now)
            .collect(Collectors.toList());
    List<Judgement.Seen> seen = new ArrayList<>();
    table.scan(
        rows.all().get(from).keyBytes(),
        rows.all().get(to).keyBytes(),
        MIN_CACHING + random.nextInt(MAX_SCANNED),
        (key, value) ->
            seen.add(new Judgement.Seen(new String(key, StandardCharsets.UTF_8), value)));
    tally.found(Judgement.scan(expected, seen));
  }

  private void increment(CheckedTable table, CheckedRow row) throws IOException {
    Judgement.Expected expected = Judgement.Expected.now(row);
    row.history().begin();
    long now = table.increment(row.keyBytes());
    row.history().acknowledgeOne();
    tally.found(Judgement.read(expected, row.value(now), row.history().attempted()));
  }

  /**
   * Changes a row of a chain from its number to the next. What the number is now, a read says: the
   * change before may have failed with or without effect.
   */
  private void advance(CheckedTable table, CheckedRow row) throws IOException {
    Judgement.Expected expected = Judgement.Expected.now(row);
    byte[] value = table.get(row.keyBytes());
    Judgement.Finding finding = Judgement.read(expected, value, row.history().attempted());
    tally.found(finding);
    OptionalLong number = value == null ? OptionalLong.empty() : row.number(value);
    if (finding != null || !number.isPresent()) {
      return;
    }
    long from = number.getAsLong();
    row.history().acknowledge(from); // a read has shown it
    if (row.history().attempted() == from) {
      row.history().begin();
    }
    boolean replaced =
        table.replace(row.keyBytes(), row.value(from), row.value(from + 1), from + 2);
    if (replaced) {
      row.history().acknowledge(from + 1);
      return;
    }
    // HBase's own second try finds what its first one wrote, and refuses.
    byte[] after = table.get(row.keyBytes());
    tally.found(Judgement.refused(row, from, after));
  }
}
