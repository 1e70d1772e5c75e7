package io.argus.master.metering;

import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Reads what tenants used, from the usage table and from what is not written there yet.
 *
 * <p>Safe for use by one thread at a time.
 */
public final class UsageReader {
  /** How many rows a read may find. */
  private static final int MAX_ROWS = 3_000_000;

  /** The longest span of a read, hours. */
  private static final long MAX_HOURS = 5 * 366 * 24;

  /** Up to so many hours, a tenant's rows are read hour by hour instead of those of all tenants. */
  private static final long MAX_SEEKS = 31 * 24;

  /** The worst minutes of a tenant in an answer. */
  private static final int MAX_MINUTES = 10;

  private final UsageTable table;
  private final Map<String, UsageRow> unwritten = new HashMap<>();
  private int read;
  private int unreadable;

  UsageReader(UsageTable table, Collection<UsageRow> unwritten) {
    this.table = table;
    unwritten.forEach(row -> this.unwritten.put(row.key(), row));
  }

  /**
   * Reads the rows of all hours that begin in a span.
   *
   * @param tenant whose rows, or those of all
   * @throws IllegalArgumentException if the span is too long
   */
  public void read(
      long fromMillis, long toMillis, Optional<TenantId> tenant, Consumer<UsageRow> consumer)
      throws IOException {
    long from = Hours.of(fromMillis + Hours.MILLIS - 1);
    long to = Hours.of(toMillis + Hours.MILLIS - 1);
    requireShort(from, to);
    Consumer<TableRow> rows = row -> take(row, tenant, consumer);
    if (tenant.isPresent() && to - from <= MAX_SEEKS) {
      for (long hour = from; hour < to; hour++) {
        String prefix = UsageRow.prefix(hour, tenant.get());
        table.scan(prefix, UsageRow.after(prefix), rows);
      }
    } else if (from < to) {
      table.scan(UsageRow.prefix(from), UsageRow.prefix(to), rows);
    }
    for (UsageRow row : unwritten.values()) {
      if (row.hour() >= from && row.hour() < to && tenant.map(row.tenant()::equals).orElse(true)) {
        consumer.accept(row);
      }
    }
  }

  private static void requireShort(long from, long to) {
    if (to - from > MAX_HOURS) {
      throw new IllegalArgumentException(
          "the span is " + (to - from) / 24 + " days: must be at most " + MAX_HOURS / 24);
    }
  }

  private void take(TableRow row, Optional<TenantId> tenant, Consumer<UsageRow> consumer) {
    read++;
    if (read > MAX_ROWS) {
      throw new IllegalArgumentException(
          "there are more than " + MAX_ROWS + " rows: ask for a shorter span");
    }
    Optional<UsageRow> usage = UsageRow.readable(row);
    if (!usage.isPresent()) {
      unreadable++;
    } else if (!unwritten.containsKey(row.key())
        && tenant.map(usage.get().tenant()::equals).orElse(true)) {
      consumer.accept(usage.get());
    }
  }

  /** Reads what tenants lost in the hours that begin in a span, without what is not written yet. */
  public SortedMap<TenantId, ContentionHour> contention(long fromMillis, long toMillis)
      throws IOException {
    long from = Hours.of(fromMillis + Hours.MILLIS - 1);
    long to = Hours.of(toMillis + Hours.MILLIS - 1);
    requireShort(from, to);
    SortedMap<TenantId, ContentionHour> sums = new TreeMap<>();
    table.scan(
        ContentionHour.prefix(from),
        ContentionHour.prefix(to),
        row -> {
          try {
            TenantId of = ContentionHour.tenant(row);
            ContentionHour hour = ContentionHour.read(row);
            sums.computeIfAbsent(of, t -> new ContentionHour()).add(hour, MAX_MINUTES);
          } catch (IllegalArgumentException e) {
            unreadable++;
          }
        });
    return sums;
  }

  /** How many rows it found that are rubbish, so that they do not count. */
  public int unreadable() {
    return unreadable;
  }
}
