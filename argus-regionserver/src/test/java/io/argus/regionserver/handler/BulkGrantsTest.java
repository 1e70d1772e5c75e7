package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.usage.RequestKind;
import io.argus.regionserver.handler.LatencySlo.Verdict;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BulkGrantsTest {
  private static final int CORES = 2;
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final BulkGrants grants = new BulkGrants(CORES);
  private long now;

  private void follow(Verdict verdict, int times) {
    for (int i = 0; i < times; i++) {
      grants.follow(true, verdict, now);
    }
  }

  @Test
  void thePartFallsToATenthWhileWaitsExceedTheirTargetAndRisesMoreSlowly() {
    follow(Verdict.EXCEEDED, 1);
    assertThat(grants.part()).isCloseTo(0.9, within(1e-9));
    follow(Verdict.EXCEEDED, 20);
    assertThat(grants.part()).isEqualTo(BulkGrants.MIN_PART);
    follow(Verdict.BELOW, 5);
    follow(Verdict.UNKNOWN, 5);
    assertThat(grants.part()).isEqualTo(BulkGrants.MIN_PART);
    follow(Verdict.WELL_BELOW, 5);
    assertThat(grants.part()).isCloseTo(0.2, within(1e-9));
    follow(Verdict.WELL_BELOW, 100);
    assertThat(grants.areNeeded()).isFalse();
  }

  @Test
  void noGrantIsNeededWithoutAnActiveTenantWhoseWaitsWereTooLong() {
    assertThat(grants.areNeeded()).isFalse();
    follow(Verdict.WELL_BELOW, 1);
    assertThat(grants.isActive()).isTrue();
    assertThat(grants.areNeeded()).isFalse();
    follow(Verdict.EXCEEDED, 1);
    assertThat(grants.areNeeded()).isTrue();
    grants.follow(false, Verdict.UNKNOWN, now);
    assertThat(grants.areNeeded()).isFalse();
    assertThat(grants.part()).isEqualTo(1);
  }

  @Test
  void whatIsGrantedIsThePartOfAllCoresHoweverLongCallsTake() {
    follow(Verdict.EXCEEDED, 20);
    long used = 0;
    for (int i = 0; now < 60 * SECOND; i++) {
      now += MILLI;
      grants.fill(now);
      if (grants.mayBeTaken()) {
        long uses = i % 3 == 0 ? MILLI / 5 : 7 * MILLI;
        grants.giveBack(grants.take(uses) - uses);
        used += uses;
      }
    }
    assertThat((double) used / now).isCloseTo(BulkGrants.MIN_PART * CORES, within(0.01));
  }

  @Test
  void aCallThatEndsEarlyGivesItsGrantBack() {
    follow(Verdict.EXCEEDED, 20);
    grants.fill(SECOND);
    long granted = grants.take(SECOND);
    assertThat(granted).isEqualTo(BulkGrants.GRANT_NANOS);
    assertThat(grants.mayBeTaken()).isFalse();
    grants.giveBack(granted - MILLI);
    assertThat(grants.mayBeTaken()).isTrue();
  }

  @Test
  void nothingKeepsOthersOutForMoreThanASecond() {
    follow(Verdict.EXCEEDED, 20);
    grants.fill(SECOND);
    grants.giveBack(grants.take(SECOND) - 60 * SECOND);
    assertThat(grants.fill(SECOND + 900 * MILLI)).isFalse();
    assertThat(grants.fill(2 * SECOND + MILLI)).isTrue();
    assertThat(grants.mayBeTaken()).isTrue();
  }

  @Test
  void timeWithoutSuchATenantEarnsNothing() {
    follow(Verdict.EXCEEDED, 20);
    grants.giveBack(-100 * MILLI);
    grants.follow(false, Verdict.UNKNOWN, now);
    now += 60 * SECOND;
    follow(Verdict.UNKNOWN, 1);
    grants.fill(now);
    assertThat(grants.mayBeTaken()).isFalse();
  }

  @Test
  void aScanIsLongSoonerThanAGet() {
    assertThat(BulkGrants.isLong(RequestKind.SCAN, MILLI / 2)).isTrue();
    assertThat(BulkGrants.isLong(RequestKind.SCAN, MILLI / 10)).isFalse();
    assertThat(BulkGrants.isLong(RequestKind.GET, MILLI / 2)).isFalse();
    assertThat(BulkGrants.isLong(RequestKind.GET, 2 * MILLI)).isTrue();
  }
}
