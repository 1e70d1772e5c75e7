package io.argus.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.tenant.TenantId;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");

  private static Plan plan(Reservation... reservations) {
    return Plan.of(
        1, Plan.Mode.AUTO, 0, true, List.of(reservations), PlanExplanation.because("test"));
  }

  @Test
  void equalReservationGivesEverybodyTheSame() {
    for (int n : new int[] {1, 3, 7, 500}) {
      List<TenantId> tenants =
          java.util.stream.IntStream.range(0, n).mapToObj(i -> TenantId.of("t" + i)).toList();
      Plan plan = Plan.equal(5, 6, tenants);
      assertThat(plan.reservations()).hasSize(n);
      assertThat(plan.reservations()).allMatch(r -> r.cacheShare() == 1.0 / n);
    }
    assertThat(Plan.equal(5, 6, List.of()).reservations()).isEmpty();
    assertThat(Plan.equal(5, 6, List.of(BOB, BOB)).reservations()).hasSize(1);
  }

  @Test
  void sharesOfEachResourceSumToOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(Reservation.of(ALICE, 0.5, 0.5), Reservation.of(BOB, 0.5, 0.4)))
        .withMessageContaining("HDFS shares of the plan sum to 0.9: must sum to 1");
  }

  @Test
  void aTenantHasOneReservation() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(Reservation.of(ALICE, 0.5, 0.5), Reservation.of(ALICE, 0.5, 0.5)))
        .withMessageContaining("twice");
  }

  @Test
  void reservationsAreInTheOrderOfTheirTenants() {
    Plan plan = plan(Reservation.of(BOB, 0.5, 0.4), Reservation.of(ALICE, 0.5, 0.6));
    assertThat(plan.reservations()).extracting(Reservation::tenant).containsExactly(ALICE, BOB);
    assertThat(plan.reservation(BOB).orElseThrow().share(Resource.HDFS)).isEqualTo(0.4);
    assertThat(plan.reservation(TenantId.DEFAULT)).isEmpty();
  }

  @Test
  void refusesSharesAndWeightsThatCannotBe() {
    for (double share : new double[] {-0.01, 1.01, Double.NaN}) {
      assertThatIllegalArgumentException().isThrownBy(() -> Reservation.of(ALICE, share, 0));
      assertThatIllegalArgumentException().isThrownBy(() -> Reservation.of(ALICE, 0, share));
    }
    for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException().isThrownBy(() -> Reservation.of(ALICE, weight, 0, 0));
    }
  }
}
