package io.argus.core.recorder;

import static io.argus.core.text.Text.format;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What tenants had in a span of time and in the hour before it, by what masters have recorded: what
 * limited a tenant, who used more, and what would help.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Incident {
  /** How long before the span it is compared with, milliseconds. */
  public static final long BEFORE_MILLIS = TimeUnit.HOURS.toMillis(1);

  private static final double MILLI = 1e6;
  private static final double HALF = 0.5;

  /** Below it, so few requests on average wait for a cap or memstores that they do not limit. */
  private static final double MIN_HELD = 0.1;

  private static final int MAX_OTHERS = 3;

  private static final String OPERATIONS = "operationsPerSecond";
  private static final String READ = "hdfsReadBytesPerSecond";
  private static final String CPU = "cpuFraction";

  /** What kept a tenant from doing more. */
  private enum Cause {
    DEMAND("its own demand. Its clients asked for less than it could have."),
    CAP("its cap. Its requests waited longest for it."),
    MEMSTORE("its part of the memstores. Its writes waited longest for a flush."),
    IO_ADMISSION("its share of HDFS. Its requests waited longest for I/O admission."),
    HANDLERS("handlers or CPU. Its requests waited longest for a handler."),
    NO_WAIT("nothing that Argus divides. Its requests hardly waited; see disks, network, clients.");

    private final String sentence;

    Cause(String sentence) {
      this.sentence = sentence;
    }
  }

  private final SortedMap<String, Map<String, Double>> before;
  private final SortedMap<String, Map<String, Double>> then;

  Incident(Means before, Means then) {
    this.before = before.all();
    this.then = then.all();
  }

  /**
   * @param document of {@link RecordReader#json}, with all tenants, from {@link #BEFORE_MILLIS}
   *     before the span until its end
   * @param fromMillis when the span begins, milliseconds since the epoch
   * @param toMillis the end, which does not belong to it
   * @throws RuntimeException if it is another document
   */
  public static Incident of(JsonObject document, long fromMillis, long toMillis) {
    Means before = new Means(Long.MIN_VALUE, fromMillis);
    Means then = new Means(fromMillis, toMillis);
    JsonArray millis = document.getAsJsonArray("millis");
    for (JsonElement each : document.getAsJsonArray("tenants")) {
      JsonObject series = each.getAsJsonObject();
      String tenant = series.get("tenant").getAsString();
      for (Map.Entry<String, JsonElement> figure : series.entrySet()) {
        if (!figure.getValue().isJsonArray()) {
          continue;
        }
        JsonArray points = figure.getValue().getAsJsonArray();
        for (int i = 0; i < points.size(); i++) {
          if (!points.get(i).isJsonNull()) {
            long time = millis.get(i).getAsLong();
            before.add(tenant, figure.getKey(), time, points.get(i).getAsDouble());
            then.add(tenant, figure.getKey(), time, points.get(i).getAsDouble());
          }
        }
      }
    }
    return new Incident(before, then);
  }

  /** The tenants of which something was recorded in the span. */
  public Set<String> tenants() {
    return Collections.unmodifiableSet(then.keySet());
  }

  /** The mean of each figure of a tenant in the hour before. */
  public Map<String, Double> before(String tenant) {
    return Collections.unmodifiableMap(before.getOrDefault(tenant, Collections.emptyMap()));
  }

  /** The mean of each figure of a tenant in the span. */
  public Map<String, Double> then(String tenant) {
    return Collections.unmodifiableMap(then.getOrDefault(tenant, Collections.emptyMap()));
  }

  private double figure(String tenant, String figure) {
    return then(tenant).getOrDefault(figure, 0.0);
  }

  private Cause cause(String tenant) {
    double capped = figure(tenant, "capWaitFraction");
    double io = figure(tenant, "hdfsWaitP99Nanos");
    double handlers = figure(tenant, "queueWaitP99Nanos");
    double memstore = figure(tenant, "memstoreWaitFraction");
    double held = Math.max(capped, memstore);
    if (held >= MIN_HELD
        && held >= figure(tenant, "hdfsWaitFraction")
        && held >= figure(tenant, "queueWaitFraction")) {
      return capped >= memstore ? Cause.CAP : Cause.MEMSTORE;
    }
    if (figure(tenant, "demandLimited") > HALF) {
      return Cause.DEMAND;
    }
    if (Math.max(io, handlers) < MILLI) {
      return Cause.NO_WAIT;
    }
    return io >= handlers ? Cause.IO_ADMISSION : Cause.HANDLERS;
  }

  /** What limited a tenant, as a sentence that goes on after a colon. */
  public String limit(String tenant) {
    return cause(tenant).sentence;
  }

  /**
   * Other tenants that used more than before of that for which a tenant waited, the greatest
   * increase first.
   */
  public List<String> others(String tenant) {
    Cause cause = cause(tenant);
    if (cause == Cause.CAP || cause == Cause.MEMSTORE) {
      return Collections.emptyList(); // they are its own
    }
    String used = cause == Cause.HANDLERS ? CPU : READ;
    return then.keySet().stream()
        .filter(other -> !other.equals(tenant) && more(other, used) > 0)
        .sorted(Comparator.comparingDouble(other -> -more(other, used)))
        .limit(MAX_OTHERS)
        .collect(Collectors.toList());
  }

  private double more(String other, String figure) {
    return figure(other, figure) - before(other).getOrDefault(figure, 0.0);
  }

  /** What would help a tenant, as a sentence that goes on after a colon. */
  public String advice(String tenant) {
    Cause cause = cause(tenant);
    if (cause == Cause.DEMAND || cause == Cause.NO_WAIT) {
      return "nothing that Argus can change.";
    }
    if (cause == Cause.CAP) {
      return format("a higher cap of %s, or none ('argus tenant cap %s').", tenant, tenant);
    }
    if (cause == Cause.MEMSTORE) {
      return "faster or fewer flushes: larger memstores (hbase.regionserver.global.memstore.size), a"
          + " faster disk, or clients that write less.";
    }
    String own = format("a greater share of %s: 'argus tenant share %s=2'", tenant, tenant);
    double operations = before(tenant).getOrDefault(OPERATIONS, 0.0);
    if (operations >= 1) {
      own +=
          format(
              "; or an SLO of what it did before: 'argus slo set %s --min-ops %.0f'",
              tenant, operations);
    }
    List<String> others = others(tenant);
    return others.isEmpty()
        ? own + ". No other tenant used more than before."
        : cap(others.get(0)) + " Or " + own + ".";
  }

  /** A cap at what the other tenant did before; at half of what it did then, if it did nothing. */
  private String cap(String other) {
    double operations = before(other).getOrDefault(OPERATIONS, 0.0);
    boolean worked = operations >= 1;
    return format(
        "a cap of %s at %s: 'argus tenant cap %s --max-ops %.0f'.",
        other,
        worked ? "what it did before" : "half of what it did",
        other,
        worked ? operations : Math.max(1, HALF * figure(other, OPERATIONS)));
  }
}
