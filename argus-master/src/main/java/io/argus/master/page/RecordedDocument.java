package io.argus.master.page;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageQuery;
import io.argus.core.recorder.Incident;
import io.argus.core.recorder.RecordReader;
import io.argus.core.recorder.RecordedTime;
import io.argus.core.recorder.Recorder;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The document {@code recorded.json}: what the recorder has of a span of time, of all tenants or of
 * one. It is read in a thread of its own: HDFS may be slow or away.
 *
 * <p>Safe for use by any thread.
 */
final class RecordedDocument {
  private static final Logger LOG = LoggerFactory.getLogger(RecordedDocument.class);

  /** For so long, history is kept. */
  private static final int MAX_DAYS = 400;

  private static final int MAX_CHARTED = 8;
  private static final int MAX_EVENTS = 200;
  private static final long KNOWN_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final double HALF = 0.5;
  private static final Gson GSON = new Gson();

  private final Recorder recorder;
  private final ComputedAnswers answers;
  private final LongSupplier clockMillis;
  private volatile @Nullable Known known;

  /** What was read last: the tenants of one period are looked at one after another. Immutable. */
  private static final class Known {
    private final String period;
    private final Incident incident;
    private final long millis;

    Known(String period, Incident incident, long millis) {
      this.period = period;
      this.incident = incident;
      this.millis = millis;
    }

    boolean isOf(String asked, long nowMillis) {
      long ageMillis = nowMillis - millis;
      return period.equals(asked) && ageMillis >= 0 && ageMillis < KNOWN_MILLIS;
    }
  }

  RecordedDocument(Recorder recorder, ComputedAnswers answers, LongSupplier clockMillis) {
    this.recorder = recorder;
    this.answers = answers;
    this.clockMillis = clockMillis;
  }

  /** When it begins and ends, milliseconds since the epoch. Immutable. */
  private static final class Span {
    private final long fromMillis;
    private final long toMillis;

    /** As it was asked for. */
    private final String text;

    Span(PageQuery query, long nowMillis) {
      ZoneId zone = UsageDocument.zone(query.parameter("zone").orElse("UTC"));
      String from =
          query
              .parameter("from")
              .orElseThrow(
                  () -> new IllegalArgumentException("from is missing: must be a time, or 1h"));
      fromMillis = RecordedTime.millis("from", from, zone, nowMillis);
      Optional<String> to = query.parameter("to");
      text = from + ' ' + to.orElse("") + ' ' + zone;
      toMillis = to.map(text -> RecordedTime.millis("to", text, zone, nowMillis)).orElse(nowMillis);
      if (fromMillis >= nowMillis) {
        throw wrong("from", from, "must be in the past");
      }
      if (toMillis <= fromMillis) {
        throw wrong("to", to.orElse("now"), "must be after from, '" + Shortened.of(from) + "'");
      }
      if (fromMillis < nowMillis - TimeUnit.DAYS.toMillis(2L * MAX_DAYS)
          || toMillis - fromMillis > TimeUnit.DAYS.toMillis(MAX_DAYS)) {
        throw wrong("from", from, "must be at most " + MAX_DAYS + " days ago (400d)");
      }
    }

    private static IllegalArgumentException wrong(String name, String value, String why) {
      return new IllegalArgumentException(name + " is '" + Shortened.of(value) + "': " + why);
    }
  }

  /** Parameters: from, to, zone, tenant; see docs/json.md. */
  String toJson(PageQuery query) {
    Span span = new Span(query, clockMillis.getAsLong());
    String tenant = query.parameter("tenant").map(name -> TenantId.of(name).name()).orElse(null);
    Optional<RecordReader> reader = recorder.reader();
    if (!reader.isPresent()) {
      return unread(span, "This master has no recorder: the page can only show the present.");
    }
    return answers.get(
        "recorded " + query.parameters(), String.class, () -> read(reader.get(), span, tenant));
  }

  private String read(RecordReader reader, Span span, @Nullable String tenant) {
    try {
      Incident incident = incident(reader, span);
      List<String> tenants = tenant == null ? mostAffected(incident) : concerned(incident, tenant);
      int minutes = (int) TimeUnit.MILLISECONDS.toMinutes(span.toMillis - span.fromMillis);
      List<String> charted = tenants.subList(0, Math.min(MAX_CHARTED, tenants.size()));
      String figures =
          reader.figures(span.fromMillis, span.toMillis, RecordReader.step(minutes), charted);
      return document(span, figures, incident, tenants, tenant);
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.warn("Recorded history cannot be shown", e);
      return unread(span, "Recorded history cannot be read: " + e.getMessage());
    }
  }

  private Incident incident(RecordReader reader, Span span) throws IOException {
    Known last = known;
    if (last != null && last.isOf(span.text, clockMillis.getAsLong())) {
      return last.incident;
    }
    Incident incident = reader.incident(span.fromMillis, span.toMillis);
    known = new Known(span.text, incident, clockMillis.getAsLong());
    return incident;
  }

  /** The greatest loss first, but those that asked for less than they could have last. */
  private static List<String> mostAffected(Incident incident) {
    return incident.tenants().stream()
        .sorted(
            Comparator.comparing(
                    (String tenant) -> figure(incident, tenant, "demandLimited") > HALF)
                .thenComparing(tenant -> -figure(incident, tenant, "throughputLoss")))
        .collect(Collectors.toList());
  }

  private static double figure(Incident incident, String tenant, String figure) {
    return incident.then(tenant).getOrDefault(figure, 0.0);
  }

  /** The tenant, and who used more. */
  private static List<String> concerned(Incident incident, String tenant) {
    List<String> all = new ArrayList<>();
    if (incident.tenants().contains(tenant)) {
      all.add(tenant);
      all.addAll(incident.others(tenant));
    }
    return all;
  }

  private String document(
      Span span, String figures, Incident incident, List<String> tenants, @Nullable String tenant) {
    JsonObject document = JsonParser.parseString(figures).getAsJsonObject();
    JsonArray events = document.getAsJsonArray("events");
    document.addProperty("eventsLeftOut", Math.max(0, events.size() - MAX_EVENTS));
    while (events.size() > MAX_EVENTS) {
      events.remove(0);
    }
    addSpan(document, span);
    JsonArray means = new JsonArray();
    for (String each : tenants) {
      JsonObject entry = new JsonObject();
      entry.addProperty("tenant", each);
      entry.add("before", GSON.toJsonTree(incident.before(each)));
      entry.add("then", GSON.toJsonTree(incident.then(each)));
      means.add(entry);
    }
    document.add("means", means);
    if (tenant != null && !tenants.isEmpty()) {
      JsonObject why = new JsonObject();
      why.addProperty("limit", incident.limit(tenant));
      why.add("others", GSON.toJsonTree(incident.others(tenant)));
      why.addProperty("advice", incident.advice(tenant));
      document.add("incident", why);
    }
    return document.toString();
  }

  private void addSpan(JsonObject document, Span span) {
    document.addProperty("fromMillis", span.fromMillis);
    document.addProperty("toMillis", span.toMillis);
    document.addProperty("isOn", recorder.isOn());
  }

  private String unread(Span span, String why) {
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    addSpan(document, span);
    for (String none : new String[] {"millis", "tenants", "events", "means"}) {
      document.add(none, new JsonArray());
    }
    document.add("scores", new JsonObject());
    JsonArray problems = new JsonArray();
    problems.add(why);
    document.add("problems", problems);
    return document.toString();
  }
}
