package io.argus.master.status;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import io.argus.core.recorder.RecordReader;
import io.argus.core.recorder.Recorder;
import io.argus.core.settings.Settings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The observed scores and every tenant's figures over time: each round of the last minutes, and one
 * point per minute of the last hours. It is empty when a master becomes active.
 *
 * <p>Holds 50 KB per tenant, and at most {@value #MAX_TENANTS} tenants: another one replaces the
 * one that has been gone for longest. Safe for use by any thread.
 */
public final class History {
  /** Length and resolution. */
  public enum Span {
    /** The last {@value #FINE_POINTS} rounds; 10 minutes with the default report period. */
    MINUTES,
    /**
     * The last 6 hours, one point per minute: the mean, or the greatest of waits and of the worst
     * throughput loss.
     */
    HOURS
  }

  /** The number of region servers that reported, among the scores. */
  public static final String SERVERS = "servers";

  private static final String WORST_LOSS = "worstThroughputLoss";

  public static final String OPERATIONS = "operationsPerSecond";

  static final String RESPONSE_P99 = "responseP99Nanos";

  public static final String DEMAND_LIMITED = "demandLimited";

  private static final int FINE_POINTS = 300;
  private static final int COARSE_POINTS = 360;
  private static final long COARSE_MILLIS = 60_000;
  private static final long HOUR_MILLIS = 60 * COARSE_MILLIS;

  /** What was an hour ago is the mean of the minutes that are so close to it. */
  private static final long AROUND_MILLIS = 3 * COARSE_MILLIS;

  private static final int MAX_TENANTS = 500;
  private static final int MAX_SERIES = MAX_TENANTS * TenantMetric.ALL.size();
  private static final MathContext DIGITS = new MathContext(6);
  private static final String[] SCORES = {"jIndex", "efficiency", "dScore", WORST_LOSS, SERVERS};

  @GuardedBy("this")
  private final SeriesWindow fine = new SeriesWindow(FINE_POINTS, SCORES.length + MAX_SERIES);

  @GuardedBy("this")
  private final SeriesWindow coarse = new SeriesWindow(COARSE_POINTS, SCORES.length + MAX_SERIES);

  @GuardedBy("this")
  private final Map<String, Bucket> minute = new LinkedHashMap<>();

  @GuardedBy("this")
  private long minuteNumber = -1;

  @GuardedBy("this")
  private int minuteRounds;

  private volatile @Nullable Recorder recorder;

  /** The figures of one series within a minute. */
  private static final class Bucket {
    private final boolean greatest;
    private double sum;
    private double most;
    private int count;

    Bucket(boolean greatest) {
      this.greatest = greatest;
    }

    void add(float figure) {
      sum += figure;
      most = count == 0 ? figure : Math.max(most, figure);
      count++;
    }

    float figure() {
      return (float) (greatest ? most : sum / count);
    }
  }

  /** A recorder for all the figures of a history. */
  public static Recorder recorder(Supplier<Settings> settings) {
    return new Recorder(members(false), members(true), settings);
  }

  private static List<String> members(boolean greatest) {
    List<String> members = new ArrayList<>();
    for (String score : SCORES) {
      if (score.equals(WORST_LOSS) == greatest) {
        members.add(score);
      }
    }
    for (TenantMetric metric : TenantMetric.ALL) {
      if (metric.greatest == greatest) {
        members.add(metric.member);
      }
    }
    return members;
  }

  /** Gives each minute to a recorder from now on. */
  void recordIn(Recorder target) {
    recorder = target;
  }

  /** Reads what all masters have recorded; empty while this one does not record. */
  public Optional<RecordReader> recorded() {
    Recorder target = recorder;
    return target == null || !target.isOn() ? Optional.empty() : target.reader();
  }

  /** When the first of its minutes began, milliseconds since the epoch; now if it has none. */
  public synchronized long sinceMillis(long nowMillis) {
    return coarse.size() == 0 ? nowMillis : coarse.millis(0);
  }

  public synchronized void add(ClusterStatus status) {
    long number = status.writtenMillis() / COARSE_MILLIS;
    if (number != minuteNumber) {
      endMinute();
      minuteNumber = number;
      minuteRounds = 0;
    }
    minuteRounds++;
    Map<String, Float> figures = new LinkedHashMap<>();
    put(figures, SCORES[0], (float) status.jIndex(), false);
    put(figures, SCORES[1], (float) status.efficiency(), false);
    put(figures, SCORES[2], (float) status.dScore(), false);
    put(figures, SCORES[3], (float) status.worstThroughputLoss(), true);
    put(figures, SCORES[4], status.servers().size(), false);
    for (TenantStatus tenant : status.tenants()) {
      for (TenantMetric metric : TenantMetric.ALL) {
        put(figures, key(tenant.tenant(), metric), metric.of(tenant), metric.greatest);
      }
    }
    fine.add(status.writtenMillis(), figures);
  }

  @GuardedBy("this")
  private void put(Map<String, Float> figures, String name, float figure, boolean greatest) {
    if (!Float.isNaN(figure) && !Float.isInfinite(figure)) {
      figures.put(name, figure);
      minute.computeIfAbsent(name, n -> new Bucket(greatest)).add(figure);
    }
  }

  @GuardedBy("this")
  private void endMinute() {
    Map<String, Float> figures = new LinkedHashMap<>();
    minute.forEach((name, bucket) -> figures.put(name, bucket.figure()));
    minute.clear();
    if (!figures.isEmpty()) {
      coarse.add(minuteNumber * COARSE_MILLIS, figures);
      record(figures);
    }
  }

  @GuardedBy("this")
  private void record(Map<String, Float> figures) {
    Recorder target = recorder;
    if (target == null) {
      return;
    }
    Map<String, Map<String, Float>> series = new LinkedHashMap<>();
    figures.forEach(
        (key, figure) -> {
          int blank = key.indexOf(' ');
          series
              .computeIfAbsent(key.substring(0, Math.max(0, blank)), n -> new LinkedHashMap<>())
              .put(key.substring(blank + 1), figure);
        });
    target.minute(minuteNumber, minuteRounds, series);
  }

  private static String key(String tenant, TenantMetric metric) {
    return tenant + ' ' + metric.member;
  }

  /**
   * JSON with the members version, span, millis, scores and tenants. Each series is as long as
   * millis, with null where there is no figure.
   *
   * @param tenants whose series to include
   */
  public synchronized String toJson(Span span, Collection<String> tenants) {
    SeriesWindow window = span == Span.MINUTES ? fine : coarse;
    JsonArray millis = new JsonArray();
    for (int i = 0; i < window.size(); i++) {
      millis.add(window.millis(i));
    }
    JsonObject scores = new JsonObject();
    for (String score : SCORES) {
      addSeries(scores, score, window.figures(score));
    }
    JsonArray ofTenants = new JsonArray();
    for (String tenant : tenants) {
      JsonObject entry = new JsonObject();
      entry.addProperty("tenant", tenant);
      for (TenantMetric metric : TenantMetric.ALL) {
        if (metric.inHistory) {
          addSeries(entry, metric.member, window.figures(key(tenant, metric)));
        }
      }
      ofTenants.add(entry);
    }
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    document.addProperty("span", span.name().toLowerCase(Locale.ROOT));
    document.add("millis", millis);
    document.add("scores", scores);
    document.add("tenants", ofTenants);
    return document.toString();
  }

  /**
   * JSON with the members version, millis and tenants: the 99th percentile of the latency of each
   * tenant an hour before the last round, without tenants of which it is not known.
   */
  public synchronized String hourAgo(Collection<String> tenants) {
    long hourAgo = minuteNumber * COARSE_MILLIS - HOUR_MILLIS;
    JsonArray ofTenants = new JsonArray();
    for (String tenant : tenants) {
      double p99 = meanAround(hourAgo, minutesOf(tenant + ' ' + RESPONSE_P99));
      if (p99 > 0) {
        JsonObject entry = new JsonObject();
        entry.addProperty("tenant", tenant);
        entry.addProperty(RESPONSE_P99, Math.rint(p99));
        ofTenants.add(entry);
      }
    }
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    document.addProperty("millis", hourAgo);
    document.add("tenants", ofTenants);
    return document.toString();
  }

  /** The mean of the minutes around a time; NaN if none has a figure. */
  @GuardedBy("this")
  private double meanAround(long millis, double[] minutes) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < minutes.length; i++) {
      if (Math.abs(coarse.millis(i) - millis) < AROUND_MILLIS && !Double.isNaN(minutes[i])) {
        sum += minutes[i];
        count++;
      }
    }
    return sum / count;
  }

  /**
   * Of each minute, the oldest first: the number of region servers, the tenant's operations per
   * second, and the part of the minute in which it was demand-limited; NaN where there is no
   * figure.
   */
  public synchronized double[][] minutes(String tenant) {
    return new double[][] {
      minutesOf(SERVERS),
      minutesOf(tenant + ' ' + OPERATIONS),
      minutesOf(tenant + ' ' + DEMAND_LIMITED)
    };
  }

  @GuardedBy("this")
  private double[] minutesOf(String name) {
    double[] minutes = new double[coarse.size()];
    Arrays.fill(minutes, Double.NaN);
    float[] figures = coarse.figures(name);
    for (int i = 0; figures != null && i < minutes.length; i++) {
      minutes[i] = figures[i];
    }
    return minutes;
  }

  private static void addSeries(JsonObject object, String member, float @Nullable [] figures) {
    if (figures == null) {
      return;
    }
    JsonArray list = new JsonArray(figures.length);
    for (float figure : figures) {
      list.add(Float.isNaN(figure) ? null : rounded(figure));
    }
    object.add(member, list);
  }

  private static Number rounded(float figure) {
    BigDecimal exact = new BigDecimal(figure).round(DIGITS);
    return exact.scale() < 0 ? exact.setScale(0) : exact;
  }
}
