package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CreditRoundRobinTest {
  private static final long PERIOD_NANOS = 2_000_000_000L;
  private static final double CREDITS = 50e6;

  private final Server server = new Server(new CreditRoundRobin(CREDITS, PERIOD_NANOS));

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
    CreditRoundRobin policy = new CreditRoundRobin(1000, PERIOD_NANOS);
    policy.arrived("a", 0);
    policy.arrived("a", 0);
    AdmissionPolicy.Admission admission = policy.next(0);
    assertThat(admission).isEqualTo(new AdmissionPolicy.Admission("a", 0));
    policy.completed(admission, 2500);

    assertThat(policy.next(PERIOD_NANOS)).isNull();
    assertThat(policy.nanosUntilChange(PERIOD_NANOS)).isEqualTo(PERIOD_NANOS);
    assertThatThrownBy(() -> new CreditRoundRobin(0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
