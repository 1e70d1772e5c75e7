package io.argus.bench.day;

import static io.argus.core.text.Text.format;

import com.google.gson.GsonBuilder;
import io.argus.bench.day.SystemDay.Happened;
import io.argus.bench.day.TenantDay.PartFigures;
import io.argus.bench.report.HtmlPage;
import io.argus.bench.result.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What days on several systems were like for each tenant. Immutable.
 *
 * @param conditions such as versions and sizes, to print
 * @param secondsOfDay how long a day took
 * @param lines one for each tenant, system and part of the day
 * @param curves one for each tenant and system
 * @param days all that was measured, in the order of time
 */
public record DayReport(
    String command,
    String conditions,
    int secondsOfDay,
    List<Line> lines,
    List<Curve> curves,
    List<DayVerdict> verdicts,
    List<SystemDay> days) {
  private static final String LINE = "%-10s %-8s %-6s %9s %9s %9s %9s %7s";

  /**
   * A tenant on a system in a part of the day: medians of all pairs.
   *
   * @param asked operations a second
   * @param done likewise
   * @param failed operations, of all pairs together
   */
  record Line(
      String tenant,
      String system,
      Day.Part part,
      Spread asked,
      Spread done,
      Spread p50Millis,
      Spread p99Millis,
      long failed) {}

  /**
   * Percentiles of a tenant over the day: medians of all pairs.
   *
   * @param what the tenant is
   * @param p50Millis of points that follow each other at equal distances; null where nothing
   *     succeeded
   */
  record Curve(
      String tenant,
      String what,
      String system,
      List<@Nullable Double> p50Millis,
      List<@Nullable Double> p99Millis) {}

  static DayReport of(String command, String conditions, Day day, List<SystemDay> days) {
    List<Line> lines = new ArrayList<>();
    List<Curve> curves = new ArrayList<>();
    List<String> systems = days.stream().map(SystemDay::system).distinct().toList();
    for (DayTenant tenant : Day.tenants()) {
      for (String system : systems) {
        List<TenantDay> own =
            days.stream()
                .filter(each -> each.system().equals(system))
                .map(each -> each.tenant(tenant.name()))
                .toList();
        for (Day.Part part : Day.Part.values()) {
          lines.add(line(system, part, own));
        }
        curves.add(
            new Curve(
                tenant.name(),
                tenant.what(),
                system,
                medians(own, TenantDay::p50Millis),
                medians(own, TenantDay::p99Millis)));
      }
    }
    return new DayReport(
        command, conditions, day.seconds(), lines, curves, DayVerdict.of(day, days), days);
  }

  private static Line line(String system, Day.Part part, List<TenantDay> days) {
    List<PartFigures> own = days.stream().map(each -> each.part(part)).toList();
    return new Line(
        days.get(0).tenant(),
        system,
        part,
        Spread.of(own, PartFigures::asked),
        Spread.of(own, PartFigures::done),
        Spread.of(own, PartFigures::p50Millis),
        Spread.of(own, PartFigures::p99Millis),
        own.stream().mapToLong(PartFigures::failed).sum());
  }

  private static List<@Nullable Double> medians(
      List<TenantDay> days, Function<TenantDay, List<@Nullable Double>> curve) {
    List<@Nullable Double> medians = new ArrayList<>();
    int points = days.stream().mapToInt(each -> curve.apply(each).size()).min().orElse(0);
    for (int i = 0; i < points; i++) {
      int point = i;
      double[] known =
          days.stream()
              .map(each -> curve.apply(each).get(point))
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue)
              .toArray();
      medians.add(known.length == 0 ? null : Double.valueOf(Spread.of(known).median()));
    }
    return Collections.unmodifiableList(medians);
  }

  /** Whether all is with Argus as it is to be. */
  public boolean holds() {
    return verdicts.stream().allMatch(DayVerdict::holds);
  }

  public String toJson() {
    return new GsonBuilder().serializeNulls().create().toJson(this) + "\n";
  }

  public String toHtml() {
    return HtmlPage.of(DayReport.class, "day.html", "day.js", toJson());
  }

  /** The lines to print: what happened, each tenant's figures, and the verdicts. */
  public List<String> toTable() {
    Day day = new Day(secondsOfDay);
    List<String> text = new ArrayList<>();
    text.add(format("a day in %.1f minutes; %s", secondsOfDay / 60.0, conditions));
    for (SystemDay each : days) {
      for (Happened event : each.happened()) {
        text.add(
            format(
                "pair %d, %s: %s %s, done %s%s",
                each.pair(),
                each.system(),
                day.clock(event.second()),
                event.event().what(),
                day.clock(event.endSecond()),
                event.failure().isEmpty() ? "" : " FAILED: " + event.failure()));
      }
    }
    if (days.stream().anyMatch(SystemDay::isStock)) {
      text.add("stock HBase has neither SLOs nor caps of tenants: both are left out there");
    }
    text.add("");
    text.add(
        format(
            LINE, "tenant", "system", "part", "asked/s", "done/s", "p50 ms", "p99 ms", "failed"));
    lines.stream().map(DayReport::row).forEach(text::add);
    text.add("");
    verdicts.stream().map(DayVerdict::line).forEach(text::add);
    return text;
  }

  private static String row(Line line) {
    return format(
        LINE,
        line.tenant(),
        line.system(),
        line.part().name().toLowerCase(Locale.ROOT),
        format("%,.1f", line.asked().median()),
        format("%,.1f", line.done().median()),
        format("%,.1f", line.p50Millis().median()),
        format("%,.1f", line.p99Millis().median()),
        format("%,d", line.failed()));
  }
}
