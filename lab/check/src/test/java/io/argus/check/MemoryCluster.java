package io.argus.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** One table in memory, which a test lets err. Thread-safe. */
class MemoryCluster implements CheckedCluster {
  private record Cell(long timestamp, String value) {}

  private final NavigableMap<String, Cell> rows = new ConcurrentSkipListMap<>();

  @Override
  public CheckedTable open(String table) {
    return new Table();
  }

  @Override
  public void create(String table, byte[][] splits) {}

  @Override
  public void split(String table, byte[] at) {}

  @Override
  public void act(Action action, String table) {}

  @Override
  public void remove(String table) {}

  @Override
  public void close() {}

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** What a row answers. */
  byte[] answer(byte[] key, byte[] value) {
    return value;
  }

  /** Whether a write that is acknowledged is kept. */
  boolean keeps(byte[] key) {
    return true;
  }

  /** Whoever throws lets a write that has taken effect fail. */
  void written(byte[] key) {}

  private class Table implements CheckedTable {
    @Override
    public void put(byte[] key, byte[] value, long timestamp) {
      if (keeps(key)) {
        rows.merge(
            text(key),
            new Cell(timestamp, text(value)),
            (old, now) -> old.timestamp() > now.timestamp() ? old : now);
      }
      written(key);
    }

    @Override
    public void putAll(Iterable<byte[]> keys, byte[] value) {
      keys.forEach(key -> put(key, value, 1));
    }

    @Override
    public byte[] get(byte[] key) {
      Cell cell = rows.get(text(key));
      return cell == null ? null : answer(key, bytes(cell.value()));
    }

    @Override
    public void scan(byte[] from, byte[] to, int caching, RowReader reader) {
      rows.subMap(text(from), text(to))
          .forEach((key, cell) -> reader.row(bytes(key), answer(bytes(key), bytes(cell.value()))));
    }

    @Override
    public long increment(byte[] key) {
      Cell cell =
          rows.computeIfPresent(
              text(key),
              (row, old) ->
                  new Cell(
                      old.timestamp(),
                      text(
                          ByteBuffer.allocate(8)
                              .putLong(ByteBuffer.wrap(bytes(old.value())).getLong() + 1)
                              .array())));
      return ByteBuffer.wrap(bytes(cell.value())).getLong();
    }

    @Override
    public boolean replace(byte[] key, byte[] expected, byte[] value, long timestamp)
        throws IOException {
      synchronized (rows) {
        byte[] now = get(key);
        if (!Arrays.equals(now, expected)) {
          return false;
        }
        put(key, value, timestamp);
        return true;
      }
    }

    @Override
    public void close() {}
  }
}
