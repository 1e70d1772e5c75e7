package io.argus.bench.day;

import static io.argus.core.text.Text.format;

import io.argus.bench.day.SystemDay.Happened;
import io.argus.bench.day.TenantDay.PartFigures;
import io.argus.bench.result.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Something that is to hold with Argus. Immutable.
 *
 * @param what is to hold
 * @param seen what was measured, with the bound
 */
record DayVerdict(String system, String what, String seen, boolean holds) {
  /** Throughput is judged in windows: a cap lets a tenant save up a second's operations. */
  static final int WINDOW_SECONDS = 10;

  /** Until an SLO or a cap that was set counts. */
  static final int SETTLES_SECONDS = 20;

  private static final double KEPT = 0.95;
  private static final double NOISE = 0.05;
  private static final double SAVED_UP = 0.15;

  /** A tenant that does so much of what it asks for on stock HBase is served there. */
  private static final double SERVED = 0.95;

  /** The least part of what it does there that it has to do with Argus. */
  private static final double AS_MUCH = 0.9;

  String line() {
    return format("%-4s %s, %s: %s", holds ? "ok" : "NOT", system, what, seen);
  }

  /** All verdicts on the systems that are not stock HBase. */
  static List<DayVerdict> of(Day day, List<SystemDay> days) {
    List<SystemDay> stock = days.stream().filter(SystemDay::isStock).toList();
    List<DayVerdict> verdicts = new ArrayList<>();
    for (String system : days.stream().map(SystemDay::system).distinct().toList()) {
      List<SystemDay> own = days.stream().filter(each -> each.system().equals(system)).toList();
      verdicts.add(done(system, own));
      if (!own.get(0).isStock()) {
        if (!stock.isEmpty()) {
          verdicts.add(failed(system, own, stock));
          verdicts.add(served(system, own, stock));
        }
        verdicts.add(slo(day, system, own, stock));
        verdicts.add(cap(day, system, own, stock));
      }
    }
    return verdicts;
  }

  /** Whether everything that was to happen happened. */
  private static DayVerdict done(String system, List<SystemDay> own) {
    List<String> failures = new ArrayList<>();
    for (SystemDay each : own) {
      for (DayEvent event : DayEvent.values()) {
        if (!event.needsArgus() || !each.isStock()) {
          String failure =
              each.happened(event).map(Happened::failure).orElse("not begun before the end");
          if (!failure.isEmpty()) {
            failures.add(event.what() + ": " + failure);
          }
        }
      }
    }
    return new DayVerdict(
        system,
        "everything happens",
        failures.isEmpty() ? "yes" : String.join("; ", failures),
        failures.isEmpty());
  }

  private static DayVerdict failed(String system, List<SystemDay> own, List<SystemDay> stock) {
    List<String> worse = new ArrayList<>();
    long all = 0;
    long allOfStock = 0;
    for (DayTenant tenant : Day.tenants()) {
      long failed = failed(own, tenant);
      long ofStock = failed(stock, tenant);
      all += failed;
      allOfStock += ofStock;
      if (failed > ofStock) {
        worse.add(format("%s %,d against %,d", tenant.name(), failed, ofStock));
      }
    }
    return new DayVerdict(
        system,
        "no tenant has more failed calls than on stock HBase",
        worse.isEmpty()
            ? format("%,d against %,d of all tenants", all, allOfStock)
            : String.join(", ", worse),
        worse.isEmpty());
  }

  /** A tenant that asks for more than it gets on stock HBase may have less by its share. */
  private static DayVerdict served(String system, List<SystemDay> own, List<SystemDay> stock) {
    List<String> worse = new ArrayList<>();
    for (DayTenant tenant : Day.tenants()) {
      for (Day.Part part : Day.Part.values()) {
        double asked = median(own, tenant, part, PartFigures::asked);
        double done = median(own, tenant, part, PartFigures::done);
        double ofStock = median(stock, tenant, part, PartFigures::done);
        boolean judged = ofStock >= SERVED * asked && !tenant.name().equals(Day.WITH_CAP);
        if (judged && done < AS_MUCH * ofStock) {
          worse.add(
              format(
                  "%s by %s %.1f/s against %.1f",
                  tenant.name(), part.name().toLowerCase(Locale.ROOT), done, ofStock));
        }
      }
    }
    return new DayVerdict(
        system,
        "who is served on stock HBase is served",
        worse.isEmpty() ? format("at least %.2f of that", AS_MUCH) : String.join(", ", worse),
        worse.isEmpty());
  }

  private static double median(
      List<SystemDay> days, DayTenant tenant, Day.Part part, ToDoubleFunction<PartFigures> figure) {
    return Spread.of(days, each -> figure.applyAsDouble(each.tenant(tenant.name()).part(part)))
        .median();
  }

  private static long failed(List<SystemDay> days, DayTenant tenant) {
    return days.stream().mapToLong(each -> each.tenant(tenant.name()).failed()).sum();
  }

  private static DayVerdict slo(
      Day day, String system, List<SystemDay> own, List<SystemDay> stock) {
    double least =
        own.stream().mapToDouble(each -> kept(sloWindows(day, own, each))).min().orElse(0);
    OptionalDouble ofStock =
        stock.stream().mapToDouble(each -> kept(sloWindows(day, own, each))).min();
    return new DayVerdict(
        system,
        format("the SLO of %s is kept", Day.WITH_SLO),
        format(
            "in %.2f of the windows of %d s, bound %.2f%s",
            least, WINDOW_SECONDS, KEPT, beside("SLO", "%.2f", ofStock)),
        least >= KEPT);
  }

  /** Without those around restarts: a region that nobody serves is no matter of shares. */
  private static List<Double> sloWindows(Day day, List<SystemDay> own, SystemDay of) {
    return windows(day, own, of, DayEvent.SLO)
        .filter(from -> !restarts(of, from))
        .mapToObj(from -> of.tenant(Day.WITH_SLO).done(from, from + WINDOW_SECONDS))
        .toList();
  }

  private static double kept(List<Double> windows) {
    return windows.stream()
        .mapToInt(each -> each >= (1 - NOISE) * Day.SLO_OPS ? 1 : 0)
        .average()
        .orElse(0);
  }

  private static DayVerdict cap(
      Day day, String system, List<SystemDay> own, List<SystemDay> stock) {
    OptionalDouble most = most(day, own, own);
    double bound = (1 + SAVED_UP) * Day.CAP_OPS;
    return new DayVerdict(
        system,
        format("the cap of %s holds", Day.WITH_CAP),
        most.isEmpty()
            ? "not set, or too late in the day"
            : format(
                "at most %.0f operations a second in %d s, bound %.0f%s",
                most.getAsDouble(),
                WINDOW_SECONDS,
                bound,
                beside("cap", "%.0f", most(day, own, stock))),
        most.isPresent() && most.getAsDouble() <= bound);
  }

  /** The same figure of stock HBase, if that was measured. */
  private static String beside(String what, String figure, OptionalDouble ofStock) {
    return ofStock.isPresent()
        ? format(" (stock HBase, which has no %s: %s)", what, format(figure, ofStock.getAsDouble()))
        : "";
  }

  private static OptionalDouble most(Day day, List<SystemDay> own, List<SystemDay> of) {
    return of.stream()
        .flatMapToDouble(
            each ->
                windows(day, own, each, DayEvent.CAP)
                    .mapToDouble(
                        from -> each.tenant(Day.WITH_CAP).done(from, from + WINDOW_SECONDS)))
        .max();
  }

  /**
   * The seconds in which the windows of a day begin, from when an event has settled.
   *
   * @param own the days whose event says when; those of stock HBase have none
   */
  private static IntStream windows(Day day, List<SystemDay> own, SystemDay of, DayEvent event) {
    return own.stream()
        .filter(each -> each.pair() == of.pair())
        .flatMap(each -> each.happened(event).stream())
        .flatMapToInt(
            set ->
                IntStream.iterate(
                    set.endSecond() + SETTLES_SECONDS,
                    from -> from + WINDOW_SECONDS <= day.seconds(),
                    from -> from + WINDOW_SECONDS));
  }

  /** Whether a region server restarts in a window, or did until just before it. */
  private static boolean restarts(SystemDay day, int from) {
    return day.happened(DayEvent.RESTART).stream()
        .anyMatch(
            each ->
                from + WINDOW_SECONDS > each.second() && from < each.endSecond() + SETTLES_SECONDS);
  }
}
