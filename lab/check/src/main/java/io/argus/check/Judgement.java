package io.argus.check;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong with an answer.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class Judgement {
  private Judgement() {}

  /** What is wrong with an answer. */
  enum Fault {
    /** A read, a scan or a comparison answered what cannot be. */
    WRONG,
    /** What was acknowledged is not there in the end. */
    LOST,
    /** A counter is above the number of increments that were attempted. */
    COUNTED_TWICE
  }

  /** Something wrong, in words. */
  static final class Finding {
    private final Fault fault;
    private final String text;

    private Finding(Fault fault, String text) {
      this.fault = fault;
      this.text = text;
    }

    Fault fault() {
      return fault;
    }

    String text() {
      return text;
    }
  }

  /** A row and the least number that a read which begins now may answer. */
  static final class Expected {
    private final CheckedRow row;
    private final long least;

    private Expected(CheckedRow row, long least) {
      this.row = row;
      this.least = least;
    }

    static Expected now(CheckedRow row) {
      return new Expected(row, row.history().acknowledged());
    }
  }

  /** A row as a scan answered it. */
  static final class Seen {
    private final String key;
    private final byte[] value;

    Seen(String key, byte[] value) {
      this.key = key;
      this.value = value;
    }

    String key() {
      return key;
    }

    byte[] value() {
      return value;
    }
  }

  /**
   * Judges a read.
   *
   * @param value null for no such row
   * @param most number that was attempted when the read had ended
   * @return null if it is right
   */
  static @Nullable Finding read(Expected expected, byte @Nullable [] value, long most) {
    CheckedRow row = expected.row;
    if (value == null) {
      return wrong(row.key() + " is missing, " + expected.least + " was acknowledged");
    }
    OptionalLong number = row.number(value);
    if (!number.isPresent()) {
      return wrong(row.key() + " has a value of something else");
    }
    long found = number.getAsLong();
    if (found < expected.least) {
      return wrong(row.key() + " is " + found + ", " + expected.least + " was acknowledged");
    }
    if (found > most) {
      String text = row.key() + " is " + found + ", only " + most + " was attempted";
      return row.kind() == CheckedRow.Kind.COUNTED
          ? new Finding(Fault.COUNTED_TWICE, text)
          : wrong(text);
    }
    return null;
  }

  /** As {@link #read}, of a read after everything else has ended: what is not there is lost. */
  static @Nullable Finding last(Expected expected, byte @Nullable [] value, long most) {
    Finding finding = read(expected, value, most);
    if (finding == null) {
      return null;
    }
    OptionalLong number = value == null ? OptionalLong.of(-1) : expected.row.number(value);
    return !number.isPresent() || number.getAsLong() < expected.least
        ? new Finding(Fault.LOST, finding.text)
        : finding;
  }

  /**
   * Judges a scan.
   *
   * @param expected all rows of the range, in the order of their keys
   * @param seen in the order in which they came
   * @return null if it is right; only the first thing that is wrong
   */
  static @Nullable Finding scan(List<Expected> expected, List<Seen> seen) {
    Map<String, Expected> byKey = new TreeMap<>();
    expected.forEach(each -> byKey.put(each.row.key(), each));
    String before = "";
    for (Seen each : seen) {
      int order = each.key().compareTo(before);
      if (order <= 0) {
        return wrong(
            "a scan answered " + each.key() + (order == 0 ? " twice" : " after " + before));
      }
      before = each.key();
      Expected row = byKey.remove(each.key());
      if (row == null) {
        return wrong("a scan answered " + each.key() + ", which is not in its range");
      }
      Finding finding = read(row, each.value(), row.row.history().attempted());
      if (finding != null) {
        return new Finding(finding.fault, "in a scan " + finding.text);
      }
    }
    return byKey.isEmpty()
        ? null
        : wrong("a scan left out " + byKey.size() + " rows, such as " + firstOf(byKey));
  }

  /**
   * Judges a comparison that refused to change a row from a number to the next. Only this client
   * changes the row.
   *
   * @param value that the row has after that
   * @return null if an earlier try of the same change explains it
   */
  static @Nullable Finding refused(CheckedRow row, long from, byte @Nullable [] value) {
    OptionalLong number = value == null ? OptionalLong.empty() : row.number(value);
    return number.isPresent() && number.getAsLong() == from + 1
        ? null
        : wrong(
            row.key()
                + " was not changed from "
                + from
                + (number.isPresent() ? ", and is " + number.getAsLong() : ", and is no number"));
  }

  private static String firstOf(Map<String, Expected> rows) {
    return rows.keySet().iterator().next();
  }

  private static Finding wrong(String text) {
    return new Finding(Fault.WRONG, text);
  }
}
