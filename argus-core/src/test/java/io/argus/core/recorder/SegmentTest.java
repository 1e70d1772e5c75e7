package io.argus.core.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.recorder.RecordFiles.Opened;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SegmentTest {
  private static final Columns COLUMNS = Columns.of(List.of("hits", "rate"), List.of("p99"));
  private static final long MINUTE = 29_000_000;

  @TempDir private static Path directory;

  private static SortedMap<Long, Point> points(long seed) {
    Random random = new Random(seed);
    SortedMap<Long, Point> points = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      float[] figures = {
        Point.rounded(random.nextGaussian()),
        i % 7 == 0 ? Float.NaN : Point.rounded(1e6 * random.nextDouble()),
        Point.rounded(random.nextInt())
      };
      points.put(MINUTE + i + (i > 50 ? 9 : 0), new Point(1 + random.nextInt(30), figures));
    }
    return points;
  }

  private static String write(RecordFiles files, String name) throws IOException {
    try (SegmentWriter segment = new SegmentWriter(files.create(name), COLUMNS)) {
      segment.add("", points(1));
      segment.add("alice", points(2));
      return segment.finish(List.of(new Note(MINUTE * 60_000, "plan", "plan v1", "{}")));
    }
  }

  private static void requireSame(SortedMap<Long, Point> actual, SortedMap<Long, Point> expected) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (minute, point) -> {
          assertThat(actual.get(minute).weight).isEqualTo(point.weight);
          assertThat(actual.get(minute).figures).isEqualTo(point.figures);
        });
  }

  @Test
  void whatIsReadIsWhatWasWritten() throws IOException {
    MemoryFiles.Process files = new MemoryFiles().process();
    String digest = write(files, "one");
    assertThat(digest).matches("[0-9a-f]{16}").isEqualTo(write(files, "two"));
    try (SegmentReader segment = new SegmentReader(files.open("one"))) {
      assertThat(segment.series()).containsExactly("", "alice");
      requireSame(segment.points("", COLUMNS), points(1));
      requireSame(segment.points("alice", COLUMNS), points(2));
      assertThat(segment.points("bob", COLUMNS)).isEmpty();
      assertThat(segment.notes())
          .containsExactly(new Note(MINUTE * 60_000, "plan", "plan v1", "{}"));
    }
  }

  @Test
  void figuresOfAnotherVersionAreReadByName() throws IOException {
    MemoryFiles.Process files = new MemoryFiles().process();
    write(files, "one");
    Columns later = Columns.of(List.of("a", "rate"), List.of());
    try (SegmentReader segment = new SegmentReader(files.open("one"))) {
      segment
          .points("alice", later)
          .forEach(
              (minute, point) -> {
                assertThat(point.figures[0]).isNaN();
                assertThat(point.figures[1]).isEqualTo(points(2).get(minute).figures[2]);
              });
    }
  }

  /** Whichever bit flips, a reader gets what was written or an error, never something else. */
  @Test
  void damageIsNeverTakenForFigures() throws IOException {
    MemoryFiles memory = new MemoryFiles();
    write(memory.process(), "one");
    byte[] whole = memory.files.get("one").toByteArray();
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << (at % 8));
      memory.files.get("one").reset();
      memory.files.get("one").write(damaged);
      int errors = 0;
      try (SegmentReader segment = new SegmentReader(memory.process().open("one"))) {
        for (String series : List.of("", "alice")) {
          try {
            requireSame(segment.points(series, COLUMNS), points(series.isEmpty() ? 1 : 2));
          } catch (DamagedException e) {
            errors++;
          }
        }
        try {
          assertThat(segment.notes()).hasSize(1);
        } catch (DamagedException e) {
          errors++;
        }
      } catch (DamagedException e) {
        errors++;
      }
      assertThat(errors).as("byte %s of %s", at, whole.length).isEqualTo(1);
    }
  }

  @Test
  void aSegmentThatWasCutOffIsDamaged() throws IOException {
    MemoryFiles memory = new MemoryFiles();
    write(memory.process(), "one");
    byte[] whole = memory.files.get("one").toByteArray();
    for (int length = 0; length < whole.length; length++) {
      memory.files.get("one").reset();
      memory.files.get("one").write(whole, 0, length);
      Opened file = memory.process().open("one");
      assertThatThrownBy(() -> new SegmentReader(file)).isInstanceOf(DamagedException.class);
    }
  }

  static Stream<RecordFiles> files() {
    return Stream.of(
        new MemoryFiles().process(), RecordFiles.directory(directory.resolve("segments")));
  }

  @ParameterizedTest
  @MethodSource("files")
  void filesOfEveryKindBehaveAlike(RecordFiles files) throws IOException {
    assertThat(files.list()).isEmpty();
    try (OutputStream out = files.create("a.tmp")) {
      out.write(new byte[] {1, 2, 3});
    }
    assertThatThrownBy(() -> files.create("a.tmp")).isInstanceOf(IOException.class);
    assertThat(files.rename("a.tmp", "a")).isTrue();
    files.create("b.tmp").close();
    assertThat(files.rename("b.tmp", "a")).as("replaces a file").isFalse();
    assertThat(files.list()).containsOnlyKeys("a", "b.tmp").containsEntry("a", 3L);
    try (Opened file = files.open("a")) {
      byte[] last = new byte[2];
      file.read(1, last);
      assertThat(last).containsExactly(2, 3);
      assertThat(file.length()).isEqualTo(3);
      assertThatThrownBy(() -> file.read(2, last)).isInstanceOf(IOException.class);
    }
    files.delete("a");
    files.delete("a");
    assertThatThrownBy(() -> files.open("a"))
        .isInstanceOfAny(FileNotFoundException.class, NoSuchFileException.class);
  }
}
