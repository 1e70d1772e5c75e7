package io.argus.master.model;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Assumption;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.master.planner.PlanningProblem.Contender;

/**
 * The planner's model of a tenant: its throughput now, its estimated isolated throughput, and its
 * predicted throughput with other shares. Throughputs are in operations per second.
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
   * @param throughput as the servers count it now
   * @param demandLimited whether the tenant's clients ask for less than it could get
   * @param isolatedThroughput estimated; of a demand-limited tenant what it asks for and some
   *     headroom
   * @param bias factor on the function's predictions
   * @param choice the function and how it was chosen
   * @param cacheFill greatest share of the cache that the tenant fills, 0..1; 1 if it fills
   *     whatever it gets
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
    return choice.name;
  }

  public String why() {
    return choice.why;
  }

  /** The observed throughput violation, 0..1; 0 for a demand-limited tenant. */
  public double throughputViolation() {
    return demandLimited ? 0 : Fairness.throughputViolation(isolatedThroughput, throughput);
  }

  /** Predicted throughput with those effective shares, bias included. */
  public double predicted(double cacheShare, double hdfsShare) {
    return Math.min(isolatedThroughput, bias * choice.function.throughput(cacheShare, hdfsShare));
  }

  public double predicted(Reservation reservation) {
    return predicted(reservation.cacheShare(), reservation.hdfsShare());
  }

  public FunctionChoice choice() {
    return choice;
  }

  /** Returns the same model with another weight. */
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
        tenant, choice.name, choice.why, isolatedThroughput, predicted(reservation), bias);
  }
}
