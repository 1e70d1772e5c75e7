package io.argus.master.capacity;

import io.argus.core.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What measurements of a tenant on one or more numbers of servers make of its model: a factor, or a
 * {@link ThroughputLaw} in its place, and the error to expect.
 *
 * <p>With measurements on three numbers of servers or more, both are compared: each number is left
 * out in turn and predicted from the others. The law counts where it is clearly closer. It knows
 * nothing of caches, which the model does.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Calibration {
  /** No prediction is taken for better than this, as a part of the throughput. */
  private static final double MIN_ERROR = 0.05;

  /** What the error grows by with each doubling of the servers beyond those measured. */
  private static final double ERROR_OF_DOUBLING = 0.03;

  private static final int ENOUGH = 3;
  private static final double CLEARLY = 0.8;
  private static final double MAX_FACTOR = 2;

  private final double factor;
  private final @Nullable ThroughputLaw law;
  private final IntToDoubleFunction model;
  private final double error;
  private final SortedSet<Integer> sizes = new TreeSet<>();

  /**
   * @param points of this tenant; none if it was never seen asking for more than it got
   * @param model operations per second that the model predicts for a number of servers
   * @param least error of the model by what else is known of it
   */
  Calibration(List<MeasuredPoint> points, IntToDoubleFunction model, double least) {
    this.model = model;
    points.forEach(point -> sizes.add(point.servers));
    factor = factor(points, model);
    double ofModel = crossValidated(points, true);
    double ofLaw = crossValidated(points, false);
    boolean prefersLaw = sizes.size() >= ENOUGH && ofLaw < CLEARLY * ofModel;
    law = prefersLaw ? ThroughputLaw.fit(points).orElse(null) : null;
    double seen =
        sizes.size() > 1 ? (law == null ? ofModel : ofLaw) : Math.abs(Math.log(factor)) / 2;
    error = Math.max(MIN_ERROR, Math.max(least, seen));
  }

  private static double factor(List<MeasuredPoint> points, IntToDoubleFunction model) {
    double sum = 0;
    int count = 0;
    for (MeasuredPoint point : points) {
      double predicted = model.applyAsDouble(point.servers);
      if (predicted > 0 && point.operationsPerSecond > 0) {
        sum += Math.log(point.operationsPerSecond / predicted);
        count++;
      }
    }
    double factor = count == 0 ? 1 : Math.exp(sum / count);
    return Math.min(MAX_FACTOR, Math.max(1 / MAX_FACTOR, factor));
  }

  /** Root of the mean squared relative error of points that are predicted from the others. */
  private double crossValidated(List<MeasuredPoint> points, boolean byModel) {
    double sum = 0;
    int count = 0;
    for (MeasuredPoint left : points) {
      List<MeasuredPoint> others = new ArrayList<>(points);
      others.removeIf(point -> point.servers == left.servers);
      double predicted = model.applyAsDouble(left.servers) * factor(others, model);
      if (!byModel) {
        Optional<ThroughputLaw> fitted = ThroughputLaw.fit(others);
        predicted = fitted.map(l -> l.at(left.servers)).orElse(0.0);
      }
      double off = predicted / left.operationsPerSecond - 1;
      sum += off * off;
      count++;
    }
    return count == 0 ? 0 : Math.sqrt(sum / count);
  }

  /** What a prediction of the model is to be multiplied by. */
  double factor(int servers) {
    double predicted = law == null ? 0 : model.applyAsDouble(servers);
    return law == null || predicted <= 0 ? factor : law.at(servers) / predicted;
  }

  /** Error to expect, as a part of the throughput. */
  double error(int servers, int currentServers) {
    int least = sizes.isEmpty() ? currentServers : sizes.first();
    int most = sizes.isEmpty() ? currentServers : sizes.last();
    double beyond =
        servers > most ? (double) servers / most : servers < least ? (double) least / servers : 1;
    return error + ERROR_OF_DOUBLING * Math.log(beyond) / Math.log(2);
  }

  SortedSet<Integer> sizes() {
    return sizes;
  }

  /** How predictions are made, for operators. */
  String basis() {
    if (law != null) {
      return "a + b n + c / n fitted to servers " + sizes + ": " + law;
    }
    return sizes.isEmpty() ? "model" : Text.format("model x %.2f, by servers %s", factor, sizes);
  }
}
