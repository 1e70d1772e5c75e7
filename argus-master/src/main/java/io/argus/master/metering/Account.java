package io.argus.master.metering;

import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.core.usage.UsageCounters;

/**
 * What the master keeps of one tenant on one region server: the amounts of its current hour, and
 * the totals that are booked. The totals of the server minus these are what is not booked yet.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Account {
  private static final String SEPARATOR = ";";
  private static final int PARTS = 5;
  private static final int MAX_TURNS = 1_000_000;

  /** The hour that {@link #amounts} are of, hours since the epoch. */
  final long hour;

  /** How often the hour went back since the server started, because the clock was set. */
  final int turn;

  final UsageCounters amounts;
  final UsageCounters booked;

  /** Up to when the totals are booked, milliseconds since the epoch. */
  final long bookedMillis;

  Account(long hour, int turn, UsageCounters amounts, UsageCounters booked, long bookedMillis) {
    this.hour = hour;
    this.turn = turn;
    this.amounts = amounts;
    this.booked = booked;
    this.bookedMillis = bookedMillis;
  }

  /** Of a tenant of which nothing is booked. */
  static Account from(long millis) {
    return new Account(Hours.of(millis), 0, UsageCounters.NONE, UsageCounters.NONE, millis);
  }

  /** Returns it after some amounts were booked for its own hour or another. */
  Account plus(long ofHour, UsageCounters part) {
    return new Account(
        ofHour,
        ofHour < hour ? turn + 1 : turn,
        ofHour == hour ? amounts.plus(part) : part,
        booked,
        bookedMillis);
  }

  /** The row that it has the amounts of. */
  UsageRow row(TenantId tenant, String server) {
    return new UsageRow(hour, tenant, server, turn, amounts);
  }

  /** What a row of its tenant and server has by it: nothing if it was written after it. */
  UsageCounters known(UsageRow row) {
    boolean later = row.turn() > turn || (row.turn() == turn && row.hour() > hour);
    boolean own = row.turn() == turn && row.hour() == hour;
    return later ? UsageCounters.NONE : own ? amounts : row.amounts();
  }

  /**
   * Returns it after the totals have grown.
   *
   * @param totals as the last report has them; usually the same, which are not kept twice
   */
  Account booked(UsageCounters growth, UsageCounters totals, long millis) {
    UsageCounters sum = booked.after(growth);
    return new Account(hour, turn, amounts, sum.equals(totals) ? totals : sum, millis);
  }

  /** How it is in a cell of the table. */
  String toText() {
    return String.join(
        SEPARATOR,
        Hours.text(hour),
        Integer.toString(turn),
        Long.toString(bookedMillis),
        amounts.toString(),
        booked.toString());
  }

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  static Account read(String text) {
    String[] parts = text.split(SEPARATOR, -1);
    try {
      int turn = parts.length == PARTS ? Integer.parseInt(parts[1]) : -1;
      if (turn >= 0 && turn <= MAX_TURNS) {
        return new Account(
            Hours.parse(parts[0]),
            turn,
            UsageCounters.parse(parts[3]),
            UsageCounters.parse(parts[4]),
            Long.parseLong(parts[2]));
      }
    } catch (NumberFormatException e) {
      // The message below says what is wrong.
    }
    throw new IllegalArgumentException("'" + Shortened.of(text) + "' is no account");
  }
}
