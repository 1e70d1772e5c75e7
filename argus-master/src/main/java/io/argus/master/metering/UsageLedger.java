package io.argus.master.metering;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Turns the totals that region servers report into amounts per hour, tenant and server.
 *
 * <p>Idea: a server's totals only grow, so that a report that comes late, twice or never changes no
 * sum. Of each tenant on each server the ledger keeps an {@link Account}: which totals are booked,
 * and the amounts of the current hour. Rows and accounts are absolute: a master that takes over
 * reads the accounts, books what the totals have grown since, and writes the same rows again. The
 * rows are written before the accounts, so that a row is never lost; one that was written without
 * its account is overwritten.
 *
 * <p>Growth between two reports is divided among the hours between them in proportion to time, as a
 * clock measures it that nobody sets. After a clock goes back, the hours have rows of their own, so
 * that no amount is overwritten.
 *
 * <p>Pure; not safe for use by several threads.
 */
final class UsageLedger {
  /** The growth of a longer time is booked on the last hours of it. */
  static final long MAX_SPLIT_MILLIS = 31 * 24 * Hours.MILLIS;

  private static final class Server {
    final Map<TenantId, Account> accounts = new TreeMap<>();
    final Set<TenantId> changed = new TreeSet<>();
    long seenMillis;

    /** Null until this master has seen it. */
    @Nullable Long seenNanos;

    /** When it was last seen, by the clock as it is now: it may have been set since. */
    long sinceMillis(long nowMillis, long nowNanos) {
      return seenNanos == null
          ? Math.min(nowMillis, seenMillis)
          : nowMillis - TimeUnit.NANOSECONDS.toMillis(nowNanos - seenNanos);
    }
  }

  private final Map<String, Server> servers = new TreeMap<>();
  private final Map<String, UsageRow> unwritten = new LinkedHashMap<>();

  /**
   * What it found and booked until it was told to write again, by key. A master that was active
   * before may write these rows late, also those of an hour that has ended.
   */
  private @Nullable Map<String, UsageRow> contested = new LinkedHashMap<>();

  /** Whether it has the accounts of a server. */
  boolean knows(String server) {
    return servers.containsKey(server);
  }

  /**
   * Adds a server with the accounts that the table has of it.
   *
   * @param rows of the server, from when its accounts were written on; one with other amounts than
   *     its account was written by a master that ended before it wrote the account, and is undone
   * @param startMillis when the server started
   */
  void open(String server, Map<TenantId, Account> accounts, List<UsageRow> rows, long startMillis) {
    Server opened = new Server();
    opened.accounts.putAll(accounts);
    opened.changed.addAll(accounts.keySet()); // some may have been made of rows
    opened.seenMillis = startMillis;
    accounts.forEach(
        (tenant, account) -> {
          opened.seenMillis = Math.max(opened.seenMillis, account.bookedMillis);
          if (!account.amounts.isNone()) {
            UsageRow row = account.row(tenant, server);
            contest(row.key(), row);
          }
        });
    for (UsageRow row : rows) {
      Account account = accounts.get(row.tenant());
      UsageCounters amounts = account == null ? UsageCounters.NONE : account.known(row);
      if (!amounts.equals(row.amounts())) {
        write(new UsageRow(row.hour(), row.tenant(), server, row.turn(), amounts));
      }
    }
    servers.put(server, opened);
  }

  private void write(UsageRow row) {
    String key = row.key();
    unwritten.put(key, row);
    contest(key, row);
  }

  private void contest(String key, UsageRow row) {
    if (contested != null) {
      contested.put(key, row);
    }
  }

  /**
   * Books what the totals of a server have grown.
   *
   * @param server one that it {@link #knows}
   * @param nowNanos of a clock that nobody sets
   */
  void book(String server, List<TenantUsage> tenants, long nowMillis, long nowNanos) {
    Server of = servers.get(server);
    if (of == null) {
      throw new IllegalStateException(server + " has no accounts yet");
    }
    long sinceMillis = of.sinceMillis(nowMillis, nowNanos);
    for (TenantUsage usage : tenants) {
      TenantId tenant = usage.tenant();
      UsageCounters totals = usage.totals();
      Account account = of.accounts.get(tenant);
      UsageCounters growth = account == null ? totals : totals.since(account.booked);
      if (account == null) {
        if (totals.isNone()) {
          continue;
        }
        account = Account.from(sinceMillis);
      }
      if (!growth.isNone()) {
        account = book(account, tenant, server, growth, sinceMillis, nowMillis);
        of.changed.add(tenant);
      }
      of.accounts.put(tenant, account.booked(growth, totals, nowMillis));
    }
    of.seenMillis = nowMillis;
    of.seenNanos = nowNanos;
  }

  private Account book(
      Account account,
      TenantId tenant,
      String server,
      UsageCounters growth,
      long sinceMillis,
      long nowMillis) {
    long current = Hours.of(nowMillis);
    long fromMillis = Math.max(sinceMillis, nowMillis - MAX_SPLIT_MILLIS);
    double allMillis = (double) (nowMillis - fromMillis);
    Account next = account;
    UsageCounters before = UsageCounters.NONE;
    for (long hour = Hours.of(fromMillis); hour <= current; hour++) {
      long endMillis = Hours.startMillis(hour + 1);
      UsageCounters until =
          hour == current ? growth : growth.part((endMillis - fromMillis) / allMillis);
      UsageCounters part = until.since(before);
      before = until;
      if (!part.isNone()) {
        next = next.plus(hour, part);
        write(next.row(tenant, server));
      }
    }
    return next;
  }

  /** The rows that the table does not have yet, or has with less. */
  List<UsageRow> unwritten() {
    return new ArrayList<>(unwritten.values());
  }

  int unwrittenCount() {
    return unwritten.size();
  }

  /** The accounts that have changed since they were written, one row for each server. */
  List<TableRow> changedAccounts() {
    List<TableRow> changed = new ArrayList<>();
    servers.forEach(
        (name, server) -> {
          Map<String, String> cells = new TreeMap<>();
          server.accounts.forEach(
              (tenant, account) -> {
                if (server.changed.contains(tenant)) {
                  cells.put(tenant.name(), account.toText());
                }
              });
          if (!cells.isEmpty()) {
            changed.add(new TableRow(Accounts.key(name), cells));
          }
        });
    return changed;
  }

  /** Notes that all rows and accounts are in the table now. */
  void written() {
    unwritten.clear();
    servers.values().forEach(server -> server.changed.clear());
  }

  /**
   * Makes it write all accounts and the rows of their hours again, such as into a new table; the
   * first time, all rows that it has found or booked.
   */
  void writeAgain() {
    if (contested != null) {
      unwritten.putAll(contested);
      contested = null;
    }
    servers.forEach(
        (name, server) ->
            server.accounts.forEach(
                (tenant, account) -> {
                  server.changed.add(tenant);
                  if (!account.amounts.isNone()) {
                    write(account.row(tenant, name));
                  }
                }));
  }

  /**
   * Forgets servers that have not reported for some time. The table still has their accounts.
   * Nothing may be unwritten.
   */
  void forget(Set<String> current, long beforeMillis) {
    servers
        .entrySet()
        .removeIf(
            server ->
                !current.contains(server.getKey()) && server.getValue().seenMillis < beforeMillis);
  }
}
