package io.argus.regionserver.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestMeterTest {
  private static final long INTERVAL = RequestMeter.INTERVAL_NANOS;

  private long cpuNanos;
  private long reads;

  private long clock() {
    reads++;
    return cpuNanos;
  }

  private RequestMeter meter(long phase) {
    return new RequestMeter(this::clock, phase);
  }

  private long request(RequestMeter meter, long expected, long used) {
    meter.begin(expected);
    cpuNanos += used;
    return meter.end();
  }

  @Test
  void aRequestExpectedToBeLongIsAlwaysMeasured() {
    RequestMeter meter = meter(0);
    for (int i = 0; i < 10; i++) {
      assertThat(request(meter, INTERVAL, 700_000)).isEqualTo(700_000);
      assertThat(request(meter, 5 * INTERVAL, 3_000_000)).isEqualTo(3_000_000);
    }
    assertThat(reads).isEqualTo(40);
  }

  @Test
  void ofShortRequestsOneInSoManyIsMeasuredAndCountsForAll() {
    RequestMeter meter = meter(0);
    long sum = 0;
    for (int i = 0; i < 1_000; i++) {
      sum += request(meter, INTERVAL / 10, 40_000);
    }
    assertThat(sum).isEqualTo(1_000 * 40_000);
    assertThat(reads).as("two for each that is measured").isEqualTo(200);
  }

  @Test
  void theSumIsRightOnAverageWhateverWasExpected() {
    Random random = new Random(3);
    double estimated = 0;
    double used = 0;
    for (int thread = 0; thread < 30; thread++) {
      RequestMeter meter = meter(thread * 618_034L);
      for (int i = 0; i < 20_000; i++) {
        long nanos = 5_000 + random.nextInt(100_000) + (random.nextInt(500) == 0 ? 900_000 : 0);
        // Expectations that have little to do with what comes.
        estimated += request(meter, 1_000 + random.nextInt(300_000), nanos);
        used += nanos;
      }
    }
    assertThat(estimated / used).isCloseTo(1, within(0.01));
  }

  @Test
  void aLongRequestIsMeasuredExactlyFromItsFirstPauseOn() {
    RequestMeter meter = meter(0);
    meter.begin(10);
    cpuNanos += 1_000_000;
    assertThat(meter.longer(9_000_000)).as("it was not chosen").isZero();
    cpuNanos += 2_000_000;
    assertThat(meter.longer(12_000_000)).isEqualTo(2_000_000);
    cpuNanos += 500_000;
    assertThat(meter.end()).isEqualTo(500_000);
    assertThat(meter.end()).as("between two requests").isZero();

    RequestMeter chosen = meter(INTERVAL - 1);
    chosen.begin(INTERVAL / 4);
    cpuNanos += 1_000_000;
    assertThat(chosen.longer(2_000_000)).as("it stands for four").isEqualTo(4_000_000);
    cpuNanos += 1_000_000;
    assertThat(chosen.end()).isEqualTo(1_000_000);
  }

  @Test
  void withoutAClockNothingIsMeasured() {
    RequestMeter meter = new RequestMeter(() -> -1, 0);
    meter.begin(INTERVAL);
    assertThat(meter.longer(1_000)).isZero();
    assertThat(meter.end()).isZero();
  }

  @Test
  void whatOneRequestUsedIsMeasuredOrExpectedAndNeverMoreThanItsHandlerTime() {
    RequestMeter meter = meter(0);
    request(meter, 40_000, 70_000);
    assertThat(meter.isEstimate()).isTrue();
    assertThat(meter.usedNanos(90_000)).isEqualTo(40_000);
    assertThat(meter.usedNanos(30_000)).isEqualTo(30_000);

    request(meter, INTERVAL, 70_000);
    assertThat(meter.isEstimate()).isFalse();
    assertThat(meter.usedNanos(900_000)).isEqualTo(70_000);

    meter.begin(40_000);
    cpuNanos += 100_000;
    meter.longer(200_000);
    cpuNanos += 300_000;
    meter.longer(800_000);
    assertThat(meter.usedNanos(800_000)).as("while it goes on").isEqualTo(500_000);
    cpuNanos += 50_000;
    meter.end();
    assertThat(meter.usedNanos(900_000)).isEqualTo(550_000);

    RequestMeter blind = new RequestMeter(() -> -1, INTERVAL - 1);
    blind.begin(40_000);
    blind.end();
    assertThat(blind.usedNanos(90_000)).isEqualTo(90_000);
  }
}
