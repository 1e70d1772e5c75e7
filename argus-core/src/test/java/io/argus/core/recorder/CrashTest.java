package io.argus.core.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.recorder.MemoryFiles.Killed;
import io.argus.core.recorder.MemoryFiles.Steps;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Whatever step of whatever process ends with kill -9, and in whatever order two masters take their
 * steps: what was sealed is there, and counts once.
 */
class CrashTest {
  private static final Columns COLUMNS = Columns.of(List.of("rate"), List.of("p99"));

  /** The first minute of a day. */
  private static final long DAY = 20_000L * MergePlan.DAY;

  private static final long NEXT = DAY + MergePlan.DAY;
  private static final List<Long> WRITTEN = List.of(0L, 1L, 9L, 10L, 59L, 60L, 75L, 700L, 1439L);
  private static final List<String> SERIES = List.of("", "alice", "bob");
  private static final long MAX_BYTES = 1 << 30;
  private static final int LIVES = 300;

  private final MemoryFiles memory = new MemoryFiles();

  /** What was sealed, by series. */
  private final SortedMap<String, SortedMap<Long, Point>> sealed = new TreeMap<>();

  /** One process that records. */
  private final class Master {
    private final String name;
    private final Segments segments;
    private SortedMap<String, SortedMap<Long, Point>> writing = new TreeMap<>();

    Master(String name, Steps steps) {
      this.name = name;
      MemoryFiles.Process files = memory.new Process(steps);
      files.onSeal = this::seal;
      segments = new Segments(files, name, bytes -> {});
    }

    void write(long minute, int weight) throws IOException {
      for (String series : SERIES) {
        float[] figures = {minute % 100 + series.length(), weight};
        SortedMap<Long, Point> points = new TreeMap<>();
        points.put(minute, new Point(weight, figures));
        writing.put(series, points);
      }
      Note note = new Note(minute * 60_000, "plan", name + " at " + minute, "");
      segments.write(writing, List.of(note), COLUMNS, minute, minute + 1, minute + 1);
      writing = new TreeMap<>();
    }

    private void seal() {
      writing.forEach(
          (series, points) ->
              points.forEach(
                  (minute, point) ->
                      sealed
                          .computeIfAbsent(series, s -> new TreeMap<>())
                          .merge(minute, point, Point::better)));
    }

    /** Makes all merges that are due; one that another process has made may fail. */
    void merge(long nowMinute) throws IOException {
      for (MergePlan.Merge merge : MergePlan.merges(segments.current().keySet(), nowMinute)) {
        try {
          assertThat(segments.merge(merge, nowMinute)).as("damaged").isEmpty();
        } catch (FileNotFoundException e) {
          // The next round lists the files again.
        }
      }
      segments.clean(nowMinute, MAX_BYTES);
    }
  }

  /** All that a reader finds, at a resolution. */
  private SortedMap<String, SortedMap<Long, Point>> found(int resolution) throws IOException {
    RecordFiles files = memory.process();
    SortedMap<String, Joined> joined = new TreeMap<>();
    for (SegmentName name : Segments.segments(files.list()).keySet()) {
      assertThat(name.isDamaged()).as("%s", name).isFalse();
      try (SegmentReader segment = new SegmentReader(files.open(name.toString()))) {
        for (String series : segment.series()) {
          joined
              .computeIfAbsent(series, s -> new Joined(COLUMNS))
              .add(name.resolution, segment.points(series, COLUMNS));
        }
      }
    }
    SortedMap<String, SortedMap<Long, Point>> found = new TreeMap<>();
    joined.forEach((series, points) -> found.put(series, points.at(resolution)));
    return found;
  }

  private void requireAll(int resolution) throws IOException {
    SortedMap<String, SortedMap<Long, Point>> found = found(resolution);
    assertThat(found.keySet()).isEqualTo(sealed.keySet());
    for (String series : sealed.keySet()) {
      SortedMap<Long, Point> expected = Point.fold(sealed.get(series), resolution, COLUMNS);
      SortedMap<Long, Point> actual = found.get(series);
      assertThat(actual.keySet()).isEqualTo(expected.keySet());
      expected.forEach(
          (minute, point) -> {
            Point same = actual.get(minute);
            assertThat(same.weight)
                .as("rounds of '%s' at %s", series, minute)
                .isEqualTo(point.weight);
            assertThat(same.figures[0]).isEqualTo(point.figures[0]);
            assertThat(same.figures[1]).isCloseTo(point.figures[1], within(0.05f));
          });
    }
  }

  /** Something a master does. */
  private interface Stage {
    void run(Master master) throws IOException;
  }

  private static List<Stage> writes() {
    List<Stage> stages = new ArrayList<>();
    for (long minute : WRITTEN) {
      stages.add(master -> master.write(DAY + minute, (int) minute % 7 + 1));
      stages.add(master -> master.merge(DAY + minute + 1));
    }
    return stages;
  }

  /** Merges into the resolution of an age, and once more when the inputs may go. */
  private static List<Stage> merges(long age) {
    return List.of(
        master -> master.merge(NEXT + age),
        master -> master.merge(NEXT + age + 1),
        master -> master.merge(NEXT + age + Segments.GRACE_MINUTES + 1));
  }

  private static final long[] AGES = {
    70, MergePlan.MINUTE_DAYS * (long) MergePlan.DAY, MergePlan.TENS_DAYS * (long) MergePlan.DAY
  };

  private static final int[] RESOLUTIONS = {1, 10, 60};

  /** Runs a life in which one step is the last of its master; another one takes over. */
  private int live(int lastStep) throws IOException {
    int[] steps = {0};
    Master master =
        new Master(
            "first",
            () -> {
              if (steps[0]++ == lastStep) {
                throw new Killed();
              }
            });
    for (int i = 0; i <= AGES.length; i++) {
      for (Stage stage : i == 0 ? writes() : merges(AGES[i - 1])) {
        try {
          stage.run(master);
        } catch (Killed e) {
          requireAll(RESOLUTIONS[Math.max(0, i - 1)]);
          master = new Master("second", () -> {});
        }
      }
      requireAll(RESOLUTIONS[Math.max(0, i - 1)]);
    }
    return steps[0];
  }

  @Test
  void killedAtAnyStep() throws IOException {
    int all = live(-1);
    assertThat(sealed.get("alice")).hasSize(WRITTEN.size());
    assertThat(Segments.segments(memory.process().list())).hasSize(1);
    for (int step = 0; step < all; step++) {
      memory.files.clear();
      sealed.clear();
      live(step);
      assertThat(sealed.getOrDefault("alice", new TreeMap<>()).size())
          .as("killed at step %s: at most the last minute is missing", step)
          .isGreaterThanOrEqualTo(WRITTEN.size() - 1);
    }
  }

  /** Lets one thread at a time take a step, in an order that a seed gives. */
  private static final class Turns {
    private final Random random;

    @GuardedBy("this")
    private final List<Thread> waiting = new ArrayList<>();

    @GuardedBy("this")
    private int running;

    @GuardedBy("this")
    private @Nullable Thread chosen;

    Turns(long seed, int threads) {
      random = new Random(seed);
      running = threads;
    }

    synchronized void step() {
      waiting.add(Thread.currentThread());
      choose();
      boolean interrupted = false;
      while (chosen != Thread.currentThread()) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      chosen = null;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    synchronized void end() {
      running--;
      choose();
    }

    @GuardedBy("this")
    private void choose() {
      if (!waiting.isEmpty() && waiting.size() == running) {
        chosen = waiting.remove(random.nextInt(waiting.size()));
        notifyAll();
      }
    }
  }

  @Test
  void twoMastersInAnyOrder() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int seed = 0; seed < LIVES; seed++) {
        memory.files.clear();
        sealed.clear();
        for (int i = 0; i <= AGES.length; i++) {
          List<Stage> stages = i == 0 ? writes() : merges(AGES[i - 1]);
          Turns turns = new Turns(31L * seed + i, 2);
          List<Future<?>> both = new ArrayList<>();
          for (int which = 0; which < 2; which++) {
            Random kills = new Random(7L * seed + which);
            String name = "master" + which + "at" + i;
            both.add(threads.submit(() -> together(name, stages, turns, kills)));
          }
          for (Future<?> each : both) {
            each.get();
          }
          requireAll(RESOLUTIONS[Math.max(0, i - 1)]);
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private Void together(String name, List<Stage> stages, Turns turns, Random kills)
      throws IOException {
    try {
      turns.step();
      int lives = 0;
      Steps steps =
          () -> {
            turns.step();
            if (kills.nextInt(60) == 0) {
              throw new Killed();
            }
          };
      Master master = new Master(name + "n" + lives, steps);
      for (Stage stage : stages) {
        try {
          stage.run(master);
        } catch (Killed e) {
          lives++;
          master = new Master(name + "n" + lives, steps);
        }
      }
      return null;
    } finally {
      turns.end();
    }
  }
}
