package io.argus.master.metering;

import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.core.usage.UsageCounters;
import java.util.Collections;
import java.util.Optional;

/**
 * What one tenant used on one region server in one hour.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class UsageRow {
  /** How keys of these rows begin. */
  static final String PREFIX = "u";

  private static final char SEPARATOR = '/';
  private static final String AMOUNTS = "amounts";

  private final long hour;
  private final TenantId tenant;
  private final String server;
  private final int turn;
  private final UsageCounters amounts;

  /**
   * @param server its host, port and start code
   * @param turn how often the master's clock went back to an earlier hour before: each time, the
   *     amounts of an hour go into a row of their own, so that none is overwritten
   */
  public UsageRow(long hour, TenantId tenant, String server, int turn, UsageCounters amounts) {
    this.hour = hour;
    this.tenant = tenant;
    this.server = server;
    this.turn = turn;
    this.amounts = amounts;
  }

  /** Hours since the epoch. */
  public long hour() {
    return hour;
  }

  /** When the hour begins, milliseconds since the epoch. */
  public long startMillis() {
    return Hours.startMillis(hour);
  }

  public TenantId tenant() {
    return tenant;
  }

  public String server() {
    return server;
  }

  int turn() {
    return turn;
  }

  public UsageCounters amounts() {
    return amounts;
  }

  /** How the keys of all rows of an hour begin. */
  static String prefix(long hour) {
    return PREFIX + Hours.text(hour) + SEPARATOR;
  }

  /** How the keys of a tenant's rows of an hour begin. */
  static String prefix(long hour, TenantId tenant) {
    return prefix(hour) + tenant + SEPARATOR;
  }

  /** The first key behind all that begin with a prefix. */
  static String after(String prefix) {
    int last = prefix.length() - 1;
    return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
  }

  String key() {
    return prefix(hour, tenant) + server + (turn == 0 ? "" : SEPARATOR + Integer.toString(turn));
  }

  TableRow toTable() {
    return new TableRow(key(), Collections.singletonMap(AMOUNTS, amounts.toString()));
  }

  /**
   * Reads a row.
   *
   * @throws IllegalArgumentException naming the row and what is wrong with it
   */
  static UsageRow read(TableRow row) {
    String[] parts = row.key().split(String.valueOf(SEPARATOR), -1);
    String amounts = row.cells().get(AMOUNTS);
    try {
      int turn = parts.length == 4 ? Integer.parseInt(parts[3]) : 0;
      boolean named = parts.length == 3 || (parts.length == 4 && turn > 0);
      if (named && parts[0].startsWith(PREFIX) && amounts != null) {
        return new UsageRow(
            Hours.parse(parts[0].substring(PREFIX.length())),
            TenantId.of(parts[1]),
            parts[2],
            turn,
            UsageCounters.parse(amounts));
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "row '" + Shortened.of(row.key()) + "': " + Shortened.of(String.valueOf(e.getMessage())),
          e);
    }
    throw new IllegalArgumentException(
        "row '" + Shortened.of(row.key()) + "' has no hour, tenant and amounts");
  }

  /** Reads a row; empty if it is none. */
  static Optional<UsageRow> readable(TableRow row) {
    try {
      return Optional.of(read(row));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return key() + " " + amounts;
  }
}
