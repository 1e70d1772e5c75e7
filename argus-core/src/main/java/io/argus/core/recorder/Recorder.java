package io.argus.core.recorder;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.recorder.MergePlan.Merge;
import io.argus.core.settings.Settings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what happens on a cluster in {@link RecordFiles}: once a minute it writes what is new as
 * a segment of its own, makes one merge that is due, and deletes what is no longer needed. It works
 * in a thread that the platform gives. Two masters may record at the same time.
 *
 * <p>While it cannot write, it keeps {@value #MAX_MINUTES} minutes; then it drops the oldest and
 * counts what is dropped.
 *
 * <p>Safe for use by any thread.
 */
public final class Recorder {
  private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

  /** The name of the cluster's own series. */
  static final String CLUSTER = "";

  private static final int MAX_MINUTES = 60;
  private static final int MAX_NOTES = 1_000;

  /** A task that takes longer waits for the files. */
  private static final long MAX_TASK_MINUTES = 15;

  private final Columns columns;
  private final Supplier<Settings> settings;
  private final AtomicBoolean working = new AtomicBoolean();
  private volatile @Nullable Target target;
  private volatile String problem = "";
  private volatile String upkeepProblem = "";
  private volatile List<SegmentName> damaged = Collections.emptyList();
  private volatile long workedMinute = Long.MIN_VALUE;
  private volatile long failedMillis;

  @GuardedBy("this")
  private final SortedMap<Long, SortedMap<String, Point>> unwritten = new TreeMap<>();

  @GuardedBy("this")
  private final List<Note> notes = new ArrayList<>();

  @GuardedBy("this")
  private long dropped;

  /** Where it records. Immutable. */
  private static final class Target {
    private final RecordFiles files;
    private final Segments segments;
    private final Executor thread;

    Target(RecordFiles files, Segments segments, Executor thread) {
      this.files = files;
      this.segments = segments;
      this.thread = thread;
    }
  }

  /**
   * @param means names of the figures of which coarser points have the mean
   * @param maxima names of those of which they have the greatest
   * @param settings read anew each time
   */
  public Recorder(
      Collection<String> means, Collection<String> maxima, Supplier<Settings> settings) {
    this.columns = Columns.of(means, maxima);
    this.settings = settings;
  }

  /**
   * Begins to write.
   *
   * @param files where
   * @param writer a name that no other process has
   * @param inOrder runs tasks one after the other
   */
  public void start(RecordFiles files, String writer, Executor inOrder) {
    target =
        new Target(
            files,
            new Segments(files, writer.replaceAll("[^A-Za-z0-9.]", "_"), this::pause),
            inOrder);
  }

  /** Reads what all masters have recorded, also while it is off; empty where nothing can be. */
  public Optional<RecordReader> reader() {
    Target current = target;
    return current == null ? Optional.empty() : Optional.of(new RecordReader(current.files));
  }

  private void pause(long bytes) throws InterruptedIOException {
    try {
      TimeUnit.MILLISECONDS.sleep(
          bytes * 1000 / settings.get().get(Settings.RECORDER_BYTES_PER_SECOND));
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted while it merged");
    }
  }

  /** Whether it records. */
  public boolean isOn() {
    return target != null && settings.get().get(Settings.RECORDER_ENABLED);
  }

  /** What keeps it from its work, and which segments are damaged; empty if all is well. */
  public List<String> problems() {
    List<String> all = new ArrayList<>();
    if (isOn()) {
      for (SegmentName segment : damaged) {
        all.add(
            "recorded history lacks what was damaged in "
                + segment
                + ": delete this file if you do not need it");
      }
      Stream.of(problem, upkeepProblem).filter(each -> !each.isEmpty()).forEach(all::add);
    }
    return all;
  }

  /**
   * Adds the figures of a minute that is over.
   *
   * @param minute minutes since the epoch
   * @param rounds how many rounds of the master they are made of
   * @param figures by name of a series, then of the figure; an empty name for those of the cluster
   */
  public synchronized void minute(
      long minute, int rounds, Map<String, ? extends Map<String, Float>> figures) {
    if (!isOn()) {
      return;
    }
    SortedMap<String, Point> points = unwritten.computeIfAbsent(minute, m -> new TreeMap<>());
    figures.forEach((series, of) -> points.merge(series, point(rounds, of), Point::better));
    while (unwritten.size() > MAX_MINUTES) {
      dropped += unwritten.getOrDefault(unwritten.firstKey(), points).size();
      unwritten.remove(unwritten.firstKey());
    }
  }

  private Point point(int rounds, Map<String, Float> of) {
    float[] figures = new float[columns.count()];
    for (int i = 0; i < figures.length; i++) {
      figures[i] = Point.rounded(of.getOrDefault(columns.names().get(i), Float.NaN));
    }
    return new Point(rounds, figures);
  }

  /**
   * Adds something that happened.
   *
   * @param millis when, since the epoch
   * @param kind one word
   * @param text one sentence
   * @param document more about it, such as a plan as JSON; may be empty
   */
  public synchronized void note(long millis, String kind, String text, String document) {
    if (isOn()) {
      notes.add(new Note(millis, kind, text, document));
      if (notes.size() > MAX_NOTES) {
        notes.remove(0);
        dropped++;
      }
    }
  }

  /**
   * Does what is due. Returns at once, and throws nothing.
   *
   * @param nowMillis milliseconds since the epoch
   */
  public void tick(long nowMillis) {
    Target current = target;
    long minute = nowMillis / RecordReader.MINUTE_MILLIS;
    if (current == null || !isOn() || minute == workedMinute) {
      return;
    }
    if (!working.compareAndSet(false, true)) {
      if (minute - workedMinute > MAX_TASK_MINUTES && problem.isEmpty()) {
        failed(
            current, new IOException("no answer yet"), workedMinute * RecordReader.MINUTE_MILLIS);
      }
      return;
    }
    workedMinute = minute;
    try {
      current.thread.execute(
          () -> {
            try {
              work(current, nowMillis);
            } finally {
              working.set(false);
            }
          });
    } catch (RuntimeException e) {
      working.set(false);
      LOG.warn("Nothing is recorded this time: {}", e.toString());
    }
  }

  private void work(Target into, long nowMillis) {
    long minute = nowMillis / RecordReader.MINUTE_MILLIS;
    try {
      write(into.segments, minute);
      works(into, nowMillis);
    } catch (IOException | RuntimeException | LinkageError e) {
      failed(into, e, nowMillis);
      return;
    }
    Throwable failure = failure(() -> mergeOne(into.segments, minute));
    Throwable other =
        failure(
            () ->
                damaged =
                    into.segments.clean(minute, settings.get().get(Settings.RECORDER_MAX_BYTES)));
    upkept(into, failure == null ? other : failure);
  }

  /** Something that may fail. */
  private interface Step {
    void run() throws IOException;
  }

  private static @Nullable Throwable failure(Step step) {
    try {
      step.run();
      return null;
    } catch (IOException | RuntimeException | LinkageError e) {
      return e;
    }
  }

  private void upkept(Target into, @Nullable Throwable failure) {
    if (failure == null) {
      upkeepProblem = "";
      return;
    }
    if (upkeepProblem.isEmpty()) {
      LOG.warn("History in {} cannot be merged or deleted", into.files.location(), failure);
    }
    upkeepProblem =
        "recorded history in "
            + into.files.location()
            + " cannot be merged or deleted, it takes more files than it should: "
            + message(failure);
  }

  /** Writes what is new: a segment for each hour, so that merges find it as a whole. */
  private void write(Segments segments, long nowMinute) throws IOException {
    Map<Long, SortedMap<Long, SortedMap<String, Point>>> minutes = new TreeMap<>();
    Map<Long, List<Note>> noted = new TreeMap<>();
    synchronized (this) {
      unwritten.forEach(
          (minute, points) ->
              minutes
                  .computeIfAbsent(Point.slot(minute, MergePlan.HOUR), hour -> new TreeMap<>())
                  .put(minute, new TreeMap<>(points)));
      for (Note note : notes) {
        long hour = Point.slot(note.millis / RecordReader.MINUTE_MILLIS, MergePlan.HOUR);
        minutes.computeIfAbsent(hour, h -> new TreeMap<>());
        noted.computeIfAbsent(hour, h -> new ArrayList<>()).add(note);
      }
    }
    for (Map.Entry<Long, SortedMap<Long, SortedMap<String, Point>>> hour : minutes.entrySet()) {
      List<Note> of = noted.getOrDefault(hour.getKey(), Collections.emptyList());
      write(segments, hour.getValue(), of, nowMinute);
      synchronized (this) {
        for (Map.Entry<Long, ?> written : hour.getValue().entrySet()) {
          unwritten.remove(written.getKey(), written.getValue()); // unless it has more by now
        }
        notes.removeAll(of);
      }
    }
  }

  private void write(
      Segments segments,
      SortedMap<Long, SortedMap<String, Point>> minutes,
      List<Note> of,
      long nowMinute)
      throws IOException {
    SortedMap<String, SortedMap<Long, Point>> series = new TreeMap<>();
    long from = Long.MAX_VALUE;
    long to = Long.MIN_VALUE;
    for (Map.Entry<Long, SortedMap<String, Point>> minute : minutes.entrySet()) {
      from = Math.min(from, minute.getKey());
      to = Math.max(to, minute.getKey() + 1);
      minute
          .getValue()
          .forEach(
              (name, point) ->
                  series.computeIfAbsent(name, n -> new TreeMap<>()).put(minute.getKey(), point));
    }
    for (Note note : of) {
      from = Math.min(from, note.millis / RecordReader.MINUTE_MILLIS);
      to = Math.max(to, note.millis / RecordReader.MINUTE_MILLIS + 1);
    }
    segments.write(series, of, columns, from, to, nowMinute);
  }

  /** Makes the first merge that succeeds; what cannot be read now must not keep back the others. */
  private void mergeOne(Segments segments, long nowMinute) throws IOException {
    IOException failure = null;
    for (Merge merge : MergePlan.merges(segments.current().keySet(), nowMinute)) {
      try {
        segments
            .merge(merge, nowMinute)
            .forEach(each -> LOG.warn("Of the recorded history, {}", each));
        break;
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void works(Target into, long nowMillis) {
    long lost;
    synchronized (this) {
      lost = dropped;
      dropped = 0;
    }
    boolean again = !problem.isEmpty();
    problem = "";
    if (again || lost > 0) {
      LOG.info("History is written to {}; {} points are missing", into.files.location(), lost);
    }
    if (lost > 0) {
      note(
          again ? failedMillis : nowMillis,
          "fault",
          lost + " points were not recorded: the recorder could not write",
          "");
    }
  }

  private void failed(Target into, Throwable why, long nowMillis) {
    if (problem.isEmpty()) {
      failedMillis = nowMillis;
      LOG.warn("History is not written to {}", into.files.location(), why);
    }
    long lost;
    synchronized (this) {
      lost = dropped;
    }
    problem =
        "component recorder FAILED on the master: history is not written to "
            + into.files.location()
            + " since "
            + Instant.ofEpochMilli(failedMillis).truncatedTo(ChronoUnit.SECONDS)
            + ", the last hour will be written later"
            + (lost > 0 ? ", " + lost + " older points were dropped" : "")
            + ": "
            + message(why);
  }

  private static String message(Throwable why) {
    return why.getMessage() == null ? why.toString() : why.getMessage();
  }
}
