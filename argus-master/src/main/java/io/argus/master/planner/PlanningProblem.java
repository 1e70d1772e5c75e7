package io.argus.master.planner;

import io.argus.core.performance.PerformanceFunction;
import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The planner's input (equation 5.6 of the dissertation, for several servers): the tenants with
 * their weights, and of each tenant on each of its servers the isolated throughput and the
 * performance function there; the units that each resource of a server is divided into, and alpha.
 *
 * <p>The clients of a tenant spread over its keys, so that its bottleneck server limits it. With
 * d_is the part of its operations that server s serves, b_i its isolated throughput and f_is its
 * performance function on s,
 *
 * <pre>
 *   t_i  = min over s of f_is(c_is, h_is) / d_is
 *   v_is = max(0, 1 - f_is(c_is, h_is) / (d_is x b_i))
 *   v_i  = max over s of v_is = max(0, 1 - t_i / b_i)
 * </pre>
 *
 * <p>A demand-limited tenant lacks what its servers lack, weighted by d_is: what it asks for on one
 * server is of use to it whatever another one gives.
 *
 * <p>A <i>pair</i> is a tenant on one of its servers. Pairs are numbered by tenant, then by server.
 *
 * <p>Immutable; safe for use by any thread, as far as the performance functions are.
 */
public final class PlanningProblem {
  /** The resources among which the search chooses. What the CPU allows is a bound on functions. */
  static final List<Resource> RESOURCES =
      Collections.unmodifiableList(Arrays.asList(Resource.CACHE, Resource.HDFS));

  /** Units that the planner divides each resource of a server into, at least. */
  public static final int PIECES = 20;

  /** The least number of units per tenant of a server. */
  private static final int UNITS_PER_TENANT = 4;

  /** Pairs from which on a problem is large. */
  private static final int MANY = 20_000;

  /** What is lacking of an SLO counts so many times as much as what is lacking of a demand. */
  private static final double SLO_WEIGHT = 10;

  /**
   * What a tenant with an SLO gets above its floor, as a part of the floor, where a plan is sought:
   * predictions are not exact, and a plan that gave the floor itself would be changed by the next
   * ones.
   */
  private static final double ABOVE_SLO = 0.05;

  /**
   * What a tenant does on one server; throughputs are in operations per second. Immutable; safe for
   * use by any thread.
   */
  public static final class Part {
    final String server;
    final double isolatedThroughput;
    final PerformanceFunction function;

    /** What the CPU allows, which no share of cache or HDFS changes; infinite if unknown. */
    final double most;

    private Part(
        String server, double isolatedThroughput, PerformanceFunction function, double most) {
      this.server = server;
      this.isolatedThroughput = isolatedThroughput;
      this.function = function;
      this.most = most;
    }

    /**
     * @param isolatedThroughput d_is x b_i; of a demand-limited tenant, what it asks this server
     *     for
     * @param function predicted throughput on this server with shares of its resources
     */
    public static Part of(String server, double isolatedThroughput, PerformanceFunction function) {
      return new Part(server, isolatedThroughput, function, Double.POSITIVE_INFINITY);
    }

    /**
     * Returns the same part, of which more is not to be expected.
     *
     * @param bound throughput on this server that its function does not exceed
     */
    public Part atMost(double bound) {
      return new Part(server, isolatedThroughput, function, bound);
    }

    /** Predicted throughput loss v_is, 0..1. */
    double throughputLoss(double cacheShare, double hdfsShare) {
      return isolatedThroughput > 0
          ? Fairness.throughputLoss(isolatedThroughput, function.throughput(cacheShare, hdfsShare))
          : 0;
    }
  }

  /** A tenant that shares the resources. Immutable; safe for use by any thread. */
  public static final class Contender {
    final TenantId tenant;
    final double weight;
    final boolean counted;

    /** Part of the isolated throughput that comes before the objective, 0..1. */
    final double floor;

    final List<Part> parts;

    private Contender(
        TenantId tenant, double weight, boolean counted, double floor, List<Part> parts) {
      this.tenant = tenant;
      this.weight = weight;
      this.counted = counted;
      this.floor = floor;
      List<Part> sorted = new ArrayList<>(parts);
      sorted.sort((one, other) -> one.server.compareTo(other.server));
      this.parts = Collections.unmodifiableList(sorted);
    }

    /**
     * Returns a tenant whose throughput loss counts.
     *
     * @param weight what it is entitled to, beside the weights of others
     * @param parts at most one per server
     */
    public static Contender of(TenantId tenant, double weight, List<Part> parts) {
      return new Contender(tenant, weight, true, 0, parts);
    }

    /**
     * Returns the same tenant with another floor: the part of its isolated throughput, or of its
     * demand, that it has before the objective counts.
     *
     * @param part 0..1
     */
    public Contender withFloor(double part) {
      return new Contender(tenant, weight, counted, part, parts);
    }

    /**
     * Returns a demand-limited tenant. It does not count in the objective, but keeps what it needs
     * for its demand.
     *
     * @param parts at most one per server
     */
    public static Contender demandLimited(TenantId tenant, double weight, List<Part> parts) {
      return new Contender(tenant, weight, false, 1, parts);
    }
  }

  final List<Contender> contenders;

  /** Weight of the J-index in the D-score. */
  final double alpha;

  private final Pairs pairs;

  /** Whether tenants with SLOs are to have {@link #ABOVE_SLO} more than these. */
  private final boolean generous;

  private PlanningProblem(Pairs pairs, double alpha, boolean generous) {
    this.pairs = pairs;
    this.contenders = pairs.contenders;
    this.alpha = alpha;
    this.generous = generous;
  }

  /**
   * Returns the problem of dividing each resource of each server into units for its tenants.
   *
   * @param leastPieces least number of units of each resource of a server; 4 per tenant there if
   *     that is more
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
    return new PlanningProblem(new Pairs(contenders, leastPieces), alpha, false);
  }

  /** Returns the same problem with another weight of the J-index. */
  public PlanningProblem withAlpha(double other) {
    return new PlanningProblem(pairs, other, generous);
  }

  /**
   * Returns the same problem for seeking a plan: it gives tenants with SLOs a little more than
   * their floors, as far as all floors are kept.
   */
  public PlanningProblem seeking() {
    return new PlanningProblem(pairs, alpha, true);
  }

  /**
   * Returns the problem of giving each tenant the same shares on all servers, as one of a single
   * server. Sensible only if the {@link #isUniform servers have the same tenants}.
   */
  PlanningProblem withEqualServers() {
    List<Contender> merged = new ArrayList<>();
    for (Contender contender : contenders) {
      List<Part> whole = new ArrayList<>();
      double sum = 0;
      for (Part part : contender.parts) {
        sum += part.isolatedThroughput;
      }
      double isolated = sum;
      whole.add(
          Part.of(
              "",
              isolated,
              (c, h) -> {
                double worst = 0;
                for (Part part : contender.parts) {
                  worst = Math.max(worst, part.throughputLoss(c, h));
                }
                return isolated * (1 - worst);
              }));
      merged.add(
          new Contender(
              contender.tenant, contender.weight, contender.counted, contender.floor, whole));
    }
    return new PlanningProblem(new Pairs(merged, pairs.leastPieces), alpha, generous);
  }

  /** Weight of the efficiency in the D-score. */
  public double weightOfEfficiency() {
    return 1 - alpha;
  }

  /** Number of tenants. */
  public int size() {
    return contenders.size();
  }

  /** The names of the servers, in order. */
  public List<String> servers() {
    return pairs.servers;
  }

  /** Number of tenants on servers. */
  public int pairs() {
    return pairs.parts.length;
  }

  /**
   * Whether there are so many pairs that the search only refines its best start, so that what it
   * finds hardly depends on alpha.
   */
  public boolean isLarge() {
    return pairs() > MANY;
  }

  /** Position of a pair's tenant. */
  public int tenant(int pair) {
    return pairs.tenants[pair];
  }

  /** Position of a pair's server. */
  public int server(int pair) {
    return pairs.serverNumbers[pair];
  }

  /** The first pair of a tenant; that of the next one ends its pairs. */
  public int firstPair(int tenant) {
    return pairs.first[tenant];
  }

  /** The pairs of a server, in the order of the tenants; not to be changed. */
  int[] on(int server) {
    return pairs.onServer[server];
  }

  /** The pairs of a server, in the order of the tenants. */
  public int[] pairsOn(int server) {
    return pairs.onServer[server].clone();
  }

  /** Number of tenants on a server. */
  public int tenantsOn(int server) {
    return pairs.onServer[server].length;
  }

  /** The pair of a tenant and a server; negative if the tenant is not there. */
  public int pair(int tenant, int server) {
    return Arrays.binarySearch(
        pairs.serverNumbers, pairs.first[tenant], pairs.first[tenant + 1], server);
  }

  Part part(int pair) {
    return pairs.parts[pair];
  }

  /** The part of its tenant's operations that a pair's server serves; 1 in sum over a tenant. */
  public double demandShare(int pair) {
    return pairs.demandShares[pair];
  }

  /** The units that each resource would be divided into if all tenants were on one server. */
  public int pieces() {
    return Math.max(pairs.leastPieces, UNITS_PER_TENANT * size());
  }

  /** The units that each resource of a server is divided into. */
  public int pieces(int server) {
    return Math.max(pairs.leastPieces, UNITS_PER_TENANT * tenantsOn(server));
  }

  /** Whether every tenant is on every server. */
  boolean isUniform() {
    return pairs() == size() * servers().size();
  }

  /**
   * Returns a division of all servers that is good and quickly found: tenants at equal throughput
   * losses, as far as their servers allow.
   */
  public Shares filled() {
    return pairs.filled(this);
  }

  /** Predicted throughput loss of a pair with these shares, 0..1. */
  public double throughputLoss(int pair, Shares shares) {
    return part(pair).throughputLoss(shares.cache(pair), shares.hdfs(pair));
  }

  /** Predicted losses of each tenant. Not changed once built; safe for use by any thread. */
  public static final class Losses {
    private final double[] worst;
    private final double[] means;
    private final double[] lacks;

    private Losses(int tenants) {
      worst = new double[tenants];
      means = new double[tenants];
      lacks = new double[tenants];
    }
  }

  /** Predicted losses by effective shares, which need not be whole units. */
  public Losses losses(Shares shares) {
    Losses losses = new Losses(size());
    for (int i = 0; i < size(); i++) {
      for (int p = firstPair(i); p < firstPair(i + 1); p++) {
        double v = part(p).throughputLoss(shares.cache(p), shares.hdfs(p));
        losses.worst[i] = Math.max(losses.worst[i], v);
        losses.means[i] += demandShare(p) * v;
        losses.lacks[i] += lack(p, v);
      }
    }
    return losses;
  }

  /** Predicted score. */
  public Score score(Losses losses) {
    return sums(losses).score();
  }

  /** The value that the planner maximises. */
  public double value(Losses losses) {
    return sums(losses).value();
  }

  /** Predicted score of effective shares, which need not be whole units. */
  public Score score(Shares shares) {
    return score(losses(shares));
  }

  /** The value that the planner maximises, of effective shares, which need not be whole units. */
  public double value(Shares shares) {
    return value(losses(shares));
  }

  /** Score of given throughput losses, one per tenant. */
  public Score score(double[] throughputLosses) {
    ThroughputLossSums sums = new ThroughputLossSums(objective());
    for (int i = 0; i < throughputLosses.length; i++) {
      double v = throughputLosses[i];
      sums.add(entitlement(i), v, v, 0);
    }
    return sums.score();
  }

  /** The least part of its entitlement that a tenant which counts has. 1 if none counts. */
  double leastKept(Losses losses) {
    double most = 0;
    for (int i = 0; i < size(); i++) {
      if (entitlement(i) > 0) {
        most = Math.max(most, Fairness.shortfall(entitlement(i), losses.worst[i]));
      }
    }
    return 1 - most;
  }

  private ThroughputLossSums sums(Losses losses) {
    ThroughputLossSums sums = new ThroughputLossSums(objective());
    for (int i = 0; i < size(); i++) {
      sums.add(entitlement(i), losses.worst[i], losses.means[i], losses.lacks[i]);
    }
    return sums;
  }

  /**
   * A tenant's weight over the greatest weight, at most 1: what it may keep of its isolated
   * throughput when the tenant of that weight keeps all of its own. 0 if it does not count.
   */
  public double entitlement(int tenant) {
    return pairs.entitlements[tenant];
  }

  /**
   * The part of its isolated throughput that a tenant has before the objective counts, 0..1: what
   * its SLOs ask for, or all that it needs if it is demand-limited.
   */
  public double floor(int tenant) {
    return pairs.floors[tenant];
  }

  /**
   * What a pair with that throughput loss adds to what its tenant lacks of its floor, as a part of
   * the floor. Where whole units cannot keep all floors, SLOs come before demands.
   */
  double lack(int pair, double throughputLoss) {
    int tenant = tenant(pair);
    double floor = pairs.floors[tenant];
    boolean hasSlo = entitlement(tenant) > 0;
    double lost = throughputLoss - (1 - floor);
    double lack =
        lost >= Fairness.UNHURT_THROUGHPUT_LOSS
            ? demandShare(pair) * lost / floor * (hasSlo ? SLO_WEIGHT : 1)
            : 0;
    if (!generous || !hasSlo || floor == 0) {
      return lack;
    }
    double wanted = Math.min(1, floor * (1 + ABOVE_SLO));
    double below = Math.min(wanted - floor, throughputLoss - (1 - wanted));
    return lack + demandShare(pair) * Math.max(0, below) / floor;
  }

  /** The objective over the tenants that count. */
  Objective objective() {
    return new Objective(
        alpha, (int) contenders.stream().filter(contender -> contender.counted).count());
  }
}
