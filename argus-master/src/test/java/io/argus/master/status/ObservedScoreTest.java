package io.argus.master.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import io.argus.master.model.FunctionChoice;
import io.argus.master.model.OneServerModel;
import io.argus.master.model.TenantModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservedScoreTest {
  private static TenantModel model(String name, double weight, double throughputLoss) {
    FunctionChoice none = new FunctionChoice("none", "", (c, h) -> 0, true);
    return OneServerModel.of(
        TenantId.of(name), weight, 100 * (1 - throughputLoss), false, 100, 1, none, 1);
  }

  private static double jIndex(double weight, double... throughputLosses) {
    return ObservedScore.of(
            0.5,
            List.of(
                model("a", weight, throughputLosses[0]), model("b", weight, throughputLosses[1])))
        .score
        .jIndex();
  }

  @Test
  void smallWeightsAreNotSmallThroughputLosses() {
    assertThat(jIndex(1, 0.4, 0.1)).isCloseTo(0.5 * 0.5 / (2 * 0.17), within(1e-9));
    assertThat(jIndex(0.001, 0.4, 0.1)).isEqualTo(jIndex(1, 0.4, 0.1), within(1e-9));
    assertThat(jIndex(100, 0.004, 0.001)).as("nobody is hurt").isEqualTo(1);
  }
}
