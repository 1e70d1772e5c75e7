package io.argus.core.slo;

import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An SLO of a tenant, set by an operator: a minimum of operations per second, or a maximum 99th
 * percentile of the time that a request takes in the servers; of all its requests, or of one kind.
 * Written {@code TENANT:ops=5000}, {@code TENANT:p99=20} (milliseconds) or, for one kind, {@code
 * TENANT:get.ops=5000}.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Slo {
  private static final double MAX_OPERATIONS = 1e9;
  private static final double MAX_MILLIS = 3_600_000;

  private static final Pattern TEXT =
      Pattern.compile("(.+):(?:(get|scan|write)\\.)?(ops|p99)=([0-9]+(?:\\.[0-9]+)?)");

  private static final String RIGHT =
      "must be TENANT:ops=NUMBER or TENANT:p99=MILLISECONDS, for one kind TENANT:get.ops=NUMBER"
          + " (get, scan, write), such as alice:ops=5000 or bob:scan.p99=200";

  /** What it limits. */
  public enum Measure {
    /** At least so many operations per second. */
    OPS,
    /** At most so many milliseconds. */
    P99
  }

  /** Which requests it is about. */
  public enum Requests {
    ALL,
    GET,
    SCAN,
    WRITE
  }

  private final TenantId tenant;
  private final Measure measure;
  private final Requests requests;
  private final double value;

  private Slo(TenantId tenant, Measure measure, Requests requests, double value) {
    this.tenant = tenant;
    this.measure = measure;
    this.requests = requests;
    this.value = value;
  }

  /**
   * @param value operations per second, or milliseconds
   */
  public static Slo of(TenantId tenant, Measure measure, Requests requests, double value) {
    double most = measure == Measure.OPS ? MAX_OPERATIONS : MAX_MILLIS;
    if (!(value > 0 && value <= most)) {
      throw new IllegalArgumentException(
          "the SLO of "
              + tenant
              + " is "
              + number(value)
              + (measure == Measure.OPS ? " operations a second" : " ms")
              + ": must be above 0, at most "
              + number(most));
    }
    return new Slo(tenant, measure, requests, value);
  }

  /**
   * Reads one SLO.
   *
   * @throws IllegalArgumentException saying what would be right
   */
  public static Slo parse(String text) {
    Matcher words = TEXT.matcher(text.trim());
    if (!words.matches()) {
      throw new IllegalArgumentException("'" + Shortened.of(text) + "' is no SLO: " + RIGHT);
    }
    String kind = words.group(2);
    return of(
        TenantId.of(words.group(1)),
        Measure.valueOf(words.group(3).toUpperCase(Locale.ROOT)),
        kind == null ? Requests.ALL : Requests.valueOf(kind.toUpperCase(Locale.ROOT)),
        Double.parseDouble(words.group(4)));
  }

  public TenantId tenant() {
    return tenant;
  }

  public Measure measure() {
    return measure;
  }

  public Requests requests() {
    return requests;
  }

  /** Operations per second, or milliseconds. */
  public double value() {
    return value;
  }

  /** Whether another SLO is about the same: it replaces this one. */
  public boolean isAboutTheSame(Slo other) {
    return tenant.equals(other.tenant) && measure == other.measure && requests == other.requests;
  }

  /** Returns it in words, such as {@code at least 5000 gets a second}. */
  public String inWords() {
    boolean all = requests == Requests.ALL;
    String kind = requests.name().toLowerCase(Locale.ROOT);
    return measure == Measure.OPS
        ? "at least " + number(value) + " " + (all ? "operation" : kind) + "s a second"
        : "p99 " + (all ? "" : "of " + kind + "s ") + "at most " + number(value) + " ms";
  }

  private static String number(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
        : Double.toString(value);
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    String kind = requests == Requests.ALL ? "" : requests.name().toLowerCase(Locale.ROOT) + ".";
    return tenant + ":" + kind + measure.name().toLowerCase(Locale.ROOT) + "=" + number(value);
  }
}
