package io.argus.master.metering;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageCounters;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the accounts of region servers from the usage table. What is not there, or is no account,
 * is made of the rows of the server since it started: they sum to what is booked. A server whose
 * totals are all zero has neither, so that the rows of all servers are not read for it.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class Accounts {
  static final String PREFIX = "s/";

  private Accounts() {}

  /** The key of the row with the accounts of a server. */
  static String key(String server) {
    return PREFIX + server;
  }

  /** When a server started, by its name; now if the name does not say. */
  static long startMillis(String server, long nowMillis) {
    try {
      long start = Long.parseLong(server.substring(server.lastIndexOf(',') + 1));
      return start > 0 ? Math.min(start, nowMillis) : nowMillis;
    } catch (NumberFormatException e) {
      return nowMillis;
    }
  }

  /**
   * The accounts of each server, by its name.
   *
   * @param reports one of each server
   */
  static Map<String, Map<TenantId, Account>> read(
      UsageTable table, Collection<UsageReport> reports, long nowMillis) throws IOException {
    Map<String, Map<TenantId, Account>> all = new HashMap<>();
    Map<String, Set<String>> rubbish = new HashMap<>();
    for (UsageReport report : reports) {
      String server = report.server();
      Map<TenantId, Account> accounts = new HashMap<>();
      Set<String> unreadable = new HashSet<>();
      table.scan(
          key(server),
          key(server) + '\0',
          row ->
              row.cells()
                  .forEach(
                      (tenant, text) -> {
                        try {
                          accounts.put(TenantId.of(tenant), Account.read(text));
                        } catch (IllegalArgumentException e) {
                          unreadable.add(tenant);
                        }
                      }));
      all.put(server, accounts);
      if (!unreadable.isEmpty() || (accounts.isEmpty() && hasTotals(report))) {
        rubbish.put(server, unreadable);
      }
    }
    if (!rubbish.isEmpty()) {
      addFromRows(table, all, rubbish, nowMillis);
    }
    return all;
  }

  private static boolean hasTotals(UsageReport report) {
    return report.tenants().stream().anyMatch(tenant -> !tenant.totals().isNone());
  }

  /**
   * @param servers whose accounts are missing: those of the tenants named, or if none is, all
   */
  private static void addFromRows(
      UsageTable table,
      Map<String, Map<TenantId, Account>> all,
      Map<String, Set<String>> servers,
      long nowMillis)
      throws IOException {
    long since = nowMillis;
    for (String server : servers.keySet()) {
      since = Math.min(since, startMillis(server, nowMillis));
    }
    List<UsageRow> rows = new ArrayList<>();
    table.scan(
        UsageRow.prefix(Hours.of(since)),
        UsageRow.after(UsageRow.PREFIX),
        row ->
            UsageRow.readable(row)
                .filter(read -> isOf(read, servers.get(read.server())))
                .ifPresent(rows::add));
    for (UsageRow row : rows) {
      all.computeIfAbsent(row.server(), s -> new HashMap<>())
          .merge(row.tenant(), of(row), Accounts::both);
    }
  }

  /** The rows of servers that may have been written after their accounts, by server. */
  static Map<String, List<UsageRow>> rowsSince(
      UsageTable table, Map<String, Map<TenantId, Account>> accounts, long nowMillis)
      throws IOException {
    Map<String, Long> since = new HashMap<>();
    accounts.forEach(
        (server, of) ->
            of.values().forEach(account -> since.merge(server, account.bookedMillis, Math::max)));
    long first = nowMillis;
    for (long millis : since.values()) {
      first = Math.min(first, Math.max(millis, nowMillis - UsageLedger.MAX_SPLIT_MILLIS));
    }
    Map<String, List<UsageRow>> rows = new HashMap<>();
    if (!since.isEmpty()) {
      table.scan(
          UsageRow.prefix(Hours.of(first)),
          UsageRow.after(UsageRow.PREFIX),
          row ->
              UsageRow.readable(row)
                  .filter(read -> since.containsKey(read.server()))
                  .filter(read -> read.hour() >= Hours.of(since.getOrDefault(read.server(), 0L)))
                  .ifPresent(
                      read ->
                          rows.computeIfAbsent(read.server(), s -> new ArrayList<>()).add(read)));
    }
    return rows;
  }

  /** The keys of the accounts of servers that have not reported for so long. */
  static List<String> old(UsageTable table, Set<String> current, long beforeMillis)
      throws IOException {
    List<String> keys = new ArrayList<>();
    table.scan(
        PREFIX,
        UsageRow.after(PREFIX),
        row -> {
          long last = Long.MIN_VALUE;
          for (String text : row.cells().values()) {
            try {
              last = Math.max(last, Account.read(text).bookedMillis);
            } catch (IllegalArgumentException e) {
              // Rubbish does not keep a row.
            }
          }
          if (last < beforeMillis && !current.contains(row.key().substring(PREFIX.length()))) {
            keys.add(row.key());
          }
        });
    return keys;
  }

  private static boolean isOf(UsageRow row, @Nullable Set<String> tenants) {
    return tenants != null && (tenants.isEmpty() || tenants.contains(row.tenant().name()));
  }

  private static Account of(UsageRow row) {
    return new Account(
        row.hour(), row.turn(), row.amounts(), row.amounts(), Hours.startMillis(row.hour()));
  }

  /** Of two that were made of rows, the later one with all that is booked. */
  private static Account both(Account one, Account other) {
    boolean sameTurn = one.turn == other.turn;
    Account later = (sameTurn ? one.hour >= other.hour : one.turn > other.turn) ? one : other;
    UsageCounters booked = one.booked.after(other.booked);
    return new Account(later.hour, later.turn, later.amounts, booked, later.bookedMillis);
  }
}
