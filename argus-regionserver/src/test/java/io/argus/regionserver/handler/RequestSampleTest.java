package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestSampleTest {
  private final Random random = new Random(1);
  private final RequestSample sample = new RequestSample();
  private int common = 1;
  private long nowNanos;

  /** What a second of evenly distributed requests came to. */
  private final class Second {
    int measured;
    long represented;

    Second(int requests) {
      for (int i = 0; i < requests; i++) {
        nowNanos += TimeUnit.SECONDS.toNanos(1) / requests;
        int weight = sample.next(random.nextInt(), common);
        represented += weight;
        if (weight > 0) {
          measured++;
          sample.measured(nowNanos);
        }
      }
    }
  }

  @Test
  void ofFewRequestsAllAreMeasured() {
    for (int i = 0; i < 10; i++) {
      Second second = new Second(250);
      assertThat(second.measured).isEqualTo(250);
      assertThat(second.represented).isEqualTo(250);
    }
  }

  @Test
  void ofManyRequestsSomeStandForAll() {
    new Second(25_000);
    for (int i = 0; i < 10; i++) {
      Second second = new Second(25_000);
      assertThat(second.measured).isBetween(RequestSample.PER_SECOND, 2 * RequestSample.PER_SECOND);
      assertThat((double) second.represented).isCloseTo(25_000, within(4_000.0));
    }
  }

  /** However many: more than a 128th are not left out. */
  @Test
  void aSampleIsNoSmallerThanThat() {
    new Second(200_000);
    assertThat(new Second(200_000).measured).isBetween(1_400, 1_750);
  }

  @Test
  void aTenantThatAsksForLessIsMeasuredInFullAgain() {
    new Second(25_000);
    for (int i = 0; i < 100; i++) {
      new Second(10);
    }
    assertThat(new Second(10).measured).isEqualTo(10);
  }

  /** Of all tenants' requests some were left out before anyone looked whose they are. */
  @Test
  void ofFewRequestsSomeStandForAllIfOthersWereLeftOut() {
    common = 8;
    new Second(200);
    long represented = 0;
    for (int i = 0; i < 100; i++) {
      represented += new Second(200).represented;
    }
    assertThat((double) represented).isCloseTo(20_000, within(2_000.0));
  }

  @Test
  void aTenantThatAsksForNothingHasNoPartInWhatIsLeftOut() {
    assertThat(sample.weight(nowNanos)).isZero();
    new Second(10);
    assertThat(sample.weight(nowNanos)).isEqualTo(1);
    nowNanos += TimeUnit.SECONDS.toNanos(5);
    assertThat(sample.weight(nowNanos)).isZero();
  }
}
