package io.argus.core.plan;

import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why a plan is as it is: the predicted scores before and after, the units that moved, and the
 * performance function of each tenant.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PlanExplanation {
  /** Predicted J-index, efficiency and D-score of one state, each 0..1. */
  public static final class Score {
    private final double jIndex;
    private final double efficiency;
    private final double dScore;

    public Score(double jIndex, double efficiency, double dScore) {
      this.jIndex = jIndex;
      this.efficiency = efficiency;
      this.dScore = dScore;
    }

    public double jIndex() {
      return jIndex;
    }

    public double efficiency() {
      return efficiency;
    }

    public double dScore() {
      return dScore;
    }
  }

  /** What the planner assumed about one tenant; throughputs in operations per second. */
  public static final class Assumption {
    private final String tenant;
    private final String function;
    private final String why;
    private final double isolatedThroughput;
    private final double predictedThroughput;
    private final double bias;

    /**
     * @param function name of the performance function
     * @param why how the function was chosen, and where it comes from
     * @param isolatedThroughput predicted throughput with all of both resources
     * @param predictedThroughput predicted throughput under this plan
     * @param bias observed / predicted throughput; scales the predictions
     */
    public Assumption(
        TenantId tenant,
        String function,
        String why,
        double isolatedThroughput,
        double predictedThroughput,
        double bias) {
      this.tenant = tenant.name();
      this.function = function;
      this.why = why;
      this.isolatedThroughput = isolatedThroughput;
      this.predictedThroughput = predictedThroughput;
      this.bias = bias;
    }

    private boolean isComplete() {
      return tenant != null && TenantId.isLegal(tenant) && function != null && why != null;
    }

    public TenantId tenant() {
      return TenantId.of(tenant);
    }

    public String function() {
      return function;
    }

    public String why() {
      return why;
    }

    public double isolatedThroughput() {
      return isolatedThroughput;
    }

    public double predictedThroughput() {
      return predictedThroughput;
    }

    public double bias() {
      return bias;
    }
  }

  private static final Score UNKNOWN = new Score(0, 0, 0);

  private final String reason;
  private final Score before;
  private final Score after;
  private final List<String> moves;
  private final List<Assumption> assumptions;

  /**
   * @param reason one sentence for an operator
   * @param moves changes since the plan before, one sentence each
   */
  public PlanExplanation(
      String reason, Score before, Score after, List<String> moves, List<Assumption> assumptions) {
    this.reason = reason;
    this.before = before;
    this.after = after;
    this.moves = Collections.unmodifiableList(new ArrayList<>(moves));
    this.assumptions = Collections.unmodifiableList(new ArrayList<>(assumptions));
  }

  /** Returns the explanation of a plan that no prediction led to. */
  public static PlanExplanation because(String reason) {
    return new PlanExplanation(
        reason, UNKNOWN, UNKNOWN, Collections.emptyList(), Collections.emptyList());
  }

  /** Fills in what an explanation that was read from JSON lacks. */
  public static PlanExplanation complete(@Nullable PlanExplanation read) {
    if (read == null) {
      return because("no explanation given");
    }
    return new PlanExplanation(
        read.reason == null ? "no reason given" : Shortened.onOneLine(read.reason),
        isScore(read.before) ? read.before : UNKNOWN,
        isScore(read.after) ? read.after : UNKNOWN,
        withoutNulls(read.moves, move -> true).stream()
            .map(Shortened::onOneLine)
            .collect(Collectors.toList()),
        withoutNulls(read.assumptions, Assumption::isComplete));
  }

  private static boolean isScore(@Nullable Score read) {
    return read != null && isPart(read.jIndex) && isPart(read.efficiency) && isPart(read.dScore);
  }

  private static boolean isPart(double score) {
    return score >= -Plan.TOLERANCE && score <= 1 + Plan.TOLERANCE;
  }

  private static <T> List<T> withoutNulls(@Nullable List<T> read, Predicate<T> sound) {
    return read == null
        ? Collections.emptyList()
        : read.stream()
            .filter(element -> element != null && sound.test(element))
            .collect(Collectors.toList());
  }

  public String reason() {
    return reason;
  }

  public Score before() {
    return before;
  }

  public Score after() {
    return after;
  }

  public List<String> moves() {
    return moves;
  }

  public List<Assumption> assumptions() {
    return assumptions;
  }
}
