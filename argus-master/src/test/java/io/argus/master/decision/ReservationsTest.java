package io.argus.master.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReservationsTest {
  private static final List<Reservation> PRESENT =
      List.of(of("a", 0.5, 0.2), of("b", 0.4, 0.4), of("c", 0.1, 0.4));

  private static Reservation of(String tenant, double cache, double hdfs) {
    return Reservation.of(TenantId.of(tenant), cache, hdfs);
  }

  @Test
  void theOthersGiveAndTakeInProportion() {
    List<Reservation> after = Reservations.changed(PRESENT, List.of(of("a", 0.75, 0)));
    assertThat(after.get(0).cacheShare()).isEqualTo(0.75);
    assertThat(after.get(1).cacheShare()).isEqualTo(0.2, within(1e-9));
    assertThat(after.get(2).cacheShare()).isEqualTo(0.05, within(1e-9));
    assertThat(after.get(1).hdfsShare()).isEqualTo(0.5, within(1e-9));
  }

  @Test
  void allMayBeNamedIfTheySumToOne() {
    List<Reservation> after =
        Reservations.changed(
            PRESENT, List.of(of("a", 0.2, 0.2), of("b", 0.3, 0.3), of("c", 0.5, 0.5)));
    assertThat(after.get(2).cacheShare()).isEqualTo(0.5);
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reservations.changed(PRESENT, List.of(of("x", 0.1, 0.1))))
        .withMessage("tenant x is not known: must be one of [a, b, c]");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Reservations.changed(PRESENT, List.of(of("a", 0.7, 0.1), of("b", 0.7, 0.1))))
        .withMessageContaining(
            "CACHE shares of the changed tenants sum to 1.400: must be 1 or less");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Reservations.changed(
                    PRESENT, List.of(of("a", 0.2, 0.2), of("b", 0.2, 0.3), of("c", 0.5, 0.5))))
        .withMessageContaining("sum to 0.900: must sum to 1");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Reservations.changed(PRESENT, List.of(of("a", 0.2, 0.2), of("a", 0.2, 0.2))))
        .withMessageContaining("named twice");
  }
}
