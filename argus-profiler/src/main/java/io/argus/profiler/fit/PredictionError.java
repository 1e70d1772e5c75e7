package io.argus.profiler.fit;

import static io.argus.load.basics.Argument.require;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The errors of predictions against measurements. The means weight each point by the area that is
 * nearer to it than to any other, as {@link CrossValidation} does.
 *
 * <p>Immutable.
 */
public final class PredictionError {
  private final double mean;
  private final double worst;
  private final double meanHitRatio;
  private final double worstHitRatio;

  /**
   * @param mean mean absolute error of the throughput, as a fraction of the greatest one measured
   * @param worst largest absolute error of the throughput, likewise
   * @param meanHitRatio mean absolute error of the hit ratio, 0..1
   * @param worstHitRatio largest absolute error of the hit ratio, 0..1
   */
  public PredictionError(double mean, double worst, double meanHitRatio, double worstHitRatio) {
    this.mean = mean;
    this.worst = worst;
    this.meanHitRatio = meanHitRatio;
    this.worstHitRatio = worstHitRatio;
  }

  public double mean() {
    return mean;
  }

  public double worst() {
    return worst;
  }

  public double meanHitRatio() {
    return meanHitRatio;
  }

  public double worstHitRatio() {
    return worstHitRatio;
  }

  /** The prediction and the measurement of one point. Immutable. */
  public static final class Predicted {
    private final Sample measured;
    private final double throughput;
    private final double measuredHitRatio;
    private final double hitRatio;

    /**
     * @param throughput predicted operations per second
     * @param measuredHitRatio block cache hits / lookups, 0..1
     * @param hitRatio the predicted hit ratio
     */
    public Predicted(Sample measured, double throughput, double measuredHitRatio, double hitRatio) {
      this.measured = measured;
      this.throughput = throughput;
      this.measuredHitRatio = measuredHitRatio;
      this.hitRatio = hitRatio;
    }

    public Sample measured() {
      return measured;
    }

    public double throughput() {
      return throughput;
    }

    public double measuredHitRatio() {
      return measuredHitRatio;
    }

    public double hitRatio() {
      return hitRatio;
    }

    /** Predicted minus measured, operations per second. */
    public double error() {
      return throughput - measured.throughput();
    }
  }

  /**
   * Compares predictions with measurements.
   *
   * @throws IllegalArgumentException if there are no points, or all throughputs are 0
   */
  public static PredictionError of(List<Predicted> points) {
    List<Sample> measured = points.stream().map(Predicted::measured).collect(Collectors.toList());
    double greatest = Sample.greatest(measured);
    require(greatest > 0, "greatest throughput", greatest, "above 0 to compare with");
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
