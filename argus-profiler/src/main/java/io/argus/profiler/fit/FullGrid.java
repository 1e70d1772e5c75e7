package io.argus.profiler.fit;

import static io.argus.load.basics.Argument.require;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Measures every point of an even grid of shares 1/n, 2/n .. 1. The greatest cache share comes
 * first, so that the partition shrinks and need not be filled again.
 */
public final class FullGrid implements Design {
  private final int steps;

  /**
   * @param steps points per axis, from 2 to 32
   */
  public FullGrid(int steps) {
    require(steps >= 2 && steps <= 32, "grid", steps, "2..32 points per axis");
    this.steps = steps;
  }

  /** 1/n, 2/n .. 1. */
  double[] shares() {
    double[] shares = new double[steps];
    for (int i = 0; i < steps; i++) {
      shares[i] = (i + 1.0) / steps;
    }
    return shares;
  }

  /** All points, in the order in which they are measured. */
  public List<GridPoint> points() {
    List<GridPoint> points = new ArrayList<>();
    for (double cache : shares()) {
      for (double hdfs : shares()) {
        points.add(new GridPoint(cache, hdfs));
      }
    }
    points.sort(
        Comparator.comparingDouble(GridPoint::cacheShare)
            .thenComparingDouble(GridPoint::hdfsShare)
            .reversed());
    return points;
  }

  @Override
  public int mostPoints() {
    return steps * steps;
  }

  @Override
  public Optional<GridPoint> next(List<Sample> measured) {
    return points().stream()
        .filter(point -> measured.stream().noneMatch(s -> s.point().equals(point)))
        .findFirst();
  }
}
