package io.argus.check;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * A row of the checked table, which is there from the start, and its history.
 *
 * <p>Safe for use by any thread.
 */
final class CheckedRow {
  /** How a row is changed. */
  enum Kind {
    /** By puts. */
    WRITTEN,
    /** By increments. */
    COUNTED,
    /** By checkAndPut from a number to the next. */
    CHAINED
  }

  private static final char END_OF_KEY = '=';

  private final String key;
  private final Kind kind;
  private final History history = new History();

  CheckedRow(String key, Kind kind) {
    this.key = key;
    this.kind = kind;
  }

  String key() {
    return key;
  }

  Kind kind() {
    return kind;
  }

  History history() {
    return history;
  }

  byte[] keyBytes() {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  /** The value of the row after that change. It names its row. */
  byte[] value(long number) {
    return kind == Kind.COUNTED
        ? ByteBuffer.allocate(Long.BYTES).putLong(number).array()
        : (key + END_OF_KEY + number).getBytes(StandardCharsets.UTF_8);
  }

  /** The number of the change that made a value; empty if it is not a value of this row. */
  OptionalLong number(byte[] value) {
    if (kind == Kind.COUNTED) {
      return value.length == Long.BYTES
          ? OptionalLong.of(ByteBuffer.wrap(value).getLong())
          : OptionalLong.empty();
    }
    String text = new String(value, StandardCharsets.UTF_8);
    String prefix = key + END_OF_KEY;
    if (!text.startsWith(prefix)) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text.substring(prefix.length())));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
