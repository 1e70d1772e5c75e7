package io.argus.master.metering;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A usage table in memory that can be dropped, and can fail. */
public final class InMemoryTable implements UsageTable {
  final NavigableMap<String, Map<String, String>> rows = new TreeMap<>();
  String failure = "";

  /** How many puts succeed before all fail; negative for no end. */
  int putsLeft = -1;

  private boolean exists;
  int puts;

  /** Rows that scans have read. */
  int scanned;

  @Override
  public String name() {
    return "argus:usage";
  }

  void drop() {
    rows.clear();
    exists = false;
  }

  @Override
  public boolean put(Collection<TableRow> put) throws IOException {
    check();
    if (put.isEmpty()) {
      return false;
    }
    if (putsLeft == 0) {
      throw new IOException("no more puts");
    }
    putsLeft--;
    puts++;
    for (TableRow row : put) {
      rows.computeIfAbsent(row.key(), key -> new TreeMap<>()).putAll(row.cells());
    }
    boolean created = !exists;
    exists = true;
    return created;
  }

  @Override
  public void scan(String fromKey, String toKey, Consumer<TableRow> consumer) throws IOException {
    check();
    for (Map.Entry<String, Map<String, String>> row :
        new ArrayList<>(rows.subMap(fromKey, toKey).entrySet())) {
      scanned++;
      consumer.accept(new TableRow(row.getKey(), row.getValue()));
    }
  }

  @Override
  public void delete(Collection<String> keys) throws IOException {
    check();
    rows.keySet().removeAll(keys);
  }

  private void check() throws IOException {
    if (!failure.isEmpty()) {
      throw new IOException(failure);
    }
  }
}
