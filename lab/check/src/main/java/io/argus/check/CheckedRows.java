package io.argus.check;

import static io.argus.core.text.Text.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The rows of the checked table in the order of their keys: of ten rows one counts, one is a chain,
 * the others are written. They lie in six regions.
 *
 * <p>Immutable but for the histories; safe for use by any thread.
 */
public final class CheckedRows {
  /** The table that the checking client makes. */
  public static final String TABLE = "check:rows";

  private static final int ROWS = 600;
  private static final int ROWS_OF_REGION = 100;
  private static final int ROWS_OF_PATTERN = 10;

  private final List<CheckedRow> all;

  CheckedRows() {
    all =
        Collections.unmodifiableList(
            IntStream.range(0, ROWS)
                .mapToObj(i -> new CheckedRow(key(i), kind(i)))
                .collect(Collectors.toList()));
  }

  private static CheckedRow.Kind kind(int row) {
    switch (row % ROWS_OF_PATTERN) {
      case 3:
        return CheckedRow.Kind.COUNTED;
      case 7:
        return CheckedRow.Kind.CHAINED;
      default:
        return CheckedRow.Kind.WRITTEN;
    }
  }

  private static String key(int row) {
    return format("row%04d", row);
  }

  private static byte[][] keysAt(int first) {
    List<byte[]> keys = new ArrayList<>();
    for (int row = first; row < ROWS; row += ROWS_OF_REGION) {
      keys.add(key(row).getBytes(StandardCharsets.UTF_8));
    }
    return keys.toArray(new byte[0][]);
  }

  /** The keys between the regions. */
  static byte[][] splits() {
    return keysAt(ROWS_OF_REGION);
  }

  /** A key in the middle of each region. */
  static byte[][] middles() {
    return keysAt(ROWS_OF_REGION / 2);
  }

  List<CheckedRow> all() {
    return all;
  }

  List<CheckedRow> of(CheckedRow.Kind kind) {
    return all.stream().filter(row -> row.kind() == kind).collect(Collectors.toList());
  }

  /** Makes the table, with the value of before the first change in each row. */
  void prepare(CheckedCluster cluster) throws IOException {
    cluster.create(TABLE, splits());
    try (CheckedTable table = cluster.open(TABLE)) {
      for (CheckedRow row : all) {
        table.put(row.keyBytes(), row.value(0), 1);
      }
    }
  }
}
