package io.argus.profiler.fit;

import static io.argus.load.basics.Argument.require;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The throughput measured at one point.
 *
 * <p>Immutable.
 */
public final class Sample {
  private final GridPoint point;
  private final double throughput;

  /**
   * @param throughput operations per second
   */
  public Sample(GridPoint point, double throughput) {
    require(
        throughput >= 0 && Double.isFinite(throughput),
        "throughput at " + point,
        throughput,
        "finite and not negative");
    this.point = point;
    this.throughput = throughput;
  }

  public GridPoint point() {
    return point;
  }

  public double throughput() {
    return throughput;
  }

  /** The mean of the samples at each point, in order of the shares. */
  public static List<Sample> meanPerPoint(Collection<Sample> samples) {
    Comparator<GridPoint> order =
        Comparator.comparingDouble(GridPoint::cacheShare).thenComparingDouble(GridPoint::hdfsShare);
    Map<GridPoint, List<Sample>> byPoint = new TreeMap<>(order);
    samples.forEach(s -> byPoint.computeIfAbsent(s.point(), p -> new ArrayList<>()).add(s));
    List<Sample> means = new ArrayList<>();
    byPoint.forEach(
        (point, same) ->
            means.add(
                new Sample(
                    point, same.stream().mapToDouble(Sample::throughput).average().orElse(0))));
    return means;
  }

  /** The greatest throughput of all samples; 0 without samples. */
  public static double greatest(Collection<Sample> samples) {
    return samples.stream().mapToDouble(Sample::throughput).max().orElse(0);
  }
}
