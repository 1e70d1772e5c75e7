package io.argus.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanDiffCommandTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");

  @Test
  void namesEveryTenantOfEitherPlan() {
    Plan from = Plan.equal(3, 0, List.of(ALICE));
    PlanExplanation explanation =
        new PlanExplanation(
            "because",
            new PlanExplanation.Score(0, 0, 0),
            new PlanExplanation.Score(1, 1, 1),
            List.of(),
            List.of(new PlanExplanation.Assumption(BOB, "Hot", "why", 100, 60, 1)));
    Plan to =
        Plan.of(4, Plan.Mode.AUTO, 0, true, List.of(Reservation.of(BOB, 2, 1, 1)), explanation);
    PlanDiffCommand.Difference difference = PlanDiffCommand.difference(from, to);
    assertThat(difference.tenants())
        .extracting(change -> change.tenant() + ' ' + change.cell(PlanDiffCommandTest::text))
        .containsExactly("alice 1.0 1.0 1.0 null null -> -", "bob - -> 2.0 1.0 1.0 Hot 60.0");
    assertThat(difference.reason()).isEqualTo("because");
  }

  private static String text(TenantChange.Part part) {
    return String.format(
        "%s %s %s %s %s",
        part.weight(), part.cacheShare(), part.hdfsShare(), part.function(), part.predicted());
  }
}
