package io.argus.master.planner;

import io.argus.core.Fairness;
import io.argus.core.Resource;
import io.argus.master.planner.PlanningProblem.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The oracle for small problems: the best value of all states in which no slow tenant lacks what it
 * asks for.
 */
final class ExhaustiveOptimum {
  private final PlanningProblem problem;
  private final int n;
  private final double[][][] violations;
  private final List<int[]> compositions = new ArrayList<>();

  ExhaustiveOptimum(PlanningProblem problem) {
    this.problem = problem;
    this.n = problem.size();
    int pieces = problem.pieces();
    violations = new double[n][pieces + 1][pieces + 1];
    for (int i = 0; i < n; i++) {
      for (int c = 1; c < pieces; c++) {
        for (int h = 1; h < pieces; h++) {
          violations[i][c][h] =
              problem.contenders().get(i).violation((double) c / pieces, (double) h / pieces);
        }
      }
    }
    compose(new int[n], 0, pieces);
  }

  private void compose(int[] parts, int at, int left) {
    if (at == n - 1) {
      parts[at] = left;
      compositions.add(parts.clone());
      return;
    }
    for (int part = 1; part <= left - (n - 1 - at); part++) {
      parts[at] = part;
      compose(parts, at + 1, left - part);
    }
  }

  /** The greatest value there is. */
  double value() {
    double best = Double.NEGATIVE_INFINITY;
    for (int[] cache : compositions) {
      for (int[] hdfs : compositions) {
        if (keepsSlowTenants(cache, hdfs)) {
          best = Math.max(best, value(cache, hdfs));
        }
      }
    }
    return best;
  }

  /** Efficiency of the state with the greatest plain D-score, and that score. */
  double[] plain() {
    double[] best = {0, Double.NEGATIVE_INFINITY};
    for (int[] cache : compositions) {
      for (int[] hdfs : compositions) {
        double d = dScore(cache, hdfs, 0);
        if (d > best[1]) {
          best = new double[] {efficiency(cache, hdfs), d};
        }
      }
    }
    return best;
  }

  /** Efficiency and plain D-score of an allocation. */
  double[] plain(Allocation allocation) {
    int[] cache = new int[n];
    int[] hdfs = new int[n];
    for (int i = 0; i < n; i++) {
      cache[i] = allocation.units(Resource.CACHE, i);
      hdfs[i] = allocation.units(Resource.HDFS, i);
    }
    return new double[] {efficiency(cache, hdfs), dScore(cache, hdfs, 0)};
  }

  /** The objective, reckoned from its definition, with each tenant's violation tried as level. */
  private double value(int[] cache, int[] hdfs) {
    double best = dScore(cache, hdfs, 0);
    for (int i = 0; i < n; i++) {
      Contender contender = problem.contenders().get(i);
      if (contender.counted()) {
        double u = contender.weight() * violations[i][cache[i]][hdfs[i]];
        best = Math.max(best, dScore(cache, hdfs, u));
        best = Math.max(best, dScore(cache, hdfs, u / 2));
      }
    }
    return best + 1e-3 * efficiency(cache, hdfs);
  }

  private double efficiency(int[] cache, int[] hdfs) {
    double sum = 0;
    double weights = 0;
    for (int i = 0; i < n; i++) {
      if (problem.contenders().get(i).counted()) {
        sum += problem.contenders().get(i).weight() * violations[i][cache[i]][hdfs[i]];
        weights += problem.contenders().get(i).weight();
      }
    }
    return weights == 0 ? 1 : 1 - sum / weights;
  }

  private double dScore(int[] cache, int[] hdfs, double level) {
    double sum = 0;
    double squares = 0;
    double weights = 0;
    double worst = 0;
    int counted = 0;
    for (int i = 0; i < n; i++) {
      if (problem.contenders().get(i).counted()) {
        double weight = problem.contenders().get(i).weight();
        double v = violations[i][cache[i]][hdfs[i]];
        double u = Math.max(weight * v, Math.min(weight, level));
        worst = Math.max(worst, Math.max(v, level));
        sum += u;
        squares += u * u;
        weights += weight;
        counted++;
      }
    }
    double j = worst < Fairness.UNHURT_VIOLATION ? 1 : sum * sum / (counted * squares);
    return 0.5 * j + 0.5 * (counted == 0 ? 1 : 1 - sum / weights);
  }

  private boolean keepsSlowTenants(int[] cache, int[] hdfs) {
    for (int i = 0; i < n; i++) {
      if (!problem.contenders().get(i).counted()
          && violations[i][cache[i]][hdfs[i]] >= Fairness.UNHURT_VIOLATION) {
        return false;
      }
    }
    return true;
  }

  static Random random(long seed) {
    return new Random(seed * 0x9E3779B97F4A7C15L + 1);
  }
}
