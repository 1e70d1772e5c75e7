package io.argus.master.model;

import io.argus.core.performance.HdfsFunction;
import io.argus.core.performance.PerformanceFunction;
import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Assumption;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.master.planner.PlanningProblem.Contender;
import io.argus.master.planner.PlanningProblem.Part;
import io.argus.master.planner.Shares;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The planner's model of a tenant: its throughput now, its estimated isolated throughput, and its
 * predicted throughput with other shares. Throughputs are in operations per second.
 *
 * <p>A tenant has a part on each of its servers. Its clients spread over its keys, so that its
 * bottleneck server limits it: t_i = min over s of f_is / d_is, as in {@link
 * io.argus.master.planner.PlanningProblem}.
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
  private final double sloThroughput;
  private final List<PartModel> parts;

  /**
   * @param weight from {@code argus.tenant.shares}
   * @param throughput as the servers count it now
   * @param demandLimited whether the tenant's clients ask for less than it could get
   * @param isolatedThroughput estimated; of a demand-limited tenant what it asks for and some
   *     headroom
   * @param bias factor on the function's predictions
   * @param choice the function and how it was chosen, for the cluster as a whole
   * @param cacheFill greatest share of the cache that the tenant fills, 0..1; 1 if it fills
   *     whatever it gets
   * @param parts one per server where the tenant is
   */
  public TenantModel(
      TenantId tenant,
      double weight,
      double throughput,
      boolean demandLimited,
      double isolatedThroughput,
      double bias,
      FunctionChoice choice,
      double cacheFill,
      List<PartModel> parts) {
    this.sloThroughput = 0;
    List<PartModel> sorted = new ArrayList<>(parts);
    sorted.sort(Comparator.comparing(PartModel::server));
    this.parts = Collections.unmodifiableList(sorted);
    this.tenant = tenant;
    this.weight = weight;
    this.throughput = throughput;
    this.demandLimited = demandLimited;
    this.isolatedThroughput = isolatedThroughput;
    this.bias = bias;
    this.choice = choice;
    this.cacheFill = cacheFill;
  }

  private TenantModel(
      TenantModel known, double weight, double sloThroughput, List<PartModel> parts) {
    this.tenant = known.tenant;
    this.weight = weight;
    this.throughput = known.throughput;
    this.demandLimited = known.demandLimited;
    this.isolatedThroughput = known.isolatedThroughput;
    this.bias = known.bias;
    this.choice = known.choice;
    this.cacheFill = known.cacheFill;
    this.sloThroughput = sloThroughput;
    this.parts = parts;
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

  /** The observed throughput loss, 0..1; 0 for a demand-limited tenant. */
  public double throughputLoss() {
    return demandLimited ? 0 : Fairness.throughputLoss(isolatedThroughput, throughput);
  }

  /** The servers where the tenant is, in the order of their names. */
  public List<PartModel> parts() {
    return parts;
  }

  /** Guaranteed CPU share, mean over its servers; 0 if none is planned. */
  public double cpuShare() {
    double mean = parts.stream().mapToDouble(PartModel::cpuShare).average().orElse(0);
    return Double.isNaN(mean) ? 0 : mean;
  }

  /** Predicted throughput with those effective shares on every server, bias included. */
  public double predicted(double cacheShare, double hdfsShare) {
    double least = isolatedThroughput;
    for (PartModel part : parts) {
      least = Math.min(least, atMost(part, part.unlimited(cacheShare, hdfsShare)));
    }
    return least;
  }

  /**
   * Predicted throughput with nothing but those shares and the planned CPU share on each server,
   * bias included.
   *
   * @param reservations by server; shares of a server without one are 0
   */
  public double predicted(Function<String, Optional<Reservation>> reservations) {
    double least = isolatedThroughput;
    for (PartModel part : parts) {
      Optional<Reservation> there = reservations.apply(part.server());
      double cacheShare = there.map(Reservation::cacheShare).orElse(0.0);
      double hdfsShare = there.map(Reservation::hdfsShare).orElse(0.0);
      least = Math.min(least, atMost(part, part.guaranteed(cacheShare, hdfsShare)));
    }
    return least;
  }

  /** What the tenant would reach if only this part held it up. */
  private double atMost(PartModel part, double local) {
    return part.demandShare() > 0
        ? Math.min(isolatedThroughput, local / part.demandShare())
        : isolatedThroughput;
  }

  /**
   * Predicted throughput with effective shares of each server.
   *
   * @param firstPair position of the tenant's first part among the shares
   */
  public double predicted(Shares shares, int firstPair) {
    double least = isolatedThroughput;
    for (int k = 0; k < parts.size(); k++) {
      least = Math.min(least, predictedBy(k, shares, firstPair + k));
    }
    return least;
  }

  /** Predicted throughput if only the part of that number held the tenant up. */
  public double predictedBy(int part, Shares shares, int pair) {
    PartModel model = parts.get(part);
    return model.demandShare() > 0
        ? atMost(model, model.unlimited(shares.cache(pair), shares.hdfs(pair)))
        : isolatedThroughput;
  }

  /**
   * The throughput loss that the server of that part causes by itself, 0..1: how far the throughput
   * would be below the isolated one with the effective shares of now if only that server held the
   * tenant up. Next to none where the tenant is not backlogged; 0 for a demand-limited one.
   */
  public double throughputLossBy(int part) {
    PartModel model = parts.get(part);
    return demandLimited
        ? 0
        : Fairness.throughputLoss(isolatedThroughput, atMost(model, model.now()));
  }

  /** The performance function of the part of that number, bias included, in local throughput. */
  public PerformanceFunction local(int part) {
    PartModel model = parts.get(part);
    double most = Math.min(isolated(model), model.cpu().most());
    return new LocalFunction(model.choice().function, model.bias(), most);
  }

  private double isolated(PartModel part) {
    return isolatedThroughput * part.demandShare();
  }

  /** What a part does at most is its share of the isolated throughput, or what the CPU allows. */
  private static final class LocalFunction implements PerformanceFunction {
    /** Most tenants of a large cluster do nothing on most of their servers. */
    private static final HdfsFunction NOTHING = hdfsShare -> 0;

    private final PerformanceFunction function;
    private final double bias;
    private final double most;

    LocalFunction(PerformanceFunction function, double bias, double most) {
      this.function = function;
      this.bias = bias;
      this.most = most;
    }

    @Override
    public double throughput(double cacheShare, double hdfsShare) {
      return most > 0 ? Math.min(most, bias * function.throughput(cacheShare, hdfsShare)) : 0;
    }

    @Override
    public HdfsFunction at(double cacheShare) {
      return most > 0 ? new LocalHdfsFunction(function.at(cacheShare), bias, most) : NOTHING;
    }
  }

  /** A local function at one cache share. */
  private static final class LocalHdfsFunction implements HdfsFunction {
    private final HdfsFunction function;
    private final double bias;
    private final double most;

    LocalHdfsFunction(HdfsFunction function, double bias, double most) {
      this.function = function;
      this.bias = bias;
      this.most = most;
    }

    @Override
    public double throughput(double hdfsShare) {
      return Math.min(most, bias * function.throughput(hdfsShare));
    }

    @Override
    public double shareFor(double throughput, double guess) {
      double share = function.shareFor(Math.min(most, throughput) / bias, guess);
      return throughput > most ? Math.max(share, Math.min(MAX_SHARE, throughput / most)) : share;
    }
  }

  public FunctionChoice choice() {
    return choice;
  }

  /** Returns the same model with another weight. */
  public TenantModel weighing(double otherWeight) {
    return new TenantModel(this, otherWeight, sloThroughput, parts);
  }

  /**
   * Returns the same model with a throughput that the planner keeps before it maximises D; 0 for
   * none.
   */
  public TenantModel withSlo(double operationsPerSecond) {
    return new TenantModel(this, weight, operationsPerSecond, parts);
  }

  /** Returns the same model with CPU shares, one for each part. */
  TenantModel sharing(List<PartCpu> cpu) {
    List<PartModel> sharing = new ArrayList<>(cpu.size());
    for (int k = 0; k < cpu.size(); k++) {
      sharing.add(parts.get(k).with(cpu.get(k)));
    }
    return new TenantModel(this, weight, sloThroughput, Collections.unmodifiableList(sharing));
  }

  /** The throughput that meets its SLOs; 0 without SLO. */
  public double sloThroughput() {
    return sloThroughput;
  }

  /** The part of its SLOs in the isolated throughput, 0..1. */
  private double floor() {
    return isolatedThroughput > 0 ? Math.min(1, sloThroughput / isolatedThroughput) : 0;
  }

  public double cacheFill() {
    return cacheFill;
  }

  public Contender contender() {
    List<Part> contending = new ArrayList<>();
    for (int k = 0; k < parts.size(); k++) {
      PartModel part = parts.get(k);
      contending.add(Part.of(part.server(), isolated(part), local(k)).atMost(part.cpu().most()));
    }
    return demandLimited
        ? Contender.demandLimited(tenant, weight, contending)
        : Contender.of(tenant, weight, contending).withFloor(floor());
  }

  /**
   * @param firstPair position of the tenant's first part among the effective shares
   */
  public Assumption assumption(Shares shares, int firstPair) {
    return new Assumption(
        tenant, choice.name, choice.why, isolatedThroughput, predicted(shares, firstPair), bias);
  }
}
