package io.argus.cli.usage;

import io.argus.core.text.Shortened;
import io.argus.master.metering.sums.HoursOfDay;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The price of each item of a bill, read from a file such as conf/argus-prices.conf.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class PriceList {
  /** The key of {@link BillItem#CPU} in release 0.2.0. */
  private static final String CPU_OF_020 = "processor.per.hour";

  private static final int MAX_DIGITS = 8;
  private static final int MAX_PLACES = 30;

  private final String currency;
  private final int digits;
  private final Optional<String> peakHours;
  private final BigDecimal offPeakFactor;
  private final Map<BillItem, BigDecimal> prices;

  private PriceList(
      String currency,
      int digits,
      Optional<String> peakHours,
      BigDecimal offPeakFactor,
      Map<BillItem, BigDecimal> prices) {
    this.currency = currency;
    this.digits = digits;
    this.peakHours = peakHours;
    this.offPeakFactor = offPeakFactor;
    this.prices = prices;
  }

  static PriceList read(Path file) throws IOException {
    try (Reader reader = Files.newBufferedReader(file)) {
      return parse(reader);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads Java properties.
   *
   * @throws IllegalArgumentException naming the key and what would be right
   */
  static PriceList parse(Reader text) throws IOException {
    Map<String, String> values = new TreeMap<>();
    new Properties() {
      @Override
      public synchronized @Nullable Object put(Object key, Object value) {
        if (values.put((String) key, ((String) value).trim()) != null) {
          throw new IllegalArgumentException(
              Shortened.of((String) key) + " is there twice: must be there once");
        }
        return null;
      }
    }.load(text);
    Map<BillItem, BigDecimal> prices = new EnumMap<>(BillItem.class);
    for (BillItem item : BillItem.values()) {
      prices.put(item, number(item.key(), values.remove(item.key()), "0"));
    }
    String currency = values.getOrDefault("currency", "");
    values.remove("currency");
    PriceList list =
        new PriceList(
            currency,
            digits(values.remove("digits")),
            Optional.ofNullable(values.remove("peak.hours")).map(PriceList::hours),
            number("off-peak.factor", values.remove("off-peak.factor"), "1"),
            prices);
    if (!values.isEmpty()) {
      String key = values.keySet().iterator().next();
      throw new IllegalArgumentException(
          Shortened.of(key)
              + " is no item of a bill"
              + (key.equals(CPU_OF_020) ? ": it is now " + BillItem.CPU.key() : "")
              + "; see conf/argus-prices.conf");
    }
    return list;
  }

  private static BigDecimal number(String key, @Nullable String text, String byDefault) {
    try {
      BigDecimal number = new BigDecimal(text == null ? byDefault : text);
      if (number.signum() >= 0 && isShort(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The message below says what is wrong.
    }
    throw new IllegalArgumentException(
        key
            + " is '"
            + Shortened.of(String.valueOf(text))
            + "': must be a number of 0 or more, of at most "
            + MAX_PLACES
            + " digits on each side of the point");
  }

  /** Whether it can be multiplied and printed. */
  private static boolean isShort(BigDecimal number) {
    return number.scale() <= MAX_PLACES && (long) number.precision() - number.scale() <= MAX_PLACES;
  }

  private static int digits(@Nullable String text) {
    BigDecimal digits = number("digits", text, "2");
    if (digits.stripTrailingZeros().scale() > 0
        || digits.compareTo(BigDecimal.valueOf(MAX_DIGITS)) > 0) {
      throw new IllegalArgumentException(
          "digits is '" + Shortened.of(String.valueOf(text)) + "': must be 0.." + MAX_DIGITS);
    }
    return digits.intValue();
  }

  private static String hours(String text) {
    try {
      HoursOfDay.parse(text);
      return text;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("peak." + e.getMessage(), e);
    }
  }

  String currency() {
    return currency;
  }

  int digits() {
    return digits;
  }

  /** The hours of the day in which amounts cost their full price; empty if that is at all hours. */
  Optional<String> peakHours() {
    return peakHours;
  }

  /** All other hours of the day. */
  Optional<String> offPeakHours() {
    return peakHours.map(
        hours -> {
          String[] ends = hours.split("-", -1);
          return ends[1] + "-" + ends[0];
        });
  }

  BigDecimal offPeakFactor() {
    return offPeakFactor;
  }

  BigDecimal of(BillItem item) {
    return prices.getOrDefault(item, BigDecimal.ZERO);
  }
}
