package io.argus.profiler.fit;

import io.argus.core.performance.Cliff;
import io.argus.core.performance.GridFunction;
import java.util.ArrayList;
import java.util.List;

/**
 * Monotone piecewise-linear interpolation. Noisy samples are first made monotone in both shares.
 * The surface with the fewest kinks fills the lattice nodes that were not measured, within the
 * bounds that the samples give. At a cliff, where the throughput collapses between two cache
 * shares, the lower value holds up to the upper share.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class MonotoneFitter implements Fitter {
  /** Part of the upper throughput that is lost at a cliff. */
  private static final double CLIFF_LOST = 0.5;

  /** Part of the greatest throughput that is lost at a cliff. */
  private static final double CLIFF_DEPTH = 0.2;

  /** Greatest distance of two shares at which a cliff can be told from a slope. */
  private static final double CLIFF_WIDTH = 0.15;

  /** Width of the step that stands for a cliff in the function. */
  private static final double STEP = 0.002;

  private static final int MIN_POINTS = 3;

  @Override
  public String name() {
    return "monotone";
  }

  @Override
  public GridFunction fit(List<Sample> samples) {
    GridFunction surface = surface(samples);
    return withSteps(surface, cliffs(surface));
  }

  /** The surface with straight lines across cliffs. */
  static GridFunction surface(List<Sample> samples) {
    if (samples.size() < MIN_POINTS) {
      throw new IllegalArgumentException(
          "monotone interpolation has " + samples.size() + " points: needs at least " + MIN_POINTS);
    }
    List<Sample> monotone = Envelope.isotonic(samples);
    Envelope envelope = new Envelope(monotone);
    Lattice lattice = new Lattice(monotone);
    double[][] values = lattice.fewestKinks();
    for (int c = 0; c < values.length; c++) {
      for (int h = 0; h < values[c].length; h++) {
        GridPoint node = new GridPoint(lattice.cacheShares[c], lattice.hdfsShares[h]);
        double held = Math.min(envelope.upper(node), Math.max(envelope.lower(node), values[c][h]));
        held = Math.max(held, c == 0 ? 0 : values[c - 1][h]);
        values[c][h] = Math.max(held, h == 0 ? 0 : values[c][h - 1]);
      }
    }
    return GridFunction.of(lattice.cacheShares, lattice.hdfsShares, values);
  }

  /** The cliffs in samples, in order of cache share. */
  static List<Cliff> cliffs(List<Sample> samples) {
    return cliffs(surface(samples));
  }

  private static List<Cliff> cliffs(GridFunction surface) {
    double[] shares = surface.cacheShares();
    double[][] values = surface.values();
    double deep = CLIFF_DEPTH * surface.isolatedThroughput();
    List<Cliff> cliffs = new ArrayList<>();
    for (int c = 0; c + 1 < shares.length; c++) {
      double lost = 0;
      for (int h = 0; h < values[c].length; h++) {
        double drop = values[c + 1][h] - values[c][h];
        if (drop > deep) {
          lost = Math.max(lost, drop / values[c + 1][h]);
        }
      }
      if (lost >= CLIFF_LOST && shares[c + 1] - shares[c] <= CLIFF_WIDTH) {
        cliffs.add(Cliff.of(shares[c], shares[c + 1], Math.min(1, lost)));
      }
    }
    return cliffs;
  }

  private static GridFunction withSteps(GridFunction surface, List<Cliff> cliffs) {
    double[] shares = surface.cacheShares();
    double[][] values = surface.values();
    List<Double> newShares = new ArrayList<>();
    List<double[]> newValues = new ArrayList<>();
    for (int c = 0; c < shares.length; c++) {
      double share = shares[c];
      if (cliffs.stream().anyMatch(cliff -> cliff.highShare() == share)) {
        newShares.add(Math.max(share - STEP, (share + shares[c - 1]) / 2));
        newValues.add(values[c - 1]);
      }
      newShares.add(share);
      newValues.add(values[c]);
    }
    return GridFunction.of(
        newShares.stream().mapToDouble(s -> s).toArray(),
        surface.hdfsShares(),
        newValues.toArray(new double[0][]));
  }
}
