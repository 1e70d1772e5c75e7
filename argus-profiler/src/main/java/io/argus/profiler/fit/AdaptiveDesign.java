package io.argus.profiler.fit;

import static io.argus.load.basics.Argument.require;

import io.argus.core.performance.Cliff;
import io.argus.core.performance.GridFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the next point to measure by uncertainty. It starts with the four corners and the middle.
 * Then it halves the widest cliff until all cliffs are narrow, and otherwise takes the point where
 * fits that leave out one sample disagree most and monotonicity leaves most room. It ends when the
 * cross-validated error is below a bound and no cliff is wide, or at the largest number of points.
 *
 * <p>Jackknife disagreement as a measure of uncertainty: Xu et al., "A robust error-pursuing
 * sequential sampling approach", 2014.
 */
public final class AdaptiveDesign implements Design {
  /** Weight of the room that monotonicity leaves, in a candidate's score. */
  private static final double ROOM = 0.25;

  private static final int MIN_POINTS = 9;

  private final FullGrid grid;
  private final double mostError;
  private final int mostPoints;

  /**
   * @param grid the candidates, except those in cliffs
   * @param mostError cross-validated error to reach, as a fraction of the greatest throughput
   */
  public AdaptiveDesign(FullGrid grid, double mostError, int mostPoints) {
    require(mostError > 0 && mostError < 1, "max error", mostError, "above 0, below 1");
    require(mostPoints >= MIN_POINTS, "max points", mostPoints, "at least " + MIN_POINTS);
    this.grid = grid;
    this.mostError = mostError;
    this.mostPoints = mostPoints;
  }

  @Override
  public int mostPoints() {
    return mostPoints;
  }

  @Override
  public Optional<GridPoint> next(List<Sample> measured) {
    for (GridPoint first : first()) {
      if (measured.stream().noneMatch(s -> s.point().equals(first))) {
        return Optional.of(first);
      }
    }
    if (measured.size() >= mostPoints) {
      return Optional.empty();
    }
    Optional<GridPoint> inCliff = inCliff(measured);
    if (inCliff.isPresent()) {
      return inCliff;
    }
    return isGoodEnough(measured) ? Optional.empty() : leastCertain(measured);
  }

  private List<GridPoint> first() {
    double[] shares = grid.shares();
    double least = shares[0];
    double middle = shares[(shares.length - 1) / 2];
    return Arrays.asList(
        new GridPoint(1, 1),
        new GridPoint(least, 1),
        new GridPoint(1, least),
        new GridPoint(least, least),
        new GridPoint(middle, 1),
        new GridPoint(middle, middle));
  }

  private boolean isGoodEnough(List<Sample> measured) {
    if (measured.size() < MIN_POINTS) {
      return false;
    }
    return FitChoice.of(measured).error().orElse(1) <= mostError;
  }

  /** Halfway between the cache shares of the widest cliff, at the full HDFS share. */
  private Optional<GridPoint> inCliff(List<Sample> measured) {
    double narrow = grid.shares()[0] / 3;
    return MonotoneFitter.cliffs(measured).stream()
        .filter(cliff -> width(cliff) > narrow)
        .max(Comparator.comparingDouble(AdaptiveDesign::width))
        .map(cliff -> Math.rint((cliff.lowShare() + cliff.highShare()) * 500) / 1000)
        .map(middle -> new GridPoint(middle, 1))
        .filter(point -> measured.stream().noneMatch(s -> s.point().equals(point)));
  }

  private static double width(Cliff cliff) {
    return cliff.highShare() - cliff.lowShare();
  }

  private Optional<GridPoint> leastCertain(List<Sample> measured) {
    List<GridFunction> committee = new ArrayList<>();
    for (Sample left : measured) {
      committee.add(MonotoneFitter.surface(CrossValidation.without(measured, left)));
    }
    Envelope envelope = new Envelope(Envelope.isotonic(measured));
    GridPoint best = null;
    double most = -1;
    for (GridPoint candidate : grid.points()) {
      if (measured.stream().anyMatch(s -> s.point().equals(candidate))) {
        continue;
      }
      double room = envelope.upper(candidate) - envelope.lower(candidate);
      double score = disagreement(committee, candidate) + ROOM * room;
      if (score > most) {
        most = score;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  private static double disagreement(List<GridFunction> committee, GridPoint point) {
    DoubleSummaryStatistics predicted =
        committee.stream()
            .mapToDouble(member -> member.throughput(point.cacheShare(), point.hdfsShare()))
            .summaryStatistics();
    return predicted.getMax() - predicted.getMin();
  }
}
