package io.argus.master.planner;

import io.argus.core.Fairness;
import io.argus.core.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The oracle for small problems: the best D-score of all states in which no unit lies with a tenant
 * that has no use for it while another one has, and no slow tenant lacks what it asks for although
 * it has that at equal reservation.
 */
final class ExhaustiveOptimum {
  private final PlanningProblem problem;
  private final int n;
  private final double[][][] violations;
  private final List<int[]> compositions = new ArrayList<>();
  private final MoveAcceptor acceptor = new MoveAcceptor();

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

  double dScore() {
    double best = Double.NEGATIVE_INFINITY;
    for (int[] cache : compositions) {
      for (int[] hdfs : compositions) {
        double d = dScore(cache, hdfs);
        if (d > best && keepsSlowTenants(cache, hdfs) && !isWasteful(cache, hdfs)) {
          best = d;
        }
      }
    }
    return best;
  }

  /** The objective, reckoned from its definition. */
  private double dScore(int[] cache, int[] hdfs) {
    double sum = 0;
    double squares = 0;
    double weights = 0;
    double worst = 0;
    int counted = 0;
    for (int i = 0; i < n; i++) {
      if (problem.contenders().get(i).counted()) {
        double weight = problem.contenders().get(i).weight();
        double v = violations[i][cache[i]][hdfs[i]];
        worst = Math.max(worst, v);
        sum += weight * v;
        squares += weight * v * weight * v;
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

  private boolean isWasteful(int[] cache, int[] hdfs) {
    State state = new State(problem, Units.of(problem.pieces(), cache, hdfs));
    for (Resource resource : Resource.values()) {
      for (int from = 0; from < n; from++) {
        for (int to = 0; to < n; to++) {
          if (acceptor.isFree(state, resource, from, to)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  static Random random(long seed) {
    return new Random(seed * 0x9E3779B97F4A7C15L + 1);
  }
}
