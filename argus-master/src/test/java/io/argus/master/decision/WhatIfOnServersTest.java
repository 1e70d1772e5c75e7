package io.argus.master.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.master.ManyServers;
import io.argus.master.status.Round;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WhatIfOnServersTest {
  private static final Round ROUND = new ManyServers(3, 6, 3).round();
  private static final WhatIf WHAT_IF = WhatIf.of(ROUND.models(), ROUND.plan(), ROUND.settings());

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
    Prediction one = WHAT_IF.reserving(List.of(), Map.of(ManyServers.server(1), List.of(less(1))));
    assertThat(after(one, 1)).isLessThan(0.9 * before(one, 1));
    assertThat(after(one, 4)).as("another tenant there").isGreaterThan(1.05 * before(one, 4));
    assertThat(after(one, 2)).as("a tenant elsewhere").isGreaterThan(0.99 * before(one, 2));
    assertThat(one.question()).isEqualTo("these reservations on " + ManyServers.server(1));
  }

  @Test
  void severalServersAreAskedOfTogether() {
    Prediction both =
        WHAT_IF.reserving(
            List.of(),
            Map.of(
                ManyServers.server(1), List.of(less(1)), ManyServers.server(2), List.of(less(2))));
    assertThat(after(both, 1)).isLessThan(0.9 * before(both, 1));
    assertThat(after(both, 2)).isLessThan(0.9 * before(both, 2));
  }

  @Test
  void anUnknownServerIsRefused() {
    assertThat(WHAT_IF.servers()).hasSize(3);
    assertThatThrownBy(() -> WHAT_IF.reserving(List.of(), Map.of("rs9", List.of(less(1)))))
        .hasMessageContaining("server rs9 is not known: must be one of");
  }

  private static Reservation half(int tenant) {
    return Reservation.of(ManyServers.tenant(tenant), 0.5, 0.5);
  }

  @Test
  void whoIsNotNamedSharesTheRestInProportion() {
    Map<TenantId, Reservation> before = Reservations.byTenant(ROUND.plan().get().reservations());
    List<Reservation> after = WHAT_IF.changing(List.of(half(0)));
    double rest = 0.5 / (1 - before.get(half(0).tenant()).cacheShare());
    assertThat(after).hasSize(6).contains(half(0));
    for (Reservation each : after) {
      if (!each.tenant().equals(half(0).tenant())) {
        assertThat(each.cacheShare())
            .isCloseTo(before.get(each.tenant()).cacheShare() * rest, within(1e-9));
      }
    }
  }

  @Test
  void whoIsLeftNothingKeepsALittleAsWithAPin() {
    List<Reservation> after = WHAT_IF.changing(List.of(half(0), half(1)));
    assertThat(after).hasSize(6).allMatch(each -> each.cacheShare() > 0 && each.hdfsShare() > 0);
    assertThat(Resource.CACHE.sum(after)).isCloseTo(1, within(1e-9));
    String server = ManyServers.server(1);
    ClusterReservations there =
        WHAT_IF.changing(List.of(), Map.of(server, List.of(half(1), half(4))));
    assertThat(there.servers().get(server)).containsExactly(half(1), half(4));
    assertThat(there.clusterWide()).isEqualTo(List.copyOf(ROUND.plan().get().reservations()));
  }

  @Test
  void otherSharesOfTheClusterReplaceThoseOfServersThatAreNotNamed() {
    String server = ManyServers.server(1);
    ClusterReservations both = WHAT_IF.changing(List.of(half(0)), Map.of(server, List.of(less(1))));
    assertThat(both.servers()).containsOnlyKeys(server);
    assertThat(both.clusterWide()).contains(half(0));
  }
}
