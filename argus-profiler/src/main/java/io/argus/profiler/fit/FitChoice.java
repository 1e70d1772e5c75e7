package io.argus.profiler.fit;

import io.argus.core.performance.Cliff;
import io.argus.core.performance.GridFunction;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Both fits of the same samples with their cross-validated errors. The better fit is kept.
 *
 * <p>Immutable.
 */
public final class FitChoice {
  private final Optional<CrossValidation> linear;
  private final Optional<CrossValidation> monotone;
  private final String kept;
  private final GridFunction function;
  private final List<Cliff> cliffs;

  private FitChoice(
      Optional<CrossValidation> linear,
      Optional<CrossValidation> monotone,
      String kept,
      GridFunction function,
      List<Cliff> cliffs) {
    this.linear = linear;
    this.monotone = monotone;
    this.kept = kept;
    this.function = function;
    this.cliffs = Collections.unmodifiableList(cliffs);
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

  /** Mean error of linear regression; empty if there are too few samples. */
  public OptionalDouble linear() {
    return mean(linear);
  }

  /** Mean error of monotone interpolation; empty if there are too few samples. */
  public OptionalDouble monotone() {
    return mean(monotone);
  }

  private static OptionalDouble mean(Optional<CrossValidation> validation) {
    return validation.map(v -> OptionalDouble.of(v.mean())).orElse(OptionalDouble.empty());
  }

  /** Name of the better fit. */
  String kept() {
    return kept;
  }

  /** The function of the better fit. */
  public GridFunction function() {
    return function;
  }

  /** Cliffs in the samples, for either fit. */
  public List<Cliff> cliffs() {
    return cliffs;
  }

  /** Mean cross-validated error of the kept fit, as a fraction of the greatest throughput. */
  public OptionalDouble error() {
    return mean(kept.equals("linear") ? linear : monotone);
  }
}
