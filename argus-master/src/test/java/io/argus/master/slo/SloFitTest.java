package io.argus.master.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.PerformanceFunction;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.FunctionChoice;
import io.argus.master.model.OneServerModel;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.Allocation;
import io.argus.master.planner.HillClimbing;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.PlanningProblem.Contender;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SloFitTest {
  private static final int PIECES = PlanningProblem.PIECES;

  /** Reads from disk only. */
  private static final PerformanceFunction DISK = (c, h) -> 1000 * h;

  /** Hits more with more cache. */
  private static final PerformanceFunction HOT = (c, h) -> Math.min(5000, 1000 * h / (1 - 0.9 * c));

  private static TenantModel model(String name, double weight, PerformanceFunction function) {
    return OneServerModel.of(
        TenantId.of(name),
        weight,
        100,
        false,
        function.isolatedThroughput(),
        1,
        choice(function),
        1);
  }

  private static FunctionChoice choice(PerformanceFunction function) {
    return new FunctionChoice("test", "drawn up for it", function, true);
  }

  private static TenantModel spread(String name, PerformanceFunction function, double... demand) {
    List<PartModel> parts = new ArrayList<>();
    double isolated = Double.POSITIVE_INFINITY;
    for (int s = 0; s < demand.length; s++) {
      parts.add(new PartModel("rs" + s, demand[s], choice(function), 1, 1, 100));
      isolated = Math.min(isolated, function.isolatedThroughput() / demand[s]);
    }
    return new TenantModel(
        TenantId.of(name), 1, 100, false, isolated, 1, choice(function), 1, parts);
  }

  private static double predicted(List<TenantModel> models, int tenant) {
    List<Contender> contenders = SloFit.of(models).contenders();
    PlanningProblem problem = PlanningProblem.of(contenders, PIECES, 0.5);
    Allocation best = new HillClimbing().solve(problem, List.of(), 1);
    return models.get(tenant).predicted(best.shares(), problem.firstPair(tenant));
  }

  @Test
  void thePlannerKeepsASloFirstAndDividesTheRest() {
    List<TenantModel> models =
        List.of(model("a", 1, DISK), model("b", 1, DISK).withSlo(700), model("c", 1, DISK));

    assertThat(SloFit.of(models).meetsAll()).isTrue();
    assertThat(predicted(models, 1)).isGreaterThanOrEqualTo(695);
    assertThat(predicted(models, 0)).isCloseTo(predicted(models, 2), within(35.0));
    assertThat(predicted(List.of(model("a", 1, DISK), model("b", 1, DISK)), 1))
        .as("without the SLO")
        .isCloseTo(500, within(1.0));
  }

  @Test
  void slosThatDoNotFitFallShortAlikeWhateverTheWeights() {
    List<TenantModel> models =
        List.of(
            model("a", 1, DISK).withSlo(800),
            model("b", 2, DISK).withSlo(800),
            model("c", 1, DISK));
    SloFit fit = SloFit.of(models);

    double a = 1 - fit.shortfalls().get(0).achievable() / 800;
    double b = 1 - fit.shortfalls().get(1).achievable() / 800;
    assertThat(a).isCloseTo(b, within(0.02));
    assertThat(fit.shortfalls().get(0).achievable() + fit.shortfalls().get(1).achievable())
        .as("all but the unit of c")
        .isCloseTo(1000 * (1 - 1.0 / PIECES), within(15.0));
    assertThat(fit.shortfalls().get(0).toString())
        .startsWith("a: ")
        .contains("of 800 operations a second can be met; with")
        .contains("it needs 80 % of its HDFS reads");
    assertThat(predicted(models, 0)).isCloseTo(800 * (1 - a), within(35.0));
  }

  @Test
  void anSloBeyondTheWholeClusterTakesNothingFromOtherSlos() {
    List<TenantModel> models =
        List.of(model("a", 1, HOT).withSlo(9000), model("b", 1, DISK).withSlo(100));
    SloFit fit = SloFit.of(models);

    assertThat(fit.shortfalls()).hasSize(1);
    assertThat(fit.shortfalls().get(0).tenant()).isEqualTo(TenantId.of("a"));
    assertThat(fit.shortfalls().get(0).missing())
        .isEqualTo("with the whole cluster to itself it would do about 5000");
    assertThat(predicted(models, 1)).isGreaterThanOrEqualTo(99);
  }

  @Test
  void cacheGoesWhereItKeepsASlo() {
    List<TenantModel> models =
        List.of(model("a", 1, HOT).withSlo(3000), model("b", 1, DISK).withSlo(400));

    assertThat(SloFit.of(models).meetsAll()).isTrue();
    assertThat(predicted(models, 0)).isGreaterThanOrEqualTo(2980);
    assertThat(predicted(models, 1)).isGreaterThanOrEqualTo(397);
  }

  @Test
  void theBottleneckServerIsNamed() {
    List<TenantModel> models =
        List.of(
            spread("a", DISK, 0.8, 0.2).withSlo(1000), spread("b", DISK, 0.5, 0.5).withSlo(900));
    SloFit fit = SloFit.of(models);

    assertThat(fit.meetsAll()).as("800 + 450 a second on rs0").isFalse();
    assertThat(fit.shortfalls().get(0).missing()).contains("of rs0");
    List<TenantModel> fewer =
        List.of(spread("a", DISK, 0.8, 0.2).withSlo(600), spread("b", DISK, 0.5, 0.5).withSlo(900));
    assertThat(SloFit.of(fewer).meetsAll()).as("480 + 450 on rs0").isTrue();
  }

  @Test
  void aDemandLimitedTenantYieldsToASloAndToNothingElse() {
    TenantModel limited =
        OneServerModel.of(
            TenantId.of("b"), 1, 300, true, 300, 1, choice((c, h) -> Math.min(300, 1000 * h)), 1);
    List<TenantModel> models =
        List.of(model("a", 1, DISK).withSlo(800), limited, model("c", 1, DISK));

    assertThat(SloFit.of(models).meetsAll()).isTrue();
    assertThat(predicted(models, 0)).isGreaterThanOrEqualTo(795);
    assertThat(predicted(models, 1)).as("what is left").isBetween(150.0, 170.0);

    List<TenantModel> smaller =
        List.of(model("a", 1, DISK).withSlo(500), limited, model("c", 1, DISK));
    assertThat(predicted(smaller, 0)).isGreaterThanOrEqualTo(498);
    assertThat(predicted(smaller, 1)).as("all that it asks for").isGreaterThanOrEqualTo(298);
  }

  @Test
  void nothingIsKnownOfATenantThatAsksForLessThanItsSlo() {
    TenantModel limited =
        OneServerModel.of(
            TenantId.of("b"), 1, 300, true, 300, 1, choice((c, h) -> Math.min(300, 1000 * h)), 1);
    List<TenantModel> models = List.of(model("a", 1, DISK).withSlo(900), limited.withSlo(5000));
    SloFit fit = SloFit.of(models);

    assertThat(fit.unknown()).containsExactly(TenantId.of("b"));
    assertThat(fit.shortfalls()).hasSize(1);
    assertThat(fit.shortfalls().get(0).achievable())
        .as("less the third of a 300")
        .isBetween(740.0, 800.0);
  }
}
