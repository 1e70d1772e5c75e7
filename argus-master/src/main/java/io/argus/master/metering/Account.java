package io.argus.master.metering;

import io.argus.core.text.Shortened;
import io.argus.core.usage.UsageCounters;

/**
 * What the master keeps of one tenant on one region server: the amounts of its present hour, and
 * the totals that are booked. The totals of the server minus these are what is not booked yet.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Account {
  private static final String SEPARATOR = ";";
  private static final int PARTS = 5;

  /** The hour that {@link #amounts} are of, hours since the epoch. */
  final long hour;

  /** The last hour that it ever had; later than {@link #hour} if the clock went back. */
  final long lastHour;

  final UsageCounters amounts;
  final UsageCounters booked;

  /** Up to when the totals are booked, milliseconds since the epoch. */
  final long bookedMillis;

  Account(
      long hour, long lastHour, UsageCounters amounts, UsageCounters booked, long bookedMillis) {
    this.hour = hour;
    this.lastHour = Math.max(hour, lastHour);
    this.amounts = amounts;
    this.booked = booked;
    this.bookedMillis = bookedMillis;
  }

  /** Of a tenant of which nothing is booked. */
  static Account from(long millis) {
    long hour = Hours.of(millis);
    // No hour is behind it, so that it overwrites whatever a master left without an account.
    return new Account(hour, hour, UsageCounters.NONE, UsageCounters.NONE, millis);
  }

  /** Returns it after some amounts were booked for its own hour or another. */
  Account plus(long ofHour, UsageCounters before, UsageCounters part) {
    return new Account(ofHour, lastHour, before.plus(part), booked, bookedMillis);
  }

  /** Returns it after the totals have grown. */
  Account booked(UsageCounters growth, long millis) {
    return new Account(hour, lastHour, amounts, booked.after(growth), millis);
  }

  /** How it is in a cell of the table. */
  String toText() {
    return String.join(
        SEPARATOR,
        Hours.text(hour),
        Hours.text(lastHour),
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
      if (parts.length == PARTS) {
        return new Account(
            Hours.parse(parts[0]),
            Hours.parse(parts[1]),
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
