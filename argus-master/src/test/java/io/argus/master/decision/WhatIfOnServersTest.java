package io.argus.master.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.plan.Reservation;
import io.argus.master.ManyServers;
import io.argus.master.status.ClusterSnapshot;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WhatIfOnServersTest {
  private static final ClusterSnapshot SNAPSHOT = new ManyServers(3, 6, 3).snapshot();
  private static final WhatIf WHAT_IF =
      WhatIf.of(SNAPSHOT.models(), SNAPSHOT.plan(), SNAPSHOT.settings());

  private static Reservation less(int tenant) {
    return Reservation.of(ManyServers.tenant(tenant), 0.05, 0.05);
  }

  private static double after(Prediction prediction, int tenant) {
    return prediction.tenants().get(tenant).predictedAfter();
  }

  private static double before(Prediction prediction, int tenant) {
    return prediction.tenants().get(tenant).predictedBefore();
  }

  @Test
  void lessOnTheServerThatHoldsATenantUpMakesThatTenantSlower() {
    Prediction one = WHAT_IF.reservingOn(ManyServers.server(1), List.of(less(1)));
    assertThat(after(one, 1)).isLessThan(0.9 * before(one, 1));
    assertThat(after(one, 4)).as("another tenant there").isGreaterThan(1.05 * before(one, 4));
    assertThat(after(one, 2)).as("a tenant elsewhere").isGreaterThan(0.99 * before(one, 2));
    assertThat(one.question()).isEqualTo("these reservations on " + ManyServers.server(1));
  }

  @Test
  void severalServersAreAskedOfTogether() {
    Prediction both =
        WHAT_IF.reservingOn(
            Map.of(
                ManyServers.server(1), List.of(less(1)), ManyServers.server(2), List.of(less(2))));
    assertThat(after(both, 1)).isLessThan(0.9 * before(both, 1));
    assertThat(after(both, 2)).isLessThan(0.9 * before(both, 2));
  }

  @Test
  void anUnknownServerIsRefused() {
    assertThat(WHAT_IF.servers()).hasSize(3);
    assertThatThrownBy(() -> WHAT_IF.reservingOn("rs9", List.of(less(1))))
        .hasMessageContaining("server rs9 is not known: must be one of");
  }
}
