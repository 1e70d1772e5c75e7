package io.argus.bench.day;

import static io.argus.core.text.Text.format;
import static io.argus.load.basics.Argument.require;

import io.argus.load.client.Preset;
import io.argus.load.client.Requests;
import java.util.ArrayList;
import java.util.List;

/**
 * A day, compressed: who asks for how much when, and what happens. Immutable.
 *
 * @param seconds that it takes
 */
public record Day(int seconds) {
  static final int HOURS = 24;

  static final String WITH_SLO = "search";
  static final int SLO_OPS = 90;
  static final String WITH_CAP = "partner";
  static final int CAP_OPS = 40;
  static final String WITH_SPLIT = "feed";

  /** An hour takes 5 s, and a restart of the region servers less than what is left after it. */
  private static final int MIN_SECONDS = 120;

  private static final int MAX_SECONDS = 24 * 3600;

  /** How many points a curve has. */
  private static final int POINTS = 90;

  /** The parts of a day that reports tell apart. */
  enum Part {
    NIGHT,
    DAY;

    static Part of(int hour) {
      return hour >= 8 && hour < 20 ? DAY : NIGHT;
    }
  }

  public Day {
    require(seconds >= MIN_SECONDS, "seconds of a day", seconds, "at least " + MIN_SECONDS);
    require(seconds <= MAX_SECONDS, "seconds of a day", seconds, "at most " + MAX_SECONDS);
  }

  /** The twelve tenants. */
  static List<DayTenant> tenants() {
    return List.of(
        new DayTenant(
            "shop", "gets of a hot set that fits the cache", Preset.EXHOT, 8, people(60, 300)),
        new DayTenant("login", "the same, less", Preset.EXHOT, 4, people(20, 150)),
        new DayTenant("cart", "half gets, half puts", Preset.RW, 4, people(10, 60)),
        new DayTenant("feed", "gets, some rows more than others", Preset.HOT, 6, people(20, 120)),
        new DayTenant(WITH_SLO, "gets at random", Preset.UNIFORM, 8, people(100, 150)),
        new DayTenant("mail", "half gets, half puts", Preset.RW, 4, people(10, 40)),
        new DayTenant(
            "sensors", "puts, day and night", Requests.of(Requests.Kind.PUT), 4, Demand.steady(80)),
        new DayTenant("dashboard", "scans of 100 rows", Preset.SCAN, 2, people(1, 10)),
        new DayTenant(
            WITH_CAP,
            "gets at random by a program of somebody else",
            Preset.UNIFORM,
            4,
            Demand.between(7, 22, 120)),
        new DayTenant(
            "backup", "scans of 100 rows: batch", Preset.SCAN, 16, Demand.between(22, 5, 250)),
        new DayTenant(
            "reindex", "half gets, half puts: batch", Preset.RW, 16, Demand.between(0, 5, 400)),
        new DayTenant(
            "ingest",
            "puts: new data in the evening",
            Requests.of(Requests.Kind.PUT),
            8,
            Demand.between(18, 21, 400)));
  }

  private static Demand people(double night, double noon) {
    return Demand.awake(night, noon);
  }

  /** The second in which an hour begins, 0..24. */
  int second(int hour) {
    return (int) Math.round((double) hour * seconds / HOURS);
  }

  /** The hour of a second, 0..23. */
  int hour(int second) {
    int hour = HOURS - 1;
    while (second < second(hour)) {
      hour--;
    }
    return hour;
  }

  /** A second as a time of the day, such as {@code 14:05}. */
  String clock(int second) {
    int minutes = (int) Math.round(second * 60.0 * HOURS / seconds);
    return format("%02d:%02d", minutes / 60, minutes % 60);
  }

  /** Seconds of one point of a curve. */
  int pointSeconds() {
    return Math.max(1, seconds / POINTS);
  }

  /** Who the tenants are and what happens when, as lines to print. */
  public List<String> describe() {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "24 hours in %.1f minutes; night is from 20 to 8 o'clock. Operations a second:",
            seconds / 60.0));
    lines.add(
        format(
            "  %-10s %7s %6s %6s %6s %6s %6s %6s  %s",
            "tenant", "threads", "2h", "6h", "10h", "14h", "19h", "23h", "what it does"));
    for (DayTenant tenant : tenants()) {
      Demand demand = tenant.demand();
      lines.add(
          format(
              "  %-10s %7d %6.0f %6.0f %6.0f %6.0f %6.0f %6.0f  %s",
              tenant.name(),
              tenant.threads(),
              demand.at(2),
              demand.at(6),
              demand.at(10),
              demand.at(14),
              demand.at(19),
              demand.at(23),
              tenant.what()));
    }
    lines.add("What happens:");
    for (DayEvent event : DayEvent.values()) {
      lines.add(
          format(
              "  %02d:00 %s%s",
              event.hour(), event.what(), event.needsArgus() ? " (left out on stock HBase)" : ""));
    }
    return lines;
  }
}
