package io.argus.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.plan.Reservation.ClassShares;
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

  private static ServerShares shares(String server, long since, double ofAlice) {
    return ServerShares.of(
        server,
        since,
        List.of(Reservation.of(ALICE, ofAlice, 0.5), Reservation.of(BOB, 1 - ofAlice, 0.5)));
  }

  private static Plan planWith(long version, ServerShares... servers) {
    return Plan.of(
        version,
        Plan.Mode.AUTO,
        0,
        true,
        List.of(Reservation.of(ALICE, 0.5, 0.5), Reservation.of(BOB, 0.5, 0.5)),
        List.of(servers),
        PlanExplanation.because("test"));
  }

  @Test
  void theSharesOfAServerWinThere() {
    Plan plan = planWith(4, shares("x", 4, 0.8));
    assertThat(plan.reservation(ALICE, "x").orElseThrow().cacheShare()).isEqualTo(0.8);
    assertThat(plan.reservation(ALICE, "y").orElseThrow().cacheShare()).isEqualTo(0.5);
    assertThat(plan.reservationsOn("x"))
        .extracting(Reservation::tenant)
        .containsExactly(ALICE, BOB);
    assertThat(plan.reservation(TenantId.DEFAULT, "x")).isEmpty();
  }

  @Test
  void sharesThatDidNotChangeStayThoseOfTheEarlierPlan() {
    Plan earlier = planWith(4, shares("x", 3, 0.8), shares("y", 4, 0.6), shares("z", 4, 0.1));
    Plan plan = planWith(5, shares("x", 5, 0.8), shares("y", 5, 0.7)).keepingSharesOf(earlier);
    assertThat(plan.servers().get("x").since()).isEqualTo(3);
    assertThat(plan.servers().get("y").since()).isEqualTo(5);
    assertThat(plan.servers()).containsOnlyKeys("x", "y");
    assertThat(plan.ownSharesSince()).isEqualTo(3);
    assertThat(planWith(5).ownSharesSince()).isGreaterThan(Plan.MAX_VERSION);
  }

  @Test
  void aServerAppliesItsOwnSharesWithTheirClassesAndALittleForNewcomers() {
    List<ClassShares> classes = List.of(ClassShares.of("batch", resource -> 0.5));
    ServerShares own =
        ServerShares.of("x", 4, List.of(Reservation.of(ALICE, 1, 1).withClasses(classes)));
    Plan plan = planWith(4, own);
    assertThat(plan.on(own).reservation(ALICE))
        .contains(Reservation.of(ALICE, 0.95, 0.95).withClasses(classes));
    assertThat(
            plan.on(own).reservation(BOB).orElseThrow().isNear(Reservation.of(BOB, .05, .05), 1e-9))
        .isTrue();
    assertThat(plan.on(null)).isSameAs(plan);
    assertThat(plan.on(ServerShares.of("x", 3, own.reservations()))).isSameAs(plan);
    Plan asStored = plan.withOwnSharesSince(plan.ownSharesSince());
    assertThat(asStored.servers()).isEmpty();
    assertThat(asStored.on(own).reservation(ALICE)).isEqualTo(plan.on(own).reservation(ALICE));
  }

  @Test
  void reservationsAreNearIfNoShareDiffersByMoreAndClassesAreTheSame() {
    Reservation one = Reservation.of(ALICE, 0.5, 0.5);
    assertThat(one.isNear(Reservation.of(ALICE, 0.5, 0.6), 0.2)).isTrue();
    assertThat(one.isNear(Reservation.of(ALICE, 0.5, 0.6), 0.05)).isFalse();
    assertThat(one.isNear(one.withClasses(List.of(ClassShares.of("c", r -> 1))), 0.2)).isFalse();
  }

  @Test
  void refusesAServerTwiceAndSharesOfAServerThatDoNotSumToOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> planWith(4, shares("x", 4, 0.8), shares("x", 4, 0.7)))
        .withMessageContaining("server x twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerShares.of("x", 1, List.of(Reservation.of(ALICE, 1, 0.5))))
        .withMessageContaining("HDFS shares of the plan of server x sum to 0.5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerShares.of("x", 1, List.of()))
        .withMessageContaining("at least one tenant");
  }
}
