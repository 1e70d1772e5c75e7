package io.argus.profiler.fit;

import io.argus.core.performance.Cliff;
import io.argus.core.performance.GridFunction;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Both fits of the same samples with their cross-validated errors. The better fit is kept.
 *
 * @param linear error of linear regression, empty if there are too few samples
 * @param monotone error of monotone interpolation
 * @param kept name of the better fit
 * @param function its function
 * @param cliffs cliffs in the samples, for either fit
 */
public record FitChoice(
    Optional<CrossValidation> linear,
    Optional<CrossValidation> monotone,
    String kept,
    GridFunction function,
    List<Cliff> cliffs) {

  public FitChoice {
    cliffs = List.copyOf(cliffs);
  }

  /**
   * Fits samples both ways.
   *
   * @throws IllegalArgumentException if they are fewer than three
   */
  public static FitChoice of(List<Sample> samples) {
    List<Sample> means = Sample.meanPerPoint(samples);
    Fitter regression = new LinearFitter();
    Fitter interpolation = new MonotoneFitter();
    Optional<CrossValidation> linear = CrossValidation.of(regression, means);
    Optional<CrossValidation> monotone = CrossValidation.of(interpolation, means);
    boolean linearIsBetter =
        linear.isPresent() && monotone.isPresent() && linear.get().mean() < monotone.get().mean();
    Fitter kept = linearIsBetter ? regression : interpolation;
    return new FitChoice(
        linear, monotone, kept.name(), kept.fit(means), MonotoneFitter.cliffs(means));
  }

  /** Mean cross-validated error of the kept fit, as a fraction of the greatest throughput. */
  public OptionalDouble error() {
    Optional<CrossValidation> validation = kept.equals("linear") ? linear : monotone;
    return validation.map(v -> OptionalDouble.of(v.mean())).orElse(OptionalDouble.empty());
  }
}
