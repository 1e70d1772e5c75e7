package io.argus.rivals;

import io.argus.rivals.shares.Shares;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The dissertation's reservation planning (section 5.3.2): stochastic hill climbing on D (equation
 * 5.5, alpha 0.5) over {@value #PIECES} pieces of cache and of HDFS throughput, from equal
 * reservations. A step moves one piece of one resource from one tenant to another.
 *
 * <p>The paper picks a neighbour by the probability distribution of their values; here, of those
 * that are better than the present state. It ends where none is. Every tenant keeps a piece.
 *
 * <p>Not for use by several threads.
 */
final class PaperPlanner {
  static final int PIECES = 20;

  private static final double ALPHA = 0.5;
  private static final int RESOURCES = 2;

  /** Less is rounding. */
  private static final double BETTER = 1e-9;

  private final Random random;

  PaperPlanner(Random random) {
    this.random = random;
  }

  private record Move(int resource, int from, int to, double value) {}

  /**
   * The shares of the best state that a climb finds.
   *
   * @param functions of the tenants; at most {@value #PIECES}
   */
  Map<String, Shares> plan(SortedMap<String, LinearFunction> functions) {
    List<LinearFunction> tenants = List.copyOf(functions.values());
    int[][] pieces = equal(tenants.size());
    double now = value(tenants, pieces);
    for (Move move = draw(tenants, pieces, now);
        move.value() > now;
        move = draw(tenants, pieces, now)) {
      move(pieces[move.resource()], move.from(), move.to());
      now = move.value();
    }
    Map<String, Shares> shares = new TreeMap<>();
    int i = 0;
    for (String tenant : functions.keySet()) {
      shares.put(
          tenant, new Shares((double) pieces[0][i] / PIECES, (double) pieces[1][i] / PIECES));
      i++;
    }
    return shares;
  }

  /** Pieces of each resource by tenant; what cannot be divided goes to the first ones. */
  private static int[][] equal(int tenants) {
    if (tenants < 1 || tenants > PIECES) {
      throw new IllegalArgumentException("tenants are " + tenants + "; must be 1 to " + PIECES);
    }
    int[][] pieces = new int[RESOURCES][tenants];
    for (int[] of : pieces) {
      for (int i = 0; i < tenants; i++) {
        of[i] = PIECES / tenants + (i < PIECES % tenants ? 1 : 0);
      }
    }
    return pieces;
  }

  /** A better neighbour, drawn by its value; the present value if there is none. */
  private Move draw(List<LinearFunction> tenants, int[][] pieces, double now) {
    List<Move> better = new ArrayList<>();
    double sum = 0;
    for (int resource = 0; resource < RESOURCES; resource++) {
      int[] of = pieces[resource];
      for (int from = 0; from < of.length; from++) {
        for (int to = 0; to < of.length; to++) {
          if (from == to || of[from] <= 1) {
            continue;
          }
          move(of, from, to);
          double value = value(tenants, pieces);
          move(of, to, from);
          if (value > now + BETTER) {
            better.add(new Move(resource, from, to, value));
            sum += value;
          }
        }
      }
    }
    double drawn = random.nextDouble() * sum;
    Move last = new Move(0, 0, 0, now);
    for (Move move : better) {
      last = move;
      drawn -= move.value();
      if (drawn <= 0) {
        break;
      }
    }
    return last;
  }

  private static void move(int[] pieces, int from, int to) {
    pieces[from]--;
    pieces[to]++;
  }

  private static double value(List<LinearFunction> tenants, int[][] pieces) {
    double[] losses = new double[tenants.size()];
    for (int i = 0; i < losses.length; i++) {
      losses[i] =
          tenants.get(i).loss((double) pieces[0][i] / PIECES, (double) pieces[1][i] / PIECES);
    }
    return dScore(losses);
  }

  /** D of equation 5.5; J is 1 if nobody loses anything. */
  static double dScore(double[] losses) {
    double sum = 0;
    double squares = 0;
    for (double loss : losses) {
      sum += loss;
      squares += loss * loss;
    }
    int n = losses.length;
    double fairness = squares > 0 ? sum * sum / (n * squares) : 1;
    double efficiency = 1 - sum / n;
    return ALPHA * fairness + (1 - ALPHA) * efficiency;
  }
}
