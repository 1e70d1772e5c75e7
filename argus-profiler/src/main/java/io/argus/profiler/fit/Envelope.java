package io.argus.profiler.fit;

import java.util.List;

/**
 * What monotonicity alone says of a throughput: at least that of every sample with no greater
 * shares, at most that of every sample with no smaller ones.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Envelope {
  private final List<Sample> samples;
  private final double greatest;

  /**
   * @param samples monotone
   */
  Envelope(List<Sample> samples) {
    this.samples = samples;
    this.greatest = Sample.greatest(samples);
  }

  /** The greatest lower bound in operations per second, 0 where nothing is known. */
  double lower(GridPoint point) {
    double bound = 0;
    for (Sample sample : samples) {
      if (sample.point().isDominatedBy(point)) {
        bound = Math.max(bound, sample.throughput());
      }
    }
    return bound;
  }

  /** The least upper bound; the greatest of all samples where nothing is known. */
  double upper(GridPoint point) {
    double bound = greatest;
    for (Sample sample : samples) {
      if (point.isDominatedBy(sample.point())) {
        bound = Math.min(bound, sample.throughput());
      }
    }
    return bound;
  }

  /**
   * The monotone samples closest to noisy ones in the largest deviation: halfway between the
   * greatest among smaller shares and the least among greater ones.
   */
  static List<Sample> isotonic(List<Sample> noisy) {
    Envelope envelope = new Envelope(noisy);
    return noisy.stream()
        .map(
            s -> new Sample(s.point(), (envelope.lower(s.point()) + envelope.upper(s.point())) / 2))
        .toList();
  }
}
