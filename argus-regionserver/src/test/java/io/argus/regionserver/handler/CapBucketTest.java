package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.Caps;
import io.argus.core.tenant.Caps.Cap;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapBucketTest {
  private static final long SECOND = 1_000_000_000;
  private static final long MILLI = 1_000_000;

  private final CapBucket bucket = new CapBucket();
  private long now = -5 * SECOND;

  private static Cap cap(String limits) {
    String text = "batch:" + limits.replace(",", ",batch:");
    return Caps.parse(text).of("batch");
  }

  /** Takes all that it may for some time, and returns how many operations that were. */
  private long greedy(long nanos, int operations, long bytes) {
    long taken = 0;
    for (long end = now + nanos; now < end; now += MILLI) {
      while (bucket.isOpen(now)) {
        bucket.charge(operations, bytes);
        taken += operations;
      }
    }
    return taken;
  }

  @Test
  void withoutACapItIsOpenWhateverIsTaken() {
    bucket.charge(1_000_000, 1L << 50);

    assertThat(bucket.limits()).isFalse();
    assertThat(bucket.isOpen(now)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100})
  void eachActionOfAMultiCountsAndTheRateIsExact(int actions) {
    bucket.limit(cap("ops=200"), 1, now);

    assertThat(greedy(60 * SECOND, actions, 50)).isCloseTo(12_000, within(100L));
  }

  @Test
  void afterAnIdleMinuteABurstOfAMinuteIsSaved() {
    bucket.limit(cap("ops=200,burst=60"), 1, now);
    greedy(SECOND, 1, 0);
    now += 300 * SECOND;

    assertThat(greedy(MILLI, 1, 0)).isCloseTo(12_000, within(2L));
    assertThat(greedy(10 * SECOND, 1, 0)).isCloseTo(2_000, within(2L));
  }

  @Test
  void whatWasSavedIsLostSlowlyWhenThePartShrinks() {
    bucket.limit(cap("ops=200,burst=60"), 0.5, now);
    now += 300 * SECOND;
    bucket.limit(cap("ops=200,burst=60"), 0.25, now);

    now += 6 * SECOND;
    assertThat(greedy(MILLI, 1, 0)).isBetween(5_600L, 5_800L);
    assertThat(bucket.usedSeconds()).isCloseTo(28.5, within(0.5));
    now += 600 * SECOND;
    assertThat(greedy(MILLI, 1, 0)).isCloseTo(3_000, within(2L));
  }

  @Test
  void aReplyThatIsLargerThanTheCapIsPaidForBeforeTheNextRequest() {
    bucket.limit(cap("bytes=1000"), 1, now);
    now += MILLI;
    bucket.charge(1, 5_001);

    assertThat(bucket.isOpen(now)).isFalse();
    assertThat(bucket.waitNanos(0, 0, now)).isCloseTo(5 * SECOND, within(10 * MILLI));
    now += 5 * SECOND + 10 * MILLI;
    assertThat(bucket.isOpen(now)).isTrue();
  }

  @Test
  void aServerWithoutAPartLetsNothingThrough() {
    bucket.limit(cap("ops=200"), 0, now);
    now += 100 * SECOND;

    assertThat(bucket.isOpen(now)).isFalse();
    assertThat(bucket.waitNanos(0, 0, now)).isEqualTo(Long.MAX_VALUE);
    assertThat(bucket.turn(Long.MAX_VALUE, 1, 1, 10 * SECOND, now)).isEqualTo(10 * SECOND);
    assertThat(bucket.turn(Long.MAX_VALUE, 1, 1, 10 * SECOND, now)).isEqualTo(10 * SECOND);
  }

  @Test
  void whoIsSentAwayComesAgainOneAfterTheOther() {
    bucket.limit(cap("ops=10"), 1, now);

    assertThat(bucket.turn(SECOND, 1, 0, 10 * SECOND, now)).isEqualTo(SECOND);
    assertThat(bucket.turn(SECOND, 5, 0, 10 * SECOND, now)).isEqualTo(SECOND + SECOND / 10);
    assertThat(bucket.turn(SECOND, 1, 0, 10 * SECOND, now)).isEqualTo(SECOND + 6 * SECOND / 10);
    now += 20 * SECOND;
    assertThat(bucket.turn(SECOND, 1, 0, 10 * SECOND, now)).isEqualTo(SECOND);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void serversTogetherNeverExceedTheCapHoweverTheirPartsMove(long seed) {
    Random random = new Random(seed);
    Cap cap = cap("ops=100,burst=20");
    CapBucket[] servers = {new CapBucket(), new CapBucket(), new CapBucket()};
    long begin = now;
    double taken = 0;
    for (int step = 0; step < 5_000; step++) {
      if (step % 50 == 0) {
        double first = random.nextDouble();
        double second = random.nextDouble() * (1 - first);
        double[] parts = {first, second, 1 - first - second};
        for (int i = 0; i < servers.length; i++) {
          servers[i].limit(cap, parts[i], now);
        }
      }
      now += random.nextInt(100) * MILLI;
      for (CapBucket server : servers) {
        while (random.nextInt(200) != 0 && server.isOpen(now)) {
          server.charge(1, 0);
          taken++;
        }
      }
      double seconds = (now - begin) / 1e9;
      assertThat(taken).isLessThanOrEqualTo(100 * seconds + servers.length);
    }
    assertThat(taken).isGreaterThan(5_000);
  }
}
