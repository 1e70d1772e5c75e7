package io.argus.core.performance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.usage.MissRatioCurve;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MissCurveTest {
  /** Three lookups per operation: two always hit, one is uniform over that share. */
  private static MissRatioCurve set(double share) {
    double[] hits = new double[MissRatioCurve.STEPS];
    double before = 0;
    for (int k = 0; k < hits.length; k++) {
      double within = Math.min(1, Math.pow((k + 1.0) / hits.length, 2) / share);
      hits[k] = 1_000 * (within - before + (k == 0 ? 2 : 0));
      before = within;
    }
    return MissRatioCurve.of(hits, 1_000 * (1 - before), 10_000);
  }

  @Test
  void goesThroughTheObservedPointAndNeverRises() {
    for (double share : new double[] {0.1, 0.3, 0.5, 0.9}) {
      for (double misses : new double[] {0, 0.1, 0.6, 1, 3}) {
        MissCurve curve = new MissCurve(set(0.4), share, 3, misses);
        assertThat(curve.at(share)).isCloseTo(misses, within(1e-9));
        double before = 3;
        for (double x = 0; x <= 1; x += 0.01) {
          assertThat(curve.at(x)).isBetween(0.0, before + 1e-9);
          before = curve.at(x);
        }
      }
    }
  }

  @Test
  void aSqueezedTenantsWorkingSetShows() {
    MissCurve curve = new MissCurve(set(0.4), 0.2, 3, 0.5);
    assertThat(curve.at(0.45)).isCloseTo(0, within(0.01));
    assertThat(curve.at(0.3)).isCloseTo(0.25, within(0.03));
    assertThat(curve.at(0.1)).isCloseTo(0.75, within(0.03));
  }

  @Test
  void whatIsObservedCorrectsTheSizeOfTheWorkingSet() {
    // Sampling takes the set for .4, in truth it is .36 or .44.
    MissCurve smaller = new MissCurve(set(0.4), 0.2, 3, 1 - 0.2 / 0.36);
    assertThat(smaller.at(0.38)).isCloseTo(0, within(0.02));
    MissCurve greater = new MissCurve(set(0.4), 0.2, 3, 1 - 0.2 / 0.44);
    assertThat(greater.at(0.4)).isCloseTo(1 - 0.4 / 0.44, within(0.04));
    assertThat(greater.at(0.48)).isCloseTo(0, within(0.01));
    // Just too small by now, although the curve sees no miss there: a little more helps.
    MissCurve over = new MissCurve(set(0.4), 0.42, 3, 1 - 0.42 / 0.45);
    assertThat(over.at(0.5)).isLessThan(0.02);
  }

  @Test
  void aCurveThatAgreesWithWhatIsObservedStaysAsItIs() {
    MissCurve inCache = new MissCurve(set(0.4), 0.9, 3, 0);
    assertThat(inCache.at(0.44)).isCloseTo(0, within(0.001));
    assertThat(inCache.at(0.2)).isCloseTo(0.5, within(0.02));
  }

  @Test
  void missesThatNoCacheSavesStay() {
    MissCurve curve = new MissCurve(set(0.4), 0.8, 3, 0.2);
    assertThat(curve.at(0.9)).isEqualTo(0.2);
    assertThat(curve.at(0.5)).isCloseTo(0.2, within(0.01));
    assertThat(curve.at(0.2)).isGreaterThan(0.6);
  }

  /** A loop that is larger than the cache, beside blocks that always hit. */
  @Test
  void whereTheCurveSeesNoHitItIsContinuousAllTheSame() {
    double[] hits = new double[MissRatioCurve.STEPS];
    hits[MissRatioCurve.step(0.8)] = 1_000;
    MissRatioCurve loop = MissRatioCurve.of(hits, 0, 10_000);
    MissCurve curve = new MissCurve(loop, 0.4, 3, 1);
    assertThat(curve.at(0.4)).isEqualTo(1);
    assertThat(curve.at(0.4 + 1e-9)).isCloseTo(1, within(1e-6));
    assertThat(curve.at(0.9)).isCloseTo(0, within(1e-6));
  }

  @Test
  void isContinuousAtThePresentShareForAllCurvesAndObservations() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      double[] hits = new double[MissRatioCurve.STEPS];
      for (int k = 0; k < hits.length; k++) {
        hits[k] = random.nextInt(4) == 0 ? random.nextInt(1_000) : 0;
      }
      MissRatioCurve missRatioCurve = MissRatioCurve.of(hits, random.nextInt(2) * 500, 10_000);
      double share = random.nextInt(10) == 0 ? 1 : random.nextDouble();
      double lookups = 1 + random.nextInt(3);
      double misses = lookups * (random.nextInt(10) == 0 ? random.nextInt(2) : random.nextDouble());
      MissCurve curve = new MissCurve(missRatioCurve, share, lookups, misses);
      assertThat(curve.at(share)).as("%s", missRatioCurve).isCloseTo(misses, within(1e-9));
      double step = 1e-9;
      assertThat(curve.at(share - step)).as("%s", missRatioCurve).isCloseTo(misses, within(1e-4));
      assertThat(curve.at(share + step)).as("%s", missRatioCurve).isCloseTo(misses, within(1e-4));
    }
  }
}
