package io.argus.core.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecorderTest {
  /** Ten o'clock. */
  private static final long TEN = 20_000L * MergePlan.DAY + 600;

  private final MemoryFiles memory = new MemoryFiles();
  private final MemoryFiles.Process files = memory.process();
  private Settings settings = Settings.defaults();
  private final Recorder recorder = recorder("master1");

  private Recorder recorder(String writer) {
    Recorder made = new Recorder(List.of("rate"), List.of("p99"), () -> settings);
    made.start(files, writer, Runnable::run);
    return made;
  }

  /** A minute passes; the next one begins. */
  private void pass(long minute, float rate) {
    recorder.minute(
        minute, 30, Map.of("", Map.of("rate", 1f), "alice", Map.of("rate", rate, "p99", 2 * rate)));
    recorder.tick((minute + 1) * 60_000);
  }

  private JsonObject read(long from, long to, int step) throws IOException {
    String json = new RecordReader(files).json(from * 60_000, to * 60_000, step, "alice");
    return JsonParser.parseString(json).getAsJsonObject();
  }

  private static JsonArray rates(JsonObject history) {
    return history.getAsJsonArray("tenants").get(0).getAsJsonObject().getAsJsonArray("rate");
  }

  @Test
  void aReaderFindsWhatWasRecordedAfterTheMasterIsGone() throws IOException {
    recorder.note(TEN * 60_000 + 1, "plan", "plan v3: first", "{\"version\":3}");
    for (int i = 0; i < 200; i++) {
      pass(TEN + i, i);
    }
    assertThat(recorder.problems()).isEmpty();
    JsonObject minutes = read(TEN, TEN + 200, 1);
    assertThat(minutes.getAsJsonArray("millis")).hasSize(200);
    assertThat(rates(minutes).get(150).getAsDouble()).isEqualTo(150);
    assertThat(minutes.getAsJsonObject("scores").getAsJsonArray("rate")).hasSize(200);
    JsonObject event = minutes.getAsJsonArray("events").get(0).getAsJsonObject();
    assertThat(event.get("text").getAsString()).isEqualTo("plan v3: first");
    assertThat(event.get("document").getAsString()).isEqualTo("{\"version\":3}");
    assertThat(minutes.getAsJsonArray("problems")).isEmpty();

    JsonObject tens = read(TEN, TEN + 200, 10);
    assertThat(rates(tens)).hasSize(20);
    assertThat(rates(tens).get(1).getAsDouble()).isEqualTo(14.5);
    JsonObject tenant = tens.getAsJsonArray("tenants").get(0).getAsJsonObject();
    assertThat(tenant.getAsJsonArray("p99").get(1).getAsDouble()).as("greatest").isEqualTo(38);

    assertThat(rates(read(TEN + 10, TEN + 20, 1))).hasSize(10);
  }

  @Test
  void figuresAreReadDayByDayAndOnlyThoseThatAreWanted() throws IOException {
    for (int i = 0; i < 2; i++) {
      for (int minute = 0; minute < 3; minute++) {
        pass(TEN + (long) i * MergePlan.DAY + minute, 10 * i + minute);
      }
    }
    List<String> taken = new ArrayList<>();
    RecordReader.Series alice =
        new RecordReader.Series() {
          @Override
          public boolean wants(String series) {
            return series.equals("alice") || taken.size() < 2;
          }

          @Override
          public void take(String series, long[] minutes, double[][] figures) {
            taken.add(series + minutes.length + Arrays.deepToString(figures));
          }
        };
    long end = TEN + MergePlan.DAY + 2;
    List<String> figures = List.of("rate", "p99", "none");
    Collection<String> problems =
        recorder.reader().orElseThrow().days(TEN * 60_000, end * 60_000, figures, alice);
    assertThat(problems).isEmpty();
    assertThat(taken)
        .as("the day before is not even opened")
        .containsExactly(
            "2[[1.0, 1.0], [NaN, NaN], [NaN, NaN]]",
            "alice2[[10.0, 11.0], [20.0, 22.0], [NaN, NaN]]");

    settings = Settings.read(Map.of("argus.recorder.enabled", "false")::get);
    assertThat(recorder.isOn()).isFalse();
    assertThat(recorder.reader()).as("what is recorded can be read").isPresent();
  }

  @Test
  void minutesBecomeHoursSoThatFilesStayFew() throws IOException {
    for (int i = 0; i < 20 * 60; i++) {
      pass(TEN + i, i);
    }
    long hours =
        Segments.segments(files.list()).keySet().stream().filter(s -> s.to - s.from > 1).count();
    assertThat(hours).isBetween(1L, 21L);
    assertThat(files.list().size()).isLessThan(100);
    assertThat(read(TEN, TEN + 1200, 1).getAsJsonArray("millis")).hasSize(1200);
  }

  @Test
  void anHourIsKeptWhileTheFilesCannotBeWritten() throws IOException {
    pass(TEN, 1);
    files.broken = "no space left";
    for (int i = 1; i <= 90; i++) {
      pass(TEN + i, i);
    }
    assertThat(recorder.problems())
        .singleElement()
        .asString()
        .contains("component recorder FAILED", "no space left", "60 older points were dropped");
    files.broken = "";
    pass(TEN + 91, 91);
    assertThat(recorder.problems()).isEmpty();
    recorder.tick((TEN + 93) * 60_000);
    JsonObject history = read(TEN, TEN + 92, 1);
    assertThat(history.getAsJsonArray("millis")).hasSize(61);
    assertThat(rates(history).get(60).getAsDouble()).isEqualTo(91);
    assertThat(history.getAsJsonArray("events").toString()).contains("points were not recorded");
  }

  @Test
  void aDamagedSegmentIsNamedAndLeftOut() throws IOException {
    for (int i = 0; i < 3; i++) {
      pass(TEN + i, i);
    }
    String second = List.copyOf(memory.files.keySet()).get(1);
    byte[] bytes = memory.files.get(second).toByteArray();
    memory.files.get(second).reset();
    memory.files.get(second).write(bytes, 0, bytes.length - 1);
    JsonObject history = read(TEN, TEN + 3, 1);
    assertThat(history.getAsJsonArray("millis")).hasSize(2);
    assertThat(history.getAsJsonArray("problems").get(0).getAsString()).contains(second, "damaged");

    for (int i = 3; i < 80; i++) {
      pass(TEN + i, i);
    }
    String kept = second.replace(".seg", ".damaged");
    assertThat(recorder.problems()).singleElement().asString().contains(kept);
    assertThat(read(TEN, TEN + 80, 1).getAsJsonArray("millis")).hasSize(79);
    files.delete(kept);
    pass(TEN + 80, 80);
    assertThat(recorder.problems()).isEmpty();
  }

  /** Its DataNodes may be back tomorrow: until then, all else goes on. */
  @Test
  void aSegmentThatCannotBeReadKeepsBackItsOwnHourOnly() throws IOException {
    pass(TEN, 0);
    files.unreadable = List.copyOf(memory.files.keySet()).get(0);
    SegmentName old = new SegmentName(60, 0, MergePlan.DAY, "0".repeat(16));
    memory.files.put(old.toString(), new ByteArrayOutputStream());
    for (int i = 1; i < 140; i++) {
      pass(TEN + i, i);
    }
    assertThat(recorder.problems())
        .singleElement()
        .asString()
        .contains("cannot be merged", "no DataNode has " + files.unreadable);
    assertThat(files.list())
        .as("60 minutes, an hour, 20 minutes")
        .hasSize(81)
        .doesNotContainKey(old.toString());
    assertThat(read(TEN, TEN + 140, 1).getAsJsonArray("millis")).hasSize(139);
    files.unreadable = "";
    pass(TEN + 140, 140);
    assertThat(recorder.problems()).isEmpty();
    assertThat(read(TEN, TEN + 141, 1).getAsJsonArray("millis")).hasSize(141);
  }

  /** As after a step of the clock. */
  @Test
  void aMinuteThatGoesOnWhileItIsWrittenIsWrittenAgain() throws IOException {
    files.onSeal =
        () -> {
          files.onSeal = () -> {};
          recorder.minute(TEN, 40, Map.of("alice", Map.of("rate", 7f)));
        };
    pass(TEN, 1);
    recorder.tick((TEN + 2) * 60_000);
    assertThat(rates(read(TEN, TEN + 1, 1)).get(0).getAsDouble()).isEqualTo(7);
  }

  @Test
  void filesThatDoNotAnswerAreAProblem() throws IOException {
    List<Runnable> hanging = new ArrayList<>();
    recorder.start(files, "master1", hanging::add);
    for (int i = 0; i < 15; i++) {
      pass(TEN + i, i);
    }
    assertThat(hanging).hasSize(1);
    assertThat(recorder.problems()).isEmpty();
    for (int i = 15; i < 90; i++) {
      pass(TEN + i, i);
    }
    assertThat(recorder.problems()).singleElement().asString().contains("no answer yet");
    hanging.get(0).run();
    assertThat(recorder.problems()).isEmpty();
    pass(TEN + 90, 90);
    hanging.get(1).run();
    assertThat(read(TEN, TEN + 91, 1).getAsJsonArray("millis"))
        .as("the last hour, and the minute after")
        .hasSize(61);
  }

  @Test
  void aClockThatIsYearsAheadForAMinuteCostsADay() {
    List<SegmentName> days =
        IntStream.range(1, 9)
            .mapToObj(day -> day * (long) MergePlan.DAY)
            .map(day -> new SegmentName(1, day, day + MergePlan.DAY, "0".repeat(16)))
            .collect(Collectors.toList());
    assertThat(MergePlan.expired(days, 9L * MergePlan.DAY)).isEmpty();
    assertThat(MergePlan.expired(days, 2000L * MergePlan.DAY)).contains(days.get(0));
  }

  @Test
  void itIsSwitchedOffAndOn() throws IOException {
    settings = settings.with(Map.of("argus.recorder.enabled", "false"));
    pass(TEN, 1);
    assertThat(files.list()).isEmpty();
    settings = Settings.defaults();
    pass(TEN + 1, 1);
    assertThat(files.list()).hasSize(1);
  }

  @Test
  void theOldestGoWhenTheLimitIsReached() {
    Map<SegmentName, Long> lengths =
        List.of(3, 1, 2).stream()
            .collect(
                Collectors.toMap(
                    day -> new SegmentName(1, day, day + 1, "0".repeat(16)), day -> 10L));
    assertThat(MergePlan.excess(lengths, 20)).extracting(name -> name.from).containsExactly(1L);
    assertThat(MergePlan.excess(lengths, 19)).extracting(name -> name.from).containsExactly(1L, 2L);
    assertThat(MergePlan.excess(lengths, 30)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"360, 1", "361, 10", "4320, 10", "4321, 60", "129600, 60", "129601, 1440"})
  void theStepSuitsTheSpan(long minutes, int step) {
    assertThat(RecordReader.step(minutes)).isEqualTo(step);
  }

  @ParameterizedTest
  @CsvSource({
    "m1-202611200310-202611200311-0123456789abcdef.seg",
    "m60-202611200000-202611210000-0123456789abcdef.damaged"
  })
  void namesAreReadAsTheyAreWritten(String name) {
    assertThat(SegmentName.of(name)).get().hasToString(name);
    assertThat(SegmentName.of("x" + name)).isEmpty();
    assertThat(SegmentName.of(name.replace("2026", "2099"))).isPresent();
    assertThat(SegmentName.of(name.replace("-20261120", "-20269920"))).isEmpty();
  }
}
