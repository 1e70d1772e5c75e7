package io.argus.bench.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.placement.PlacementAdvice;
import io.argus.bench.placement.PlacementResult;
import io.argus.bench.result.MixResult;
import io.argus.bench.result.Runs;
import java.util.List;
import org.junit.jupiter.api.Test;

class MovesTest {
  @Test
  void predictionsStandBesideMeasurements() {
    MixResult stock = Runs.run("uniform50+uniform200", "stock", 0, 500, 500);
    MixResult moved =
        Runs.run("uniform50+uniform200", "argus+placement", 0, 900, 900)
            .after(
                new PlacementResult(
                    new PlacementAdvice(
                        List.of(new PlacementAdvice.Move("01", 16020)), 0.6, 0.8, 0.7),
                    0.58,
                    0.82));

    List<Finding> findings = Moves.findings(List.of(stock, moved));

    assertThat(Finding.toTable(findings))
        .singleElement()
        .asString()
        .startsWith("uniform50+uniform200, argus+placement  moves 1.000")
        .contains("dPredictedBefore 0.600  dMeasuredBefore 0.580  dPredictedAfter 0.800")
        .contains("dMeasuredAfter 0.820  dApart 0.020  dReassessed 0.700");
  }
}
