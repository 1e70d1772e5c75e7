package io.argus.core.usage;

import com.google.gson.TypeAdapter;
import com.google.gson.annotations.JsonAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The sum of {@link UsageCounters} of any number of hours, servers and tenants: a month of a few
 * terabytes is more byte-seconds than a long holds. In JSON it is an object by name, without those
 * that are 0.
 *
 * <p>Immutable; safe for use by any thread.
 */
@JsonAdapter(UsageAmounts.Json.class)
public final class UsageAmounts {
  /** All are 0. */
  public static final UsageAmounts NONE = new UsageAmounts(Collections.emptyMap());

  private final Map<UsageCounter, BigInteger> values = new EnumMap<>(UsageCounter.class);

  private UsageAmounts(Map<UsageCounter, BigInteger> values) {
    this.values.putAll(values);
  }

  public static UsageAmounts of(UsageCounters counters) {
    UsageAmounts amounts = new UsageAmounts(Collections.emptyMap());
    for (UsageCounter counter : UsageCounter.values()) {
      if (counters.get(counter) != 0) {
        amounts.values.put(counter, BigInteger.valueOf(counters.get(counter)));
      }
    }
    return amounts;
  }

  /**
   * Returns the amounts as counters.
   *
   * @throws ArithmeticException if one is more than a long holds
   */
  public UsageCounters counters() {
    long[] counters = new long[UsageCounter.COUNT];
    values.forEach((counter, value) -> counters[counter.index()] = value.longValueExact());
    return UsageCounters.of(counters);
  }

  /** Returns the sums. */
  public UsageAmounts plus(UsageAmounts other) {
    UsageAmounts sums = new UsageAmounts(values);
    other.values.forEach((counter, value) -> sums.values.merge(counter, value, BigInteger::add));
    return sums;
  }

  public BigInteger get(UsageCounter counter) {
    return values.getOrDefault(counter, BigInteger.ZERO);
  }

  /** The sum of several counters. */
  public BigInteger get(Iterable<UsageCounter> counters) {
    BigInteger sum = BigInteger.ZERO;
    for (UsageCounter counter : counters) {
      sum = sum.add(get(counter));
    }
    return sum;
  }

  /** How they are in JSON. Stateless; safe for use by any thread. */
  static final class Json extends TypeAdapter<UsageAmounts> {
    @Override
    public void write(JsonWriter out, UsageAmounts amounts) throws IOException {
      out.beginObject();
      for (Map.Entry<UsageCounter, BigInteger> each : amounts.values.entrySet()) {
        out.name(each.getKey().key()).value(each.getValue());
      }
      out.endObject();
    }

    @Override
    public UsageAmounts read(JsonReader in) throws IOException {
      UsageAmounts read = new UsageAmounts(Collections.emptyMap());
      in.beginObject();
      while (in.hasNext()) {
        UsageCounter counter = UsageCounter.ofKey(in.nextName());
        if (counter == null) {
          in.skipValue();
        } else {
          read.values.put(counter, new BigInteger(in.nextString()));
        }
      }
      in.endObject();
      return read;
    }
  }
}
