package io.argus.profiler.fit;

import io.argus.core.performance.PerformanceFunction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Shapes that workloads have, with a disk of 700 blocks a second and a cache of 100 blocks. */
final class Surfaces {
  private Surfaces() {}

  static Map<String, PerformanceFunction> all() {
    Map<String, PerformanceFunction> surfaces = new LinkedHashMap<>();
    surfaces.put("uniform", bound(5_000, c -> 1 - 0.31 * c));
    surfaces.put("hot", bound(5_000, c -> 1 - 0.55 * Math.pow(c, 0.45)));
    surfaces.put("scan", bound(300, c -> 2.6 - 0.8 * c));
    surfaces.put("write", (c, h) -> Math.min(1_700, 700 * h / (0.5 * (1 - 0.31 * c) + 0.02)));
    surfaces.put("exhot cliff at .44", bound(27_000, c -> Math.max(0.003, 0.9 * (1 - c / 0.44))));
    surfaces.put("cliff at .30", bound(27_000, c -> c < 0.30 ? 0.4 - c : 0.004));
    surfaces.put("cliff at .81", bound(9_000, c -> c < 0.81 ? 0.3 : 0.01));
    surfaces.put("hotspot", bound(6_000, c -> 1 - 0.9 * Math.min(1, c / 0.6)));
    surfaces.put("cpu", (c, h) -> 20_000);
    return surfaces;
  }

  private static PerformanceFunction bound(
      double otherLimit, java.util.function.DoubleUnaryOperator missesPerOperation) {
    return (c, h) -> Math.min(otherLimit, 700 * h / missesPerOperation.applyAsDouble(c));
  }

  /** What a measurement with 1 % noise gives. */
  static Sample sample(PerformanceFunction truth, GridPoint point, Random noise) {
    double exact = truth.throughput(point.cacheShare(), point.hdfsShare());
    return new Sample(point, exact * (1 + 0.01 * noise.nextGaussian()));
  }

  /** Mean absolute error on a fine lattice, as a fraction of the isolated throughput. */
  static double error(PerformanceFunction fit, PerformanceFunction truth) {
    double sum = 0;
    int n = 0;
    for (double c = 0.125; c <= 1; c += 0.0175) {
      for (double h = 0.125; h <= 1; h += 0.0175) {
        sum += Math.abs(fit.throughput(c, h) - truth.throughput(c, h));
        n++;
      }
    }
    return sum / n / truth.isolatedThroughput();
  }
}
