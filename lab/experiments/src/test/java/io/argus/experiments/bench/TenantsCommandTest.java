package io.argus.experiments.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.plan.Reservation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantsCommandTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 8})
  void theFirstTenantAlwaysHasHalf(int active) {
    assertThat(TenantsCommand.reservations(active)).hasSize(8);
    assertThat(TenantsCommand.reservations(active).get(0).cacheShare()).isEqualTo(0.5);
    assertThat(
            TenantsCommand.reservations(active).stream().mapToDouble(Reservation::hdfsShare).sum())
        .isCloseTo(1, within(1e-9));
  }
}
