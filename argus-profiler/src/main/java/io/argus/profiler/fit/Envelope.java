package io.argus.profiler.fit;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The bounds that monotonicity alone gives a throughput: at least that of every sample with no
 * greater shares, at most that of every sample with no smaller shares.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Envelope {
  private final List<Sample> samples;
  private final double greatest;

  /**
   * @param samples must be monotone for sharp bounds
   */
  Envelope(List<Sample> samples) {
    this.samples = samples;
    this.greatest = Sample.greatest(samples);
  }

  /** The lower bound in operations per second, 0 where nothing is known. */
  double lower(GridPoint point) {
    return samples.stream()
        .filter(sample -> sample.point().isDominatedBy(point))
        .mapToDouble(Sample::throughput)
        .max()
        .orElse(0);
  }

  /** The upper bound; the greatest throughput of all samples where nothing is known. */
  double upper(GridPoint point) {
    return samples.stream()
        .filter(sample -> point.isDominatedBy(sample.point()))
        .mapToDouble(Sample::throughput)
        .min()
        .orElse(greatest);
  }

  /**
   * The monotone samples with the smallest largest deviation from noisy ones: halfway between the
   * greatest throughput at smaller shares and the least throughput at greater ones.
   */
  static List<Sample> isotonic(List<Sample> noisy) {
    Envelope envelope = new Envelope(noisy);
    return noisy.stream()
        .map(
            s -> new Sample(s.point(), (envelope.lower(s.point()) + envelope.upper(s.point())) / 2))
        .collect(Collectors.toList());
  }
}
