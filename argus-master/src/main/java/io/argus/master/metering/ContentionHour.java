package io.argus.master.metering;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much throughput one tenant lost, and cost others, in one hour or longer: through what, and
 * its worst minutes. It is JSON in the usage table and in answers.
 *
 * <p>Not safe for use by several threads.
 */
public final class ContentionHour {
  static final String PREFIX = "c";
  private static final String CELL = "contention";
  private static final int MAX_MINUTES = 5;

  /** More than any sound amount; the sum of all rows of a table is still a number. */
  private static final double MAX_AMOUNT = 1e18;

  private static final Gson GSON = new Gson();

  /** A minute in which the tenant lost throughput. Not safe for use by several threads. */
  private static final class Minute {
    long startMillis;
    double seconds;
    double lossSeconds;
    Map<String, Double> lostSeconds = new TreeMap<>();

    double loss() {
      return seconds > 0 ? lossSeconds / seconds : 0;
    }
  }

  private double seconds;
  private double lossSeconds;
  private double lostOperations;
  private double belowSloSeconds;
  private Map<String, Double> lostSeconds = new TreeMap<>();
  private Map<String, Double> causedSeconds = new TreeMap<>();
  private List<Minute> worstMinutes = new ArrayList<>();

  /**
   * Adds a round.
   *
   * @param loss of the tenant, 0..1
   * @param lostPerSecond operations that it would have done besides, alone
   * @param ofSeconds length of the round
   */
  void add(long nowMillis, double loss, double lostPerSecond, double ofSeconds) {
    seconds += ofSeconds;
    lossSeconds += loss * ofSeconds;
    lostOperations += lostPerSecond * ofSeconds;
    if (loss > 0) {
      Minute minute = minute(nowMillis);
      minute.seconds += ofSeconds;
      minute.lossSeconds += loss * ofSeconds;
    }
  }

  /** Adds a time in which an SLO of it was missed. */
  void addBelowSlo(double ofSeconds) {
    belowSloSeconds += ofSeconds;
  }

  /**
   * Adds a report.
   *
   * @param lost request seconds that it lost, by resource
   * @param caused request seconds that others lost to it, by resource
   */
  void add(
      long nowMillis,
      Map<Contention.Resource, Double> lost,
      Map<Contention.Resource, Double> caused) {
    lost.forEach(
        (through, part) -> {
          lostSeconds.merge(through.name(), part, Double::sum);
          minute(nowMillis).lostSeconds.merge(through.name(), part, Double::sum);
        });
    caused.forEach((through, part) -> causedSeconds.merge(through.name(), part, Double::sum));
  }

  private Minute minute(long nowMillis) {
    long startMillis = Math.floorDiv(nowMillis, 60_000L) * 60_000;
    for (Minute minute : worstMinutes) {
      if (minute.startMillis == startMillis) {
        return minute;
      }
    }
    keepWorst(MAX_MINUTES);
    Minute minute = new Minute();
    minute.startMillis = startMillis;
    worstMinutes.add(minute);
    return minute;
  }

  private void keepWorst(int most) {
    worstMinutes.sort(
        Comparator.comparingDouble(Minute::loss)
            .reversed()
            .thenComparingLong(minute -> minute.startMillis));
    if (worstMinutes.size() > most) {
      worstMinutes.subList(most, worstMinutes.size()).clear();
    }
  }

  /** Adds another time of the same tenant. */
  void add(ContentionHour other, int mostMinutes) {
    seconds += other.seconds;
    lossSeconds += other.lossSeconds;
    lostOperations += other.lostOperations;
    belowSloSeconds += other.belowSloSeconds;
    other.lostSeconds.forEach((through, part) -> lostSeconds.merge(through, part, Double::sum));
    other.causedSeconds.forEach((through, part) -> causedSeconds.merge(through, part, Double::sum));
    other.worstMinutes.forEach(this::add);
    keepWorst(mostMinutes);
  }

  /** Adds what another master saw of a minute, or another minute. */
  private void add(Minute other) {
    for (Minute minute : worstMinutes) {
      if (minute.startMillis == other.startMillis) {
        minute.seconds += other.seconds;
        minute.lossSeconds += other.lossSeconds;
        other.lostSeconds.forEach((by, part) -> minute.lostSeconds.merge(by, part, Double::sum));
        return;
      }
    }
    worstMinutes.add(other);
  }

  /** Whether it lost nothing, and cost others nothing. */
  boolean isNothing() {
    return lossSeconds <= 0
        && belowSloSeconds <= 0
        && lostSeconds.isEmpty()
        && causedSeconds.isEmpty();
  }

  /** Request seconds that others lost to it. */
  public double causedSeconds() {
    return causedSeconds.values().stream().mapToDouble(part -> part).sum();
  }

  /** As JSON; see docs/json.md. */
  public JsonElement toJson() {
    return GSON.toJsonTree(this);
  }

  static String prefix(long hour) {
    return PREFIX + Hours.text(hour) + "/";
  }

  /**
   * @param sinceMillis when the master began to count, so that two masters of an hour have rows of
   *     their own
   */
  TableRow toTable(long hour, TenantId tenant, long sinceMillis) {
    return new TableRow(
        prefix(hour) + tenant + "/" + sinceMillis,
        Collections.singletonMap(CELL, GSON.toJson(this)));
  }

  /**
   * Reads a row.
   *
   * @throws IllegalArgumentException if it is none
   */
  static ContentionHour read(TableRow row) {
    String what = "row '" + Shortened.of(row.key()) + "'";
    String text = row.cells().getOrDefault(CELL, "");
    byte[] json = text.getBytes(StandardCharsets.UTF_8);
    ContentionHour read = JsonText.read(GSON, json, ContentionHour.class, what);
    if (!read.isSound()) {
      throw new IllegalArgumentException(what + " is no contention");
    }
    return read;
  }

  private boolean isSound() {
    return areAmounts(seconds, lossSeconds, lostOperations, belowSloSeconds)
        && areLosses(lostSeconds)
        && areLosses(causedSeconds)
        && worstMinutes != null
        && worstMinutes.stream()
            .allMatch(
                minute ->
                    minute != null
                        && areAmounts(minute.seconds, minute.lossSeconds)
                        && areLosses(minute.lostSeconds));
  }

  private static boolean areLosses(@Nullable Map<String, Double> losses) {
    return losses != null
        && losses.values().stream().allMatch(lost -> lost != null && areAmounts(lost));
  }

  /** Not even -0 is one: answers would print it. */
  private static boolean areAmounts(double... values) {
    return Arrays.stream(values)
        .allMatch(value -> Double.compare(value, 0) >= 0 && value <= MAX_AMOUNT);
  }

  /** The tenant of a row. */
  static TenantId tenant(TableRow row) {
    String[] parts = row.key().split("/", -1);
    return TenantId.of(parts.length > 1 ? parts[1] : "");
  }
}
