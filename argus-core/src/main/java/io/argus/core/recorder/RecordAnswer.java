package io.argus.core.recorder;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What was found for a question, day by day. Used by one thread. */
class RecordAnswer {
  private static final MathContext DIGITS = new MathContext(4);

  private final long from;
  private final long to;
  private final int step;
  private final @Nullable Collection<String> tenants;
  private final boolean withDocuments;

  /** Figures by series, name of the figure and minute. */
  private final SortedMap<String, SortedMap<String, SortedMap<Long, Float>>> figures =
      new TreeMap<>();

  private final SortedSet<Long> minutes = new TreeSet<>();
  private final SortedSet<Note> notes = new TreeSet<>();
  private final Set<String> problems = new TreeSet<>();
  private boolean unreadable;
  private int segments;

  /**
   * @param fromMillis since the epoch
   * @param toMillis the end, which does not belong to it
   * @param step minutes of a point
   * @param tenants null for all
   * @param withDocuments whether the documents of events are wanted: plans may be long
   */
  RecordAnswer(
      long fromMillis,
      long toMillis,
      int step,
      @Nullable Collection<String> tenants,
      boolean withDocuments) {
    this.from = RecordReader.minute(fromMillis);
    this.to = RecordReader.end(toMillis);
    this.step = step;
    this.tenants = tenants;
    this.withDocuments = withDocuments;
  }

  /** Whether a segment has something of its time. */
  final boolean overlaps(SegmentName segment) {
    return segment.overlaps(from, to);
  }

  /** Whether a segment could not be read that is not damaged: it may be gone. */
  boolean isUnreadable() {
    return unreadable;
  }

  /** Adds the segments of a day. */
  void add(List<SegmentName> names, RecordFiles files) throws IOException {
    try (Day day = new Day(names, files, this::leaveOut)) {
      segments += day.segments();
      Columns columns = day.columns();
      for (String name : day.series()) {
        if (tenants == null || tenants.contains(name) || name.equals(Recorder.CLUSTER)) {
          add(name, day.points(name, columns), columns);
        }
      }
      day.notes().forEach(this::add);
    }
  }

  private void leaveOut(SegmentName segment, IOException why) {
    boolean damaged = why instanceof DamagedException;
    unreadable |= !damaged;
    problems.add(
        segment
            + (damaged
                ? " is damaged, the damaged part is left out: "
                : " cannot be read and is left out: ")
            + why.getMessage());
  }

  private void add(String name, Joined joined, Columns columns) {
    joined
        .at(step)
        .forEach(
            (minute, point) -> {
              if (minute < to && minute + step > from) {
                put(name, minute, point, columns);
              }
            });
  }

  /** Takes a point that was asked for. */
  void put(String name, long minute, Point point, Columns columns) {
    minutes.add(minute);
    Map<String, SortedMap<Long, Float>> series =
        figures.computeIfAbsent(name, n -> new TreeMap<>());
    for (int i = 0; i < columns.count(); i++) {
      if (!Float.isNaN(point.figures[i])) {
        series
            .computeIfAbsent(columns.names().get(i), n -> new TreeMap<>())
            .put(minute, point.figures[i]);
      }
    }
  }

  private void add(Note note) {
    if (note.millis >= from * RecordReader.MINUTE_MILLIS
        && note.millis < to * RecordReader.MINUTE_MILLIS) {
      notes.add(withDocuments ? note : new Note(note.millis, note.kind, note.text, ""));
    }
  }

  String toJson(String directory) {
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    document.addProperty("directory", directory);
    document.addProperty("segments", segments);
    document.addProperty("stepMinutes", step);
    JsonArray millis = new JsonArray();
    minutes.forEach(minute -> millis.add(minute * RecordReader.MINUTE_MILLIS));
    document.add("millis", millis);
    document.add("scores", series(Recorder.CLUSTER));
    JsonArray tenants = new JsonArray();
    for (String name : figures.keySet()) {
      if (!name.equals(Recorder.CLUSTER)) {
        JsonObject series = series(name);
        series.addProperty("tenant", name);
        tenants.add(series);
      }
    }
    document.add("tenants", tenants);
    JsonArray events = new JsonArray();
    notes.forEach(note -> events.add(json(note)));
    document.add("events", events);
    JsonArray said = new JsonArray();
    problems.forEach(said::add);
    document.add("problems", said);
    return document.toString();
  }

  private JsonObject series(String name) {
    JsonObject series = new JsonObject();
    figures
        .getOrDefault(name, new TreeMap<>())
        .forEach(
            (figure, values) -> {
              JsonArray list = new JsonArray(minutes.size());
              for (Long minute : minutes) {
                Float value = values.get(minute);
                list.add(value == null ? null : rounded(value));
              }
              series.add(figure, list);
            });
    return series;
  }

  private static JsonObject json(Note note) {
    JsonObject event = new JsonObject();
    event.addProperty("millis", note.millis);
    event.addProperty("kind", note.kind);
    event.addProperty("text", note.text);
    if (!note.document.isEmpty()) {
      event.addProperty("document", note.document);
    }
    return event;
  }

  private static Number rounded(float figure) {
    BigDecimal exact = new BigDecimal(figure).round(DIGITS);
    return exact.scale() < 0 ? exact.setScale(0) : exact;
  }
}
