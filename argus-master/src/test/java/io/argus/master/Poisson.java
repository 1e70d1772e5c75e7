package io.argus.master;

import org.apache.commons.math3.distribution.PoissonDistribution;
import org.apache.commons.math3.random.RandomGenerator;

/** Counts of arrivals. Stateless. */
final class Poisson {
  private Poisson() {}

  static double count(RandomGenerator random, double mean) {
    return mean > 0
        ? new PoissonDistribution(
                random,
                mean,
                PoissonDistribution.DEFAULT_EPSILON,
                PoissonDistribution.DEFAULT_MAX_ITERATIONS)
            .sample()
        : 0;
  }
}
