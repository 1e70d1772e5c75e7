package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CreditRoundRobinTest {
  private static final long PERIOD_NANOS = 2_000_000_000L;
  private static final double CREDITS = 50e6;

  private final Reservations reservations = new Reservations();
  private final Server server =
      new Server(new CreditRoundRobin(CREDITS, PERIOD_NANOS, reservations));

  @Test
  void tenantsGetEqualBytesAndTogetherTheirCreditsThoughMoreCouldBeServed() {
    server.clients("few", 50, 64_000);
    server.clients("many", 200, 64_000);
    server.serve(4000, 5);

    Map<String, Double> served = server.serve(20_000, 5);

    assertThat(served.get("few") / served.get("many")).isCloseTo(1, within(0.02));
    assertThat(served.get("few") + served.get("many")).isCloseTo(10 * CREDITS, within(1e7));
  }

  @Test
  void whoeverIsAloneGetsTheCreditsOfTheIdle() {
    server.clients("alone", 50, 64_000);
    server.clients("gone", 0, 64_000);
    server.serve(4000, 5);

    assertThat(server.serve(10_000, 5).get("alone")).isCloseTo(5 * CREDITS, within(5e6));
  }

  @Test
  void whatIsServedFromCacheCostsNothing() {
    server.clients("hot", 50, 0);
    server.clients("cold", 50, 64_000);

    Map<String, Double> served = server.serve(10_000, 2);

    assertThat(served.get("cold")).isGreaterThan(4 * CREDITS / 2);
  }

  @Test
  void whatWasUnderestimatedIsPaidLater() {
    CreditRoundRobin policy = new CreditRoundRobin(1000, PERIOD_NANOS, reservations);
    policy.arrived("a", 0);
    policy.arrived("a", 0);
    AdmissionPolicy.Admission admission = policy.next(0);
    assertThat(admission).isEqualTo(new AdmissionPolicy.Admission("a", 0));
    policy.completed(admission, 2500);

    assertThat(policy.next(PERIOD_NANOS)).isNull();
    assertThat(policy.nanosUntilChange(PERIOD_NANOS)).isEqualTo(PERIOD_NANOS);
    assertThatThrownBy(() -> new CreditRoundRobin(0, 1, reservations))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whoFallsShortGivesATenthOfItsCreditsForEveryTenthAndKeepsThemItself() {
    CreditRoundRobin policy = new CreditRoundRobin(1000, PERIOD_NANOS, reservations);
    reservations.isolatedThroughputs(Map.of("busy", 100.0, "less", 100.0));
    exhaust(policy, "busy", 0);
    policy.arrived("less", 0);
    policy.completed(policy.next(0), 500);
    // 2 s at 50 operations a second are expected of each; 35 a second are 30 % below.
    completed("busy", 100);
    completed("less", 70);

    assertThat(creditsAt(policy, PERIOD_NANOS)).isEqualTo(Map.of("busy", 650.0));
    assertThat(reservations.givenAway())
        .containsOnly(Map.entry("busy", 0.0), Map.entry("less", 0.3));
    // The estimate is 500 bytes by now: what it kept is enough for one more.
    policy.arrived("less", PERIOD_NANOS);
    assertThat(policy.next(PERIOD_NANOS)).isEqualTo(new AdmissionPolicy.Admission("less", 500));
  }

  @Test
  void whoseRequestsWaitGivesNothing() {
    CreditRoundRobin policy = new CreditRoundRobin(1000, PERIOD_NANOS, reservations);
    reservations.isolatedThroughputs(Map.of("busy", 100.0, "displaced", 100.0));
    exhaust(policy, "busy", 0);
    exhaust(policy, "displaced", 0);
    completed("busy", 100);
    completed("displaced", 10);

    assertThat(creditsAt(policy, PERIOD_NANOS))
        .isEqualTo(Map.of("busy", 500.0, "displaced", 500.0));
  }

  @Test
  void creditsAreAsPlannedAndWhatIsLessThanATenthBelowIsNotSlow() {
    CreditRoundRobin policy = new CreditRoundRobin(1000, PERIOD_NANOS, reservations);
    reservations.isolatedThroughputs(Map.of("a", 100.0, "b", 100.0));
    reservations.hdfsShares(Map.of("a", 0.8, "b", 0.2));
    exhaust(policy, "a", 0);
    exhaust(policy, "b", 0);
    completed("a", 91);
    completed("b", 100);

    assertThat(creditsAt(policy, PERIOD_NANOS))
        .containsOnly(Map.entry("a", 800.0), Map.entry("b", 200.0));
  }

  @Test
  void ifEverybodyIsSlowNothingChangesHands() {
    CreditRoundRobin policy = new CreditRoundRobin(1000, PERIOD_NANOS, reservations);
    reservations.isolatedThroughputs(Map.of("a", 100.0, "b", 100.0));
    exhaust(policy, "a", 0);
    exhaust(policy, "b", 0);

    assertThat(creditsAt(policy, PERIOD_NANOS))
        .containsOnly(Map.entry("a", 500.0), Map.entry("b", 500.0));
  }

  /** The tenant comes, and runs requests of one byte until it has no credits. */
  private static void exhaust(CreditRoundRobin policy, String tenant, long nowNanos) {
    policy.arrived(tenant, nowNanos);
    AdmissionPolicy.Admission first = policy.next(nowNanos);
    policy.completed(first, 1);
    for (int i = 0; i < 5000; i++) {
      policy.arrived(tenant, nowNanos);
    }
    creditsAt(policy, nowNanos);
  }

  private void completed(String tenant, int operations) {
    for (int i = 0; i < operations; i++) {
      reservations.completed(tenant);
    }
  }

  /** Runs what may run, requests of one byte, and returns how many of each tenant. */
  private static Map<String, Double> creditsAt(CreditRoundRobin policy, long nowNanos) {
    Map<String, Double> ran = new TreeMap<>();
    for (AdmissionPolicy.Admission next = policy.next(nowNanos);
        next != null;
        next = policy.next(nowNanos)) {
      policy.completed(next, 1);
      ran.merge(next.tenant(), 1.0, Double::sum);
    }
    return ran;
  }
}
