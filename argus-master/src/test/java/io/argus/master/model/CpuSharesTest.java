package io.argus.master.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CpuSharesTest {
  private static final double FULL = 1_000;

  private static TenantModel model(String name, double weight, double need) {
    FunctionChoice choice = new FunctionChoice("test", "in cache", (c, h) -> FULL, true);
    TenantModel model =
        OneServerModel.of(TenantId.of(name), weight, 100, false, FULL, 1, choice, 1);
    return OneServerModel.usingCpu(model, need, FULL);
  }

  private static PartModel part(List<TenantModel> models, int tenant) {
    return models.get(tenant).parts().get(0);
  }

  private static double throughput(TenantModel model) {
    return model.predicted(1, 1);
  }

  @Test
  void sharesAreInProportionToWeightsAndBoundThroughput() {
    List<TenantModel> planned = CpuShares.planned(List.of(model("a", 3, 1), model("b", 1, 1)));
    assertThat(part(planned, 0).cpuShare()).isCloseTo(0.75, within(1e-9));
    assertThat(part(planned, 1).cpuShare()).isCloseTo(0.25, within(1e-9));
    assertThat(throughput(planned.get(0))).isCloseTo(750, within(1e-6));
    assertThat(throughput(planned.get(1))).isCloseTo(250, within(1e-6));
  }

  @Test
  void whatATenantDoesNotNeedOthersHaveInProportion() {
    List<TenantModel> planned =
        CpuShares.planned(List.of(model("a", 1, 0.1), model("b", 1, 1), model("c", 2, 1)));
    assertThat(part(planned, 0).cpuShare()).isCloseTo(0.25, within(1e-9));
    assertThat(part(planned, 0).mostAtCpu()).isCloseTo(250, within(1e-6));
    assertThat(part(planned, 1).mostAtCpu()).isCloseTo(300, within(1e-6));
    assertThat(part(planned, 2).mostAtCpu()).isCloseTo(600, within(1e-6));
  }

  @Test
  void whereAllNeedLittleEachCouldHaveTheRest() {
    List<TenantModel> planned =
        CpuShares.planned(List.of(model("a", 1, 0.1), model("b", 1, 0.1), model("c", 1, 0.1)));
    for (int i = 0; i < 3; i++) {
      assertThat(part(planned, i).mostAtCpu()).isCloseTo(800, within(1e-6));
    }
  }

  @Test
  void slosComeFirstButNotAtTheCostOfAllOthers() {
    List<TenantModel> one =
        CpuShares.planned(
            List.of(model("a", 1, 1), model("b", 1, 1).withSlo(600), model("c", 3, 1)));
    assertThat(part(one, 0).cpuShare()).isCloseTo(0.1, within(1e-9));
    assertThat(part(one, 1).cpuShare()).isCloseTo(0.6, within(1e-9));
    assertThat(part(one, 2).cpuShare()).isCloseTo(0.3, within(1e-9));
    List<TenantModel> tooMuch =
        CpuShares.planned(
            List.of(
                model("a", 1, 1).withSlo(900), model("b", 1, 1).withSlo(900), model("c", 1, 1)));
    assertThat(part(tooMuch, 0).cpuShare()).isCloseTo(0.475, within(1e-9));
    assertThat(part(tooMuch, 2).cpuShare()).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void guaranteedThroughputIsThatOfTheGuaranteedCpuShare() {
    TenantModel model = CpuShares.planned(List.of(model("a", 1, 1), model("b", 1, 0))).get(0);
    Reservation all = Reservation.of(model.tenant(), 1, 1);
    assertThat(model.predicted(server -> Optional.of(all))).isCloseTo(500, within(1e-6));
    assertThat(throughput(model)).isCloseTo(1000, within(1e-6));
  }

  @Test
  void anUnknownUseIsNoBound() {
    TenantModel unknown = model("a", 1, 1).sharing(List.of(PartCpu.UNKNOWN));
    List<TenantModel> planned = CpuShares.planned(List.of(unknown, model("b", 1, 1)));
    assertThat(throughput(planned.get(0))).isEqualTo(FULL);
    assertThat(part(planned, 0).cpuShare()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void guaranteesSumToOneAndEachCouldHaveAtLeastItsOwn() {
    Random random = new Random(11);
    for (int run = 0; run < 500; run++) {
      List<TenantModel> models = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(8); i++) {
        double slo = random.nextInt(3) == 0 ? FULL * random.nextDouble() : 0;
        models.add(model("t" + i, 0.1 + random.nextInt(9), random.nextDouble()).withSlo(slo));
      }
      List<TenantModel> planned = CpuShares.planned(models);
      double sum = 0;
      for (int i = 0; i < planned.size(); i++) {
        sum += part(planned, i).cpuShare();
        assertThat(part(planned, i).mostAtCpu())
            .isGreaterThanOrEqualTo(FULL * part(planned, i).cpuShare() - 1e-6);
      }
      assertThat(sum).isCloseTo(1, within(1e-9));
    }
  }
}
