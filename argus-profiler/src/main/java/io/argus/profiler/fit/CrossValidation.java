package io.argus.profiler.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The error of a fit at points that are left out of it, one at a time, as a fraction of the
 * greatest throughput. The corner points are never left out, because a function is not used outside
 * them.
 *
 * <p>Points are dense where the surface is difficult. To get a mean over all shares and not over
 * the points, each error is weighted by the area that is nearer to its point than to any other
 * (importance-weighted cross-validation, Sugiyama et al. 2007).
 *
 * <p>Immutable.
 */
final class CrossValidation {
  private static final int AREA_STEPS = 40;

  private final double mean;

  private CrossValidation(double mean) {
    this.mean = mean;
  }

  /** Mean absolute error over the area. */
  double mean() {
    return mean;
  }

  /** Cross-validates; empty if there are too few points to leave any out. */
  static Optional<CrossValidation> of(Fitter fitter, List<Sample> samples) {
    double greatest = Sample.greatest(samples);
    List<Sample> leavable =
        samples.stream()
            .filter(sample -> !isCorner(sample.point(), samples))
            .collect(Collectors.toList());
    if (leavable.isEmpty() || greatest <= 0) {
      return Optional.empty();
    }
    double[] areas = areas(leavable);
    double sum = 0;
    double area = 0;
    for (int i = 0; i < areas.length; i++) {
      Sample left = leavable.get(i);
      OptionalDouble predicted = predicted(fitter, without(samples, left), left.point());
      if (predicted.isPresent()) {
        double error = Math.abs(predicted.getAsDouble() - left.throughput()) / greatest;
        sum += areas[i] * error;
        area += areas[i];
      }
    }
    return area > 0 ? Optional.of(new CrossValidation(sum / area)) : Optional.empty();
  }

  private static OptionalDouble predicted(Fitter fitter, List<Sample> rest, GridPoint point) {
    try {
      return OptionalDouble.of(fitter.fit(rest).throughput(point.cacheShare(), point.hdfsShare()));
    } catch (IllegalArgumentException tooFew) {
      return OptionalDouble.empty();
    }
  }

  static List<Sample> without(List<Sample> samples, Sample left) {
    List<Sample> rest = new ArrayList<>(samples);
    rest.remove(left);
    return rest;
  }

  /** The area nearest to each point, counted on a fine lattice; always above 0. */
  static double[] areas(List<Sample> samples) {
    double[] areas = new double[samples.size()];
    Arrays.fill(areas, 1e-3);
    for (int c = 1; c <= AREA_STEPS; c++) {
      for (int h = 1; h <= AREA_STEPS; h++) {
        areas[nearest(samples, (double) c / AREA_STEPS, (double) h / AREA_STEPS)]++;
      }
    }
    return areas;
  }

  private static int nearest(List<Sample> samples, double cacheShare, double hdfsShare) {
    int nearest = 0;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < samples.size(); i++) {
      GridPoint point = samples.get(i).point();
      double distance = Math.hypot(point.cacheShare() - cacheShare, point.hdfsShare() - hdfsShare);
      if (distance < least) {
        least = distance;
        nearest = i;
      }
    }
    return nearest;
  }

  private static boolean isCorner(GridPoint point, List<Sample> samples) {
    boolean cacheEnd = true;
    boolean cacheStart = true;
    boolean hdfsEnd = true;
    boolean hdfsStart = true;
    for (Sample sample : samples) {
      cacheEnd &= sample.point().cacheShare() <= point.cacheShare();
      cacheStart &= sample.point().cacheShare() >= point.cacheShare();
      hdfsEnd &= sample.point().hdfsShare() <= point.hdfsShare();
      hdfsStart &= sample.point().hdfsShare() >= point.hdfsShare();
    }
    return (cacheEnd || cacheStart) && (hdfsEnd || hdfsStart);
  }
}
