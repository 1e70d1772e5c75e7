package io.argus.core.usage;

import io.argus.core.text.Shortened;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * One value for each {@link UsageCounter}: the totals that a server counted since it started, or
 * the amounts of an hour. None is negative.
 *
 * <p>Totals begin again at 0 after {@link Long#MAX_VALUE}, which the byte-seconds of a tenant with
 * terabytes reach within weeks; so only differences of totals mean anything, as with the sequence
 * numbers of RFC 1982. Amounts stay at the maximum.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class UsageCounters {
  /** All are 0. */
  public static final UsageCounters NONE = new UsageCounters(new long[UsageCounter.COUNT]);

  private final long[] values;

  private UsageCounters(long[] values) {
    this.values = values;
  }

  /**
   * @param values by the order of {@link UsageCounter}; fewer are filled up with 0, a negative one
   *     counts as 0
   */
  public static UsageCounters of(long... values) {
    long[] copy = Arrays.copyOf(values, UsageCounter.COUNT);
    for (int i = 0; i < copy.length; i++) {
      copy[i] = Math.max(0, copy[i]);
    }
    return new UsageCounters(copy);
  }

  public long get(UsageCounter counter) {
    return values[counter.index()];
  }

  /** Operations of all kinds. */
  public long operations() {
    long sum = 0;
    for (UsageCounter counter : UsageCounter.OPERATIONS) {
      sum = sum(sum, get(counter));
    }
    return sum;
  }

  public boolean isNone() {
    return equals(NONE);
  }

  /** A copy, in the order of {@link UsageCounter}. */
  public long[] toArray() {
    return values.clone();
  }

  private static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Returns the sums of amounts. */
  public UsageCounters plus(UsageCounters other) {
    return with(other, UsageCounters::sum);
  }

  /** Returns these totals after some amounts were counted. */
  public UsageCounters after(UsageCounters counted) {
    return with(counted, (total, amount) -> (total + amount) & Long.MAX_VALUE);
  }

  /** Returns by how much these totals are beyond others; 0 where they are before them. */
  public UsageCounters since(UsageCounters others) {
    return with(
        others,
        (total, before) -> {
          long difference = (total - before) & Long.MAX_VALUE;
          return difference <= Long.MAX_VALUE / 2 ? difference : 0;
        });
  }

  private UsageCounters with(UsageCounters others, LongBinaryOperator each) {
    long[] results = new long[values.length];
    for (int i = 0; i < results.length; i++) {
      results[i] = each.applyAsLong(values[i], others.values[i]);
    }
    return new UsageCounters(results);
  }

  /** Returns a part of each value, rounded down. */
  public UsageCounters part(double fraction) {
    long[] parts = new long[values.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = fraction >= 1 ? values[i] : (long) (values[i] * Math.max(0, fraction));
    }
    return of(parts);
  }

  /** Whether only counters differ that grow while a tenant does nothing. */
  public boolean sameActivity(UsageCounters other) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] != other.values[i] && !UsageCounter.at(i).growsWhileIdle()) {
        return false;
      }
    }
    return true;
  }

  /** Such as {@code gets=3 sentBytes=1200}; empty if all are 0. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      if (values[i] != 0) {
        text.append(text.length() == 0 ? "" : " ")
            .append(UsageCounter.at(i).key())
            .append('=')
            .append(values[i]);
      }
    }
    return text.toString();
  }

  /**
   * Reads what {@link #toString} makes. A name that is not known is left out: a later version may
   * have written it.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public static UsageCounters parse(String text) {
    long[] values = new long[UsageCounter.COUNT];
    for (String part : text.trim().isEmpty() ? new String[0] : text.trim().split(" ", -1)) {
      int equals = part.indexOf('=');
      UsageCounter counter = equals < 0 ? null : UsageCounter.ofKey(part.substring(0, equals));
      long value = equals < 0 ? -1 : number(part.substring(equals + 1));
      if (value < 0) {
        throw new IllegalArgumentException(
            "'" + Shortened.of(part) + "' is no amount, such as gets=3");
      }
      if (counter != null) {
        values[counter.index()] = value;
      }
    }
    return of(values);
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UsageCounters && Arrays.equals(values, ((UsageCounters) other).values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }
}
