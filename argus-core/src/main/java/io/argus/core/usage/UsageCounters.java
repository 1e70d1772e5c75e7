package io.argus.core.usage;

import com.google.gson.TypeAdapter;
import com.google.gson.annotations.JsonAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import io.argus.core.text.Shortened;
import java.io.IOException;
import java.util.Arrays;

/**
 * One value for each {@link UsageCounter}: what was counted since a server started, or an amount,
 * which is the difference of two such counts. None is negative. In JSON it is an object by name,
 * without those that are 0.
 *
 * <p>Immutable; safe for use by any thread.
 */
@JsonAdapter(UsageCounters.Json.class)
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
    return get(UsageCounter.GETS)
        + get(UsageCounter.MULTIS)
        + get(UsageCounter.SCANS)
        + get(UsageCounter.WRITES)
        + get(UsageCounter.OTHERS);
  }

  public boolean isNone() {
    return equals(NONE);
  }

  /** A copy, in the order of {@link UsageCounter}. */
  public long[] toArray() {
    return values.clone();
  }

  /** Returns the sums. */
  public UsageCounters plus(UsageCounters other) {
    long[] sums = values.clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.values[i];
    }
    return of(sums);
  }

  /** Returns the greater of each two. */
  public UsageCounters max(UsageCounters other) {
    long[] greater = values.clone();
    for (int i = 0; i < greater.length; i++) {
      greater[i] = Math.max(greater[i], other.values[i]);
    }
    return of(greater);
  }

  /** Returns by how much these are above others; 0 where they are not. */
  public UsageCounters minus(UsageCounters other) {
    long[] differences = values.clone();
    for (int i = 0; i < differences.length; i++) {
      differences[i] -= other.values[i];
    }
    return of(differences);
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

  /** How they are in JSON. Stateless; safe for use by any thread. */
  static final class Json extends TypeAdapter<UsageCounters> {
    @Override
    public void write(JsonWriter out, UsageCounters counters) throws IOException {
      if (counters == null) {
        out.nullValue();
        return;
      }
      out.beginObject();
      for (int i = 0; i < counters.values.length; i++) {
        if (counters.values[i] != 0) {
          out.name(UsageCounter.at(i).key()).value(counters.values[i]);
        }
      }
      out.endObject();
    }

    @Override
    public UsageCounters read(JsonReader in) throws IOException {
      if (in.peek() == JsonToken.NULL) {
        in.nextNull();
        return NONE;
      }
      long[] values = new long[UsageCounter.COUNT];
      in.beginObject();
      while (in.hasNext()) {
        UsageCounter counter = UsageCounter.ofKey(in.nextName());
        if (counter == null) {
          in.skipValue();
        } else {
          values[counter.index()] = in.nextLong();
        }
      }
      in.endObject();
      return of(values);
    }
  }
}
