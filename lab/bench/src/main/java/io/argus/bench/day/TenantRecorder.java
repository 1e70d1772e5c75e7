package io.argus.bench.day;

import io.argus.bench.day.TenantDay.PartFigures;
import io.argus.load.client.LoadLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Collects the seconds of a tenant's client.
 *
 * <p>Safe for use by any thread.
 */
final class TenantRecorder {
  private static final double MICROS_PER_MILLI = 1000;
  private static final int DIGITS = 2;

  private final Day day;
  private final DayTenant tenant;

  /** Guarded by this, as are the other fields below. */
  private final long[] operations;

  private final Map<Day.Part, Histogram> latencies = new EnumMap<>(Day.Part.class);
  private final Map<Day.Part, Long> failed = new EnumMap<>(Day.Part.class);
  private final List<@Nullable Double> p50Millis = new ArrayList<>();
  private final List<@Nullable Double> p99Millis = new ArrayList<>();
  private Histogram point = new Histogram(DIGITS);

  TenantRecorder(Day day, DayTenant tenant) {
    this.day = day;
    this.tenant = tenant;
    this.operations = new long[day.seconds()];
    for (Day.Part part : Day.Part.values()) {
      latencies.put(part, new Histogram(DIGITS));
      failed.put(part, 0L);
    }
  }

  /** The next second. */
  synchronized void add(LoadLine.Second second) {
    int index = second.second() - 1; // a second has its number at its end
    if (index < 0 || index >= operations.length) {
      return;
    }
    operations[index] = second.ops();
    Histogram micros = LoadLine.latencies(second);
    Day.Part part = Day.Part.of(day.hour(index));
    latencies.computeIfPresent(part, (key, all) -> sum(all, micros));
    failed.merge(part, second.errors(), Long::sum);
    point.add(micros);
    if (second.second() % day.pointSeconds() == 0) {
      p50Millis.add(millis(point, 50));
      p99Millis.add(millis(point, 99));
      point = new Histogram(DIGITS);
    }
  }

  private static Histogram sum(Histogram all, Histogram more) {
    all.add(more);
    return all;
  }

  private static @Nullable Double millis(Histogram micros, double percentile) {
    return micros.getTotalCount() == 0
        ? null
        : Double.valueOf(micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI);
  }

  /** The day that has ended. */
  synchronized TenantDay end() {
    return new TenantDay(
        tenant.name(),
        Arrays.stream(operations).boxed().toList(),
        Collections.unmodifiableList(new ArrayList<>(p50Millis)),
        Collections.unmodifiableList(new ArrayList<>(p99Millis)),
        Arrays.stream(Day.Part.values()).map(this::figures).toList());
  }

  private synchronized PartFigures figures(Day.Part part) {
    double asked = 0;
    long done = 0;
    int seconds = 0;
    for (int second = 0; second < operations.length; second++) {
      int hour = day.hour(second);
      if (Day.Part.of(hour) == part) {
        asked += tenant.demand().at(hour);
        done += operations[second];
        seconds++;
      }
    }
    Histogram micros = latencies.getOrDefault(part, point);
    return new PartFigures(
        part,
        asked / seconds,
        (double) done / seconds,
        failed.getOrDefault(part, 0L),
        micros.getValueAtPercentile(50) / MICROS_PER_MILLI,
        micros.getValueAtPercentile(99) / MICROS_PER_MILLI);
  }
}
