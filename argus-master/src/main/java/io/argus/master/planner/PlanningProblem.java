package io.argus.master.planner;

import io.argus.core.performance.PerformanceFunction;
import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The planner's input (equation 5.6 of the dissertation): the tenants with their weights, isolated
 * throughputs and performance functions, the units that each resource is divided into, and alpha.
 *
 * <p>Immutable; safe for use by any thread, as far as the performance functions are.
 */
public final class PlanningProblem {
  /** The least number of units per tenant. */
  private static final int UNITS_PER_TENANT = 4;

  /** A tenant that shares the resources. Immutable; safe for use by any thread. */
  public static final class Contender {
    final TenantId tenant;
    final double weight;
    private final double isolatedThroughput;
    private final PerformanceFunction function;
    final boolean counted;

    private Contender(
        TenantId tenant,
        double weight,
        double isolatedThroughput,
        PerformanceFunction function,
        boolean counted) {
      this.tenant = tenant;
      this.weight = weight;
      this.isolatedThroughput = isolatedThroughput;
      this.function = function;
      this.counted = counted;
    }

    /**
     * Returns a tenant whose throughput violation counts.
     *
     * @param weight factor on its throughput violation in the objective
     * @param isolatedThroughput in operations per second
     * @param function predicted throughput in operations per second
     */
    public static Contender of(
        TenantId tenant, double weight, double isolatedThroughput, PerformanceFunction function) {
      return new Contender(tenant, weight, isolatedThroughput, function, true);
    }

    /**
     * Returns a demand-limited tenant. It does not count in the objective, but keeps what it needs
     * for its demand.
     *
     * @param demand in operations per second
     */
    public static Contender demandLimited(
        TenantId tenant, double weight, double demand, PerformanceFunction function) {
      return new Contender(tenant, weight, demand, function, false);
    }

    /** Predicted throughput violation, 0..1. */
    public double throughputViolation(double cacheShare, double hdfsShare) {
      return Fairness.throughputViolation(
          isolatedThroughput, function.throughput(cacheShare, hdfsShare));
    }
  }

  final List<Contender> contenders;
  private final int pieces;

  /** Weight of the J-index in the D-score. */
  final double alpha;

  /** Whether hurting a tenant never pays unless another gains. */
  final boolean freeDisposal;

  private PlanningProblem(
      List<Contender> contenders, int pieces, double alpha, boolean freeDisposal) {
    this.contenders = contenders;
    this.pieces = pieces;
    this.alpha = alpha;
    this.freeDisposal = freeDisposal;
  }

  /**
   * Returns the problem of dividing each resource into units for these tenants.
   *
   * @param leastPieces least number of units of each resource; 4 per tenant if that is more
   * @param alpha weight of the J-index in the D-score, 0..1
   */
  public static PlanningProblem of(List<Contender> contenders, int leastPieces, double alpha) {
    if (contenders.isEmpty() || !(alpha >= 0 && alpha <= 1)) {
      throw new IllegalArgumentException(
          contenders.size()
              + " tenants and alpha "
              + alpha
              + ": must be at least one tenant, and alpha within 0..1");
    }
    return new PlanningProblem(
        Collections.unmodifiableList(new ArrayList<>(contenders)),
        Math.max(leastPieces, UNITS_PER_TENANT * contenders.size()),
        alpha,
        true);
  }

  /** Returns the same problem with the plain D-score as objective, as in the dissertation. */
  public PlanningProblem withPlainObjective() {
    return new PlanningProblem(contenders, pieces, alpha, false);
  }

  public int size() {
    return contenders.size();
  }

  /** The units that each resource is divided into. */
  public int pieces() {
    return pieces;
  }

  /** Predicted score of effective shares, which need not be whole units. */
  public Score score(Map<TenantId, Reservation> reservations) {
    return sums(reservations).score();
  }

  /** The value that the planner maximises, of effective shares, which need not be whole units. */
  public double value(Map<TenantId, Reservation> reservations) {
    return sums(reservations).value();
  }

  /** Score of given throughput violations, one per contender. */
  public Score score(double[] throughputViolations) {
    return sums(throughputViolations).score();
  }

  private ThroughputViolationSums sums(Map<TenantId, Reservation> reservations) {
    double[] throughputViolations = new double[size()];
    for (int i = 0; i < throughputViolations.length; i++) {
      Reservation r = reservations.get(contenders.get(i).tenant);
      throughputViolations[i] =
          r == null ? 1 : contenders.get(i).throughputViolation(r.cacheShare(), r.hdfsShare());
    }
    return sums(throughputViolations);
  }

  private ThroughputViolationSums sums(double[] throughputViolations) {
    ThroughputViolationSums sums = new ThroughputViolationSums(objective());
    for (int i = 0; i < throughputViolations.length; i++) {
      Contender contender = contenders.get(i);
      if (contender.counted) {
        sums.add(contender.weight);
      }
      sums.replace(contender.counted ? contender.weight : 0, 0, throughputViolations[i]);
    }
    return sums;
  }

  /** The objective over the tenants that count. */
  Objective objective() {
    int counted = 0;
    double totalWeight = 0;
    double greatestWeight = 0;
    for (Contender contender : contenders) {
      if (contender.counted) {
        counted++;
        totalWeight += contender.weight;
        greatestWeight = Math.max(greatestWeight, contender.weight);
      }
    }
    return new Objective(alpha, counted, totalWeight, greatestWeight, freeDisposal);
  }
}
