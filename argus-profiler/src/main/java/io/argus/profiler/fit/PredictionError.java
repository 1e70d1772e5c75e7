package io.argus.profiler.fit;

import java.util.List;

/**
 * How far predictions are off what was measured. In the means each point counts by the area that is
 * nearer to it than to any other, as in {@link CrossValidation}.
 *
 * @param mean mean absolute error of the throughput, as a fraction of the greatest one measured
 * @param worst largest absolute error of the throughput, likewise
 * @param meanHitRatio mean absolute error of the hit ratio, 0..1
 * @param worstHitRatio largest absolute error of the hit ratio, 0..1
 *     <p>Immutable; safe for use by any thread.
 */
public record PredictionError(
    double mean, double worst, double meanHitRatio, double worstHitRatio) {

  /**
   * What was predicted for a point beside what was measured there.
   *
   * @param throughput predicted operations per second
   * @param measuredHitRatio block cache hits / lookups, 0..1
   * @param hitRatio the same as it was predicted
   */
  public record Predicted(
      Sample measured, double throughput, double measuredHitRatio, double hitRatio) {

    /** Predicted less measured, operations per second. */
    public double error() {
      return throughput - measured.throughput();
    }
  }

  /**
   * Compares.
   *
   * @throws IllegalArgumentException if nothing was measured, or no throughput
   */
  public static PredictionError of(List<Predicted> points) {
    List<Sample> measured = points.stream().map(Predicted::measured).toList();
    double greatest = Sample.greatest(measured);
    if (!(greatest > 0)) {
      throw new IllegalArgumentException(
          "greatest throughput is " + greatest + ": must be above 0 to compare a prediction with");
    }
    double[] areas = CrossValidation.areas(measured);
    double area = 0;
    double sum = 0;
    double worst = 0;
    double hitSum = 0;
    double hitWorst = 0;
    for (int i = 0; i < areas.length; i++) {
      Predicted point = points.get(i);
      double error = Math.abs(point.error()) / greatest;
      double hitError = Math.abs(point.hitRatio() - point.measuredHitRatio());
      area += areas[i];
      sum += areas[i] * error;
      hitSum += areas[i] * hitError;
      worst = Math.max(worst, error);
      hitWorst = Math.max(hitWorst, hitError);
    }
    return new PredictionError(sum / area, worst, hitSum / area, hitWorst);
  }
}
