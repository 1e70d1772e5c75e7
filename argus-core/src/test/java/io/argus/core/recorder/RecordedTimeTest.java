package io.argus.core.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedTimeTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final long NOW = Instant.parse("2026-11-28T12:30:00Z").toEpochMilli();

  @ParameterizedTest
  @CsvSource({
    "90m, 2026-11-28T11:00:00Z",
    "12h, 2026-11-28T00:30:00Z",
    "30d, 2026-10-29T12:30:00Z",
    "10:00, 2026-11-28T09:00:00Z",
    "13:31, 2026-11-27T12:31:00Z",
    "2026-11-24, 2026-11-23T23:00:00Z",
    "2026-11-24T03:10, 2026-11-24T02:10:00Z",
    "2026-11-24T03:10Z, 2026-11-24T03:10:00Z",
    "2026-11-24T03:10+05:30, 2026-11-23T21:40:00Z"
  })
  void isReadAsPeopleWriteIt(String text, String time) {
    assertThat(RecordedTime.millis("from", text, BERLIN, NOW))
        .isEqualTo(Instant.parse(time).toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "noon",
        "123456h",
        "-1h",
        "25:00",
        "2026-13-01",
        "2026-11-24T03:10+99:00",
        "+999999999-12-31T23:59",
        "<script>"
      })
  void whatIsNoTimeIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordedTime.millis("from", text, BERLIN, NOW))
        .withMessageContaining("from is '" + text + "': must be a time (10:00, ");
  }

  @Test
  void nothingElseIsThrownWhateverIsWritten() {
    Random random = new Random(7);
    String characters = "0123456789-:TZ+mhd<&%\u0000é";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      random
          .ints(random.nextInt(20), 0, characters.length())
          .forEach(at -> text.append(characters.charAt(at)));
      try {
        RecordedTime.millis("from", text.toString(), BERLIN, NOW);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageStartingWith("from is '");
      }
    }
  }
}
