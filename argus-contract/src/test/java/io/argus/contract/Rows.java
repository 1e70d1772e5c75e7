package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows {@code row000000}, {@code row000001} ... of a table, whose values derive from the keys. */
public final class Rows {
  private static final int VALUE_BYTES = 500;

  private Rows() {}

  public static String key(int i) {
    return String.format("row%06d", i);
  }

  public static List<String> keys(int count) {
    return keys(0, count);
  }

  public static List<String> keys(int from, int to) {
    List<String> keys = new ArrayList<>();
    for (int i = from; i < to; i++) {
      keys.add(key(i));
    }
    return keys;
  }

  public static List<String> reversed(List<String> keys) {
    List<String> reversed = new ArrayList<>(keys);
    Collections.reverse(reversed);
    return reversed;
  }

  public static byte[] value(String key) {
    byte[] value = new byte[VALUE_BYTES];
    new Random(key.hashCode()).nextBytes(value);
    return value;
  }

  /** Returns the rows of some keys. */
  public static SortedMap<String, byte[]> of(List<String> keys) {
    SortedMap<String, byte[]> rows = new TreeMap<>();
    keys.forEach(key -> rows.put(key, value(key)));
    return rows;
  }

  public static void write(StockClient client, String table, int count) throws Exception {
    client.putAll(table, of(keys(count)));
  }

  /** Returns the keys that a scan yields, in its order, and checks the value of every row. */
  public static List<String> scan(
      StockClient client, String table, @Nullable String from, @Nullable String to, int caching)
      throws Exception {
    List<String> keys = new ArrayList<>();
    for (StockClient.Row row : client.scan(table, from, to, caching)) {
      requireSound(row.key(), row.value());
      keys.add(row.key());
    }
    return keys;
  }

  public static List<String> scan(StockClient client, String table) throws Exception {
    return scan(client, table, null, null, 100);
  }

  public static void requireSound(String key, byte @Nullable [] value) {
    assertThat(Arrays.equals(value, value(key))).as("row %s has its value", key).isTrue();
  }
}
