package io.argus.master.metering;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A row of the usage table: texts by column name. The begin of a key says what the row is.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TableRow {
  private final String key;
  private final Map<String, String> cells;

  public TableRow(String key, Map<String, String> cells) {
    this.key = key;
    this.cells = Collections.unmodifiableMap(new TreeMap<>(cells));
  }

  public String key() {
    return key;
  }

  /** Whether the row is kept only as long as what tenants used is. */
  public boolean expires() {
    return !key.startsWith(Accounts.PREFIX);
  }

  /** By column name. */
  public Map<String, String> cells() {
    return cells;
  }

  @Override
  public String toString() {
    return key + cells;
  }
}
