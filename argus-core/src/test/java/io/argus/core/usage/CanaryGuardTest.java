package io.argus.core.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CanaryGuardTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final double SECONDS = 2;
  private static final double FACTOR = 2;

  /** Windows in which only a figure that is named is other than usual. */
  private static TenantUsage usage(double perSecond, double p99Millis, double failed, int queue) {
    return TenantUsage.builder(ALICE)
        .operations(RequestKind.GET, perSecond)
        .set(Figure.RESPONSE_P99, p99Millis * 1e6)
        .set(Figure.FAILED, failed)
        .set(Figure.QUEUE_LENGTH, queue)
        .build();
  }

  private static UsageReport report(TenantUsage... tenants) {
    return new UsageReport("rs1,1,1", 1, SECONDS, 1, 1, 1, List.of(), List.of(tenants));
  }

  private static UsageReport p99(double millis) {
    return report(usage(1_000, millis, 0, 0));
  }

  private static CanaryGuard after(int windows, UsageReport before) {
    CanaryGuard.Before own = new CanaryGuard.Before();
    for (int i = 0; i < windows; i++) {
      own.add(before);
    }
    return own.guard(FACTOR);
  }

  private static List<UsageReport> others(double... millis) {
    List<UsageReport> reports = new ArrayList<>();
    for (double each : millis) {
      reports.add(p99(each));
    }
    return reports;
  }

  /** In which window the guard trips, from 1; 0 if in none. */
  private static int tripsIn(
      CanaryGuard guard, int windows, UsageReport own, List<UsageReport> others) {
    for (int i = 1; i <= windows; i++) {
      if (guard.judge(own, others).isPresent()) {
        return i;
      }
    }
    return 0;
  }

  private static final int EARLIEST = CanaryGuard.SETTLING + CanaryGuard.BAD;
  private static final int LONG = 100;

  @Test
  void aRiseThatTheOthersDoNotShowTripsIt() {
    CanaryGuard guard = after(CanaryGuard.BEFORE, p99(40));
    assertThat(tripsIn(guard, LONG, p99(100), others(38, 40, 45))).isEqualTo(EARLIEST);
    CanaryGuard again = after(CanaryGuard.BEFORE, p99(40));
    Optional<String> why = Optional.empty();
    for (int i = 0; i < EARLIEST; i++) {
      why = again.judge(p99(100), others(38, 40, 45));
    }
    assertThat(why)
        .contains(
            "p99 of alice is 100 ms here; before the change 40 ms, on other servers 40 ms;"
                + " factor 2.0");
  }

  @Test
  void whatIsBelowTheFactorOrTheLeastRiseDoesNotTripIt() {
    assertThat(tripsIn(after(30, p99(40)), LONG, p99(79), others(40, 40))).isZero();
    assertThat(tripsIn(after(30, p99(1)), LONG, p99(20), others(1, 1)))
        .as("20 times, and 19 ms")
        .isZero();
    assertThat(tripsIn(after(30, p99(1)), LONG, p99(22), others(1, 1))).isEqualTo(EARLIEST);
  }

  @Test
  void aRiseThatTheOthersShowTooDoesNotTripIt() {
    CanaryGuard guard = after(30, p99(40));
    assertThat(tripsIn(guard, 4, p99(40), others(20, 20, 20))).isZero();
    assertThat(tripsIn(guard, LONG, p99(230), others(60, 60, 60)))
        .as("three times as on the others, 40 before")
        .isZero();
    assertThat(tripsIn(guard, LONG, p99(250), others(60, 60, 60))).isPositive();
    assertThat(tripsIn(after(30, p99(1)), LONG, p99(100), others(90, 95, 100)))
        .as("not worse than on the others, whatever it was before")
        .isZero();
  }

  @Test
  void oneBadServerAmongTheOthersHidesNothing() {
    assertThat(tripsIn(after(30, p99(40)), LONG, p99(100), others(40, 41, 9_000))).isPositive();
  }

  @Test
  void badWindowsNowAndThenDoNotTripIt() {
    CanaryGuard guard = after(30, p99(40));
    for (int i = 0; i < LONG; i++) {
      boolean bad = i % 2 == 0;
      assertThat(guard.judge(p99(bad ? 500 : 40), others(40))).as("window " + i).isEmpty();
    }
    assertThat(tripsIn(guard, LONG, p99(500), others(40)))
        .as("what was bad before counts")
        .isBetween(1, CanaryGuard.BAD);
  }

  @Test
  void theFirstWindowsAfterTheChangeDoNotCount() {
    CanaryGuard guard = after(30, p99(40));
    assertThat(tripsIn(guard, CanaryGuard.SETTLING, p99(5_000), others(40))).isZero();
    assertThat(tripsIn(guard, LONG, p99(40), others(40))).isZero();
  }

  @Test
  void fewRequestsSayNothing() {
    UsageReport rare = report(usage(CanaryGuard.MIN_REQUESTS / SECONDS - 1, 5_000, 0, 0));
    CanaryGuard guard = after(30, p99(40));
    assertThat(tripsIn(guard, LONG, rare, others(40))).isZero();
    assertThat(guard.judged()).isZero();
    assertThat(tripsIn(after(30, p99(40)), LONG, p99(5_000), List.of(rare)))
        .as("others with few requests are no comparison, its own past is")
        .isEqualTo(EARLIEST);
  }

  @Test
  void withoutAPastTheOthersCountAndWithoutBothNothingDoes() {
    int few = CanaryGuard.MIN_BEFORE - 1;
    assertThat(tripsIn(after(few, p99(40)), LONG, p99(500), others(40))).isEqualTo(EARLIEST);
    assertThat(tripsIn(after(few, p99(40)), LONG, p99(70), others(40))).isZero();
    assertThat(tripsIn(after(few, p99(40)), LONG, p99(500), List.of())).isZero();
    assertThat(tripsIn(after(CanaryGuard.MIN_BEFORE, p99(40)), LONG, p99(500), List.of()))
        .isEqualTo(EARLIEST);
  }

  @Test
  void requestsThatWaitAndAreNotAnsweredTripIt() {
    UsageReport starved = report(usage(0.5, 40, 0, 50));
    CanaryGuard guard = after(30, p99(40));
    assertThat(tripsIn(guard, LONG, starved, List.of())).isEqualTo(EARLIEST);
    UsageReport idle = report(usage(0, 0, 0, 0));
    assertThat(tripsIn(after(30, p99(40)), LONG, idle, others(40))).isZero();
  }

  @Test
  void errorsTripIt() {
    UsageReport failing = report(usage(900, 40, 100, 0));
    CanaryGuard guard = after(30, p99(40));
    Optional<String> why = Optional.empty();
    for (int i = 0; i < EARLIEST; i++) {
      assertThat(why).isEmpty();
      why = guard.judge(failing, others(40));
    }
    assertThat(why)
        .contains(
            "10.0% of the requests of alice fail here; before the change 0.0%, on other servers"
                + " 0.0%");
    assertThat(tripsIn(after(30, p99(40)), LONG, failing, List.of(failing, failing)))
        .as("as on the others")
        .isZero();
    assertThat(tripsIn(after(30, failing), LONG, failing, List.of())).as("as before").isZero();
    assertThat(tripsIn(after(30, p99(40)), LONG, report(usage(990, 40, 10, 0)), List.of()))
        .as("one percent")
        .isZero();
    assertThat(tripsIn(after(30, p99(40)), LONG, report(usage(0, 0, 100, 0)), List.of()))
        .as("all fail")
        .isEqualTo(EARLIEST);
  }

  @Test
  void oneTenantOfManyTripsIt() {
    TenantUsage bob =
        TenantUsage.builder(TenantId.of("bob"))
            .operations(RequestKind.GET, 1_000)
            .set(Figure.RESPONSE_P99, 10e6)
            .build();
    CanaryGuard guard = after(30, report(usage(1_000, 40, 0, 0), bob));
    assertThat(tripsIn(guard, LONG, report(bob, usage(1_000, 400, 0, 0)), List.of()))
        .isEqualTo(EARLIEST);
    assertThat(guard.judged()).isEqualTo(2);
  }
}
