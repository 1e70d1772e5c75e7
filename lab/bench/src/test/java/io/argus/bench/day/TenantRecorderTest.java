package io.argus.bench.day;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.bench.day.TenantDay.PartFigures;
import io.argus.load.client.LoadLine;
import io.argus.load.client.Preset;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TenantRecorderTest {
  private static final Day DAY = new Day(240);

  private final TenantRecorder recorder =
      new TenantRecorder(
          DAY, new DayTenant("any", "of the test", Preset.RW, 1, Demand.between(8, 20, 30)));

  private void second(int second, int operations, int errors, long micros) {
    Histogram histogram = new Histogram(600_000_000L, 2);
    if (operations > 0) {
      histogram.recordValueWithCount(micros, operations);
    }
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    String text = Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    recorder.add(new LoadLine.Second(second, operations, errors, text));
  }

  @Test
  void nightAndDayHaveTheirOwnFigures() {
    for (int second = 1; second <= 240; second++) {
      boolean day = second > 80 && second <= 200;
      second(second, day ? 20 : 2, day ? 0 : 1, day ? 5_000 : 50_000);
    }
    TenantDay day = recorder.end();

    PartFigures night = day.part(Day.Part.NIGHT);
    PartFigures light = day.part(Day.Part.DAY);
    assertThat(night.asked()).isEqualTo(Demand.IDLE, within(1e-9));
    assertThat(night.done()).isEqualTo(2);
    assertThat(night.failed()).isEqualTo(120);
    assertThat(night.p99Millis()).isCloseTo(50, within(0.5));
    assertThat(light.asked()).isEqualTo(30, within(1e-9));
    assertThat(light.done()).isEqualTo(20);
    assertThat(light.failed()).isZero();
    assertThat(light.p50Millis()).isCloseTo(5, within(0.05));
    assertThat(day.failed()).isEqualTo(120);
    assertThat(day.done(79, 81)).isEqualTo(11);
  }

  @Test
  void aPointOfTheCurveIsOfItsSecondsOnly() {
    second(1, 10, 0, 5_000);
    second(2, 10, 0, 20_000);
    second(3, 0, 0, 0);
    second(4, 0, 0, 0);
    second(5, 1, 0, 80_000);
    second(6, 0, 0, 0);
    TenantDay day = recorder.end();

    assertThat(DAY.pointSeconds()).isEqualTo(2);
    assertThat(day.p50Millis()).hasSize(3);
    assertThat(day.p50Millis().get(0)).isCloseTo(5, within(0.05));
    assertThat(day.p99Millis().get(0)).isCloseTo(20, within(0.2));
    assertThat(day.p99Millis().get(1)).as("nothing succeeded").isNull();
    assertThat(day.p99Millis().get(2)).isCloseTo(80, within(0.8));
  }

  /** A client may send its last second when the day is over. */
  @Test
  void secondsAfterTheDayDoNotCount() {
    second(241, 10, 3, 5_000);

    assertThat(recorder.end().failed()).isZero();
  }
}
