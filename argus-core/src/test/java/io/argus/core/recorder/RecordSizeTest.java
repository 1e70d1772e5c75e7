package io.argus.core.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Seven days of 500 tenants, as the merges leave them at 23:59: files, bytes and seconds. Every
 * tenant is busy all the time and its figures change each minute: no cluster has more to record.
 */
@Tag("long")
class RecordSizeTest {
  private static final int TENANTS = 500;
  private static final int DAYS = 7;
  private static final int FIGURES = 19;
  private static final long FIRST = 20_000L * MergePlan.DAY;
  private static final long END = FIRST + (long) DAYS * MergePlan.DAY;

  @TempDir private Path directory;

  private static Columns columns() {
    List<String> means = new ArrayList<>();
    for (int i = 0; i < FIGURES; i++) {
      means.add("figure" + (char) ('a' + i));
    }
    return Columns.of(means, List.of());
  }

  private static SortedMap<Long, Point> series(int tenant, long from, long to) {
    Random random = new Random(tenant * 1_000_003L + from);
    SortedMap<Long, Point> series = new TreeMap<>();
    double[] level = random.doubles(FIGURES, 1, 1e6).toArray();
    for (long minute = from; minute < to; minute++) {
      float[] figures = new float[FIGURES];
      for (int i = 0; i < FIGURES; i++) {
        level[i] *= 1 + 0.05 * random.nextGaussian();
        figures[i] = Point.rounded(level[i]);
      }
      series.put(minute, new Point(30, figures));
    }
    return series;
  }

  private static void write(Segments segments, long from, long to) throws IOException {
    SortedMap<String, SortedMap<Long, Point>> all = new TreeMap<>();
    for (int tenant = 0; tenant < TENANTS; tenant++) {
      all.put("tenant" + tenant, series(tenant, from, to));
    }
    segments.write(all, List.of(), columns(), from, to, to);
  }

  /** Counts what it is given, the latest day first. */
  private static final class AllSeries implements RecordReader.Series {
    private long minutes;
    private int days;
    private long first = Long.MAX_VALUE;

    @Override
    public boolean wants(String series) {
      days += series.isEmpty() ? 1 : 0;
      return true;
    }

    @Override
    public void take(String series, long[] at, double[][] figures) {
      assertThat(at[0]).isLessThanOrEqualTo(first);
      first = at[0];
      assertThat(figures).hasDimensions(2, at.length);
      minutes += at.length;
    }
  }

  /** CPU time of this thread, so that other work on the machine does not count. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double seconds(long sinceNanos) {
    return (cpuNanos() - sinceNanos) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  @Test
  void sevenDaysOf500Tenants() throws IOException {
    RecordFiles files = RecordFiles.directory(directory);
    Segments segments = new Segments(files, "test", bytes -> {});
    for (long day = FIRST; day < END - MergePlan.DAY; day += MergePlan.DAY) {
      write(segments, day, day + MergePlan.DAY);
    }
    for (long hour = END - MergePlan.DAY; hour < END - MergePlan.HOUR; hour += MergePlan.HOUR) {
      write(segments, hour, hour + MergePlan.HOUR);
    }
    for (long minute = END - MergePlan.HOUR; minute < END; minute++) {
      write(segments, minute, minute + 1);
    }
    int count = files.list().size();
    long bytes = files.list().values().stream().mapToLong(length -> length).sum();

    long start = cpuNanos();
    JsonObject week =
        JsonParser.parseString(
                new RecordReader(files).json(FIRST * 60_000, END * 60_000, 1, "tenant77"))
            .getAsJsonObject();
    double querySeconds = seconds(start);
    assertThat(week.getAsJsonArray("millis")).hasSize(DAYS * MergePlan.DAY);

    start = cpuNanos();
    new RecordReader(files).json((END - 30) * 60_000, END * 60_000, 1, null);
    double allTenantsSeconds = seconds(start);

    start = cpuNanos();
    AllSeries all = new AllSeries();
    assertThat(
            new RecordReader(files)
                .days(FIRST * 60_000, END * 60_000, List.of("figurec", "figurea"), all))
        .isEmpty();
    double twoFiguresSeconds = seconds(start);
    assertThat(all.minutes).isEqualTo((long) TENANTS * DAYS * MergePlan.DAY);
    assertThat(all.days).isEqualTo(DAYS);

    start = cpuNanos();
    Incident incident =
        new RecordReader(files).incident(FIRST * 60_000 + Incident.BEFORE_MILLIS, END * 60_000);
    double incidentSeconds = seconds(start);
    assertThat(incident.tenants()).hasSize(TENANTS);

    start = cpuNanos();
    long later = END + 2 * MergePlan.HOUR;
    for (MergePlan.Merge merge : MergePlan.merges(segments.current().keySet(), later)) {
      segments.merge(merge, later);
    }
    double mergeSeconds = seconds(start);
    segments.clean(later + Segments.GRACE_MINUTES, Long.MAX_VALUE);
    assertThat(files.list()).hasSize(DAYS);

    System.out.printf(
        "%d days of %d tenants: %d files, %.0f MB; a tenant's week in %.2f s, all tenants' last"
            + " 30 minutes in %.2f s; two figures of all in %.1f s; all tenants' week as means in"
            + " %.1f s; merged the last day in %.1f s%n",
        DAYS,
        TENANTS,
        count,
        bytes / 1e6,
        querySeconds,
        allTenantsSeconds,
        twoFiguresSeconds,
        incidentSeconds,
        mergeSeconds);
    assertThat(count).isEqualTo(DAYS - 1 + 23 + 60);
    assertThat(bytes).isLessThan(250_000_000);
    assertThat(querySeconds).as("seconds of a query").isLessThan(2);
    assertThat(incidentSeconds).as("seconds of all tenants' means").isLessThan(60);
  }
}
