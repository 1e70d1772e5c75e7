package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.cli.live.AnsweringMaster;
import io.argus.cli.live.RecordedHistory;
import io.argus.core.recorder.RecordFiles;
import io.argus.core.recorder.Recorder;
import io.argus.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryCommandTest {
  private static final String DOCUMENT =
      "{'version':1,'millis':[0,60000],'scores':{'dScore':[0.5,0.75],'jIndex':[1,null]},"
          + "'tenants':[{'tenant':'alice','operationsPerSecond':[1,2500],'cpuShare':[0.25,0.375],"
          + "'queueWaitP50Nanos':[0,1500000]}]}";

  @RegisterExtension final AnsweringMaster master = new AnsweringMaster("history", DOCUMENT);

  @Test
  void figuresBecomeATable() {
    assertThat(master.run("alice", "--span", "hours", "--last", "1")).isZero();
    assertThat(master.asked()).isEqualTo("/argus/history.json?span=hours&tenants=alice");
    assertThat(master.printed())
        .containsPattern("1970-01-01 \\d\\d:01:00 \\S+ +2,500 ")
        .contains("1.5/-", " 0.38 ")
        .doesNotContain(":00:00 ");
    assertThat(master.run()).isZero();
    assertThat(master.asked()).isEqualTo("/argus/history.json?span=minutes");
    assertThat(master.printed())
        .containsPattern("\\d\\d:00:00 \\S+  0.500  1.000")
        .containsPattern("\\d\\d:01:00 \\S+  0.750 +- ");
    assertThat(master.run("--json")).isZero();
    assertThat(master.printed()).startsWith("{\"version\":1");
  }

  @Test
  void whatIsNotKnownIsSaid() {
    master.answers(200, "{'tenants':[{'tenant':'nobody'}],'millis':[]}");
    assertThat(master.run("nobody")).isOne();
    master.answers(500, DOCUMENT);
    assertThat(master.run("broken")).isOne();
    assertThat(master.run("no/tenant")).isOne();
    assertThat(master.run("--span", "years")).isEqualTo(2);
    assertThat(master.complaints())
        .contains("the master has no history of tenant nobody")
        .contains("answered 500")
        .contains("tenant name 'no/tenant' is not legal")
        .contains("'years'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "[]", "<html>", "{'millis':[1],'tenants':[]}", "{'millis':7,'tenants':{}}"})
  void anAnswerOfAnotherKindIsNoStackTrace(String document) {
    master.answers(200, document);
    assertThat(master.run("alice")).isOne();
    assertThat(master.complaints()).contains("did not answer with a history");
  }

  @Test
  void recordedHistoryNeedsNoServer(@TempDir Path directory) {
    Recorder recorder =
        new Recorder(List.of("operationsPerSecond", "dScore"), List.of(), Settings::defaults);
    recorder.start(RecordFiles.directory(directory), "test", Runnable::run);
    long minute = Instant.parse("2026-11-24T03:10:00Z").getEpochSecond() / 60;
    Map<String, Float> alice = Map.of("operationsPerSecond", 2500f);
    recorder.minute(minute, 30, Map.of("alice", alice, "", Map.of("dScore", 0.75f)));
    recorder.note(minute * 60_000 + 7, "plan", "plan v2: better for alice", "{}");
    recorder.tick((minute + 1) * 60_000);

    String[] span = {"--dir", directory.toString(), "--from", "2026-11-23", "--to", "2026-11-25"};
    assertThat(master.run(with(span, "alice"))).isZero();
    assertThat(master.printed()).contains(" 2,500 ", "plan: plan v2: better for alice");
    assertThat(master.run(span)).isZero();
    assertThat(master.printed()).contains("0.750");
    assertThat(master.run(with(span, "--json"))).isZero();
    assertThat(master.printed()).startsWith("{").contains("\"operationsPerSecond\":[2500]");
    assertThat(master.run(with(span, "bob"))).isOne();
    assertThat(master.complaints()).contains("no recorded history of tenant bob");
  }

  private static String[] with(String[] some, String more) {
    return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void timesAreReadAsPeopleWriteThem() throws IOException {
    ZonedDateTime now = ZonedDateTime.of(2026, 11, 24, 9, 30, 0, 0, ZoneId.systemDefault());
    long nowMillis = now.toInstant().toEpochMilli();
    assertThat(RecordedHistory.millis("--from", "90m", nowMillis))
        .isEqualTo(now.minusMinutes(90).toInstant().toEpochMilli());
    assertThat(RecordedHistory.millis("--from", "03:10", nowMillis))
        .isEqualTo(now.withHour(3).withMinute(10).toInstant().toEpochMilli());
    assertThat(RecordedHistory.millis("--from", "10:00", nowMillis))
        .as("yesterday")
        .isEqualTo(now.minusDays(1).withHour(10).withMinute(0).toInstant().toEpochMilli());
    assertThat(RecordedHistory.millis("--from", "2026-11-20T03:10", nowMillis))
        .isEqualTo(now.withDayOfMonth(20).withHour(3).withMinute(10).toInstant().toEpochMilli());
    assertThatThrownBy(() -> RecordedHistory.millis("--from", "noon", nowMillis))
        .hasMessageContaining("--from is 'noon': must be");
  }
}
