package io.argus.master.model;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Assumption;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.master.planner.PlanningProblem.Contender;

/**
 * What the planner takes a tenant for: how much it does, what it could do alone, and what it would
 * do with other reservations. Throughputs are in operations per second.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TenantModel {
  private final TenantId tenant;
  private final double weight;
  private final double throughput;
  private final boolean demandLimited;
  private final double isolatedThroughput;
  private final double bias;
  private final FunctionChoice choice;
  private final double cacheFill;

  /**
   * @param weight from {@code argus.tenant.weights}
   * @param throughput t, counted now
   * @param demandLimited whether the tenant asks for less than it could have, of its own accord
   * @param isolatedThroughput b; of a demand-limited tenant what it asks for
   * @param bias by which the function's predictions are multiplied
   * @param choice the function and how it was chosen
   * @param cacheFill share of the cache that it fills if it gets that, 0..1; 1 if it fills whatever
   *     it gets
   */
  public TenantModel(
      TenantId tenant,
      double weight,
      double throughput,
      boolean demandLimited,
      double isolatedThroughput,
      double bias,
      FunctionChoice choice,
      double cacheFill) {
    this.tenant = tenant;
    this.weight = weight;
    this.throughput = throughput;
    this.demandLimited = demandLimited;
    this.isolatedThroughput = isolatedThroughput;
    this.bias = bias;
    this.choice = choice;
    this.cacheFill = cacheFill;
  }

  public TenantId tenant() {
    return tenant;
  }

  public double weight() {
    return weight;
  }

  public double throughput() {
    return throughput;
  }

  public boolean isDemandLimited() {
    return demandLimited;
  }

  public double isolatedThroughput() {
    return isolatedThroughput;
  }

  public double bias() {
    return bias;
  }

  public String functionName() {
    return choice.name();
  }

  public String why() {
    return choice.why();
  }

  /** Observed throughput violation, 0..1; 0 for a demand-limited tenant. */
  public double throughputViolation() {
    return demandLimited ? 0 : Fairness.throughputViolation(isolatedThroughput, throughput);
  }

  /** Predicted throughput with that reservation, bias included. */
  public double predicted(double cacheShare, double hdfsShare) {
    return Math.min(isolatedThroughput, bias * choice.function().throughput(cacheShare, hdfsShare));
  }

  public FunctionChoice choice() {
    return choice;
  }

  /** The same tenant with another weight. */
  public TenantModel weighing(double otherWeight) {
    return new TenantModel(
        tenant,
        otherWeight,
        throughput,
        demandLimited,
        isolatedThroughput,
        bias,
        choice,
        cacheFill);
  }

  public double cacheFill() {
    return cacheFill;
  }

  public Contender contender() {
    return demandLimited
        ? Contender.demandLimited(tenant, weight, isolatedThroughput, this::predicted)
        : Contender.of(tenant, weight, isolatedThroughput, this::predicted);
  }

  public Assumption assumption(Reservation reservation) {
    return new Assumption(
        tenant,
        choice.name(),
        choice.why(),
        isolatedThroughput,
        predicted(reservation.cacheShare(), reservation.hdfsShare()),
        bias);
  }
}
