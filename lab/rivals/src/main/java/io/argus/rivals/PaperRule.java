package io.argus.rivals;

import io.argus.rivals.shares.Shares;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dissertation's Argus apart from its scheduler: it plans the shares of cache and HDFS every
 * {@value #DECISION_SECONDS} s (section 5.3) and lets tenants that fall short give cache away
 * (section 5.2.3).
 *
 * <p>In every {@value #CYCLE_SECONDS} s the cache is reserved equally for {@value #EQUAL_SECONDS}
 * s, in which a tenant that fell short can show that it would do more. The cycle begins when the
 * tenants of a workload mix do; the first decision ends the first time of equal reservation. In the
 * rest of the cycle the cache is as planned, less what is given away at the moment.
 *
 * <p>While nobody is said to run together, who is there shares the cache equally, and so has all of
 * it when alone. If the same tenants come back with the same isolated throughputs, the cycle goes
 * on.
 *
 * <p>Each region server decides for itself, where the paper's master decides for all from their
 * sums: with data and requests spread evenly, as the paper assumes, that is the same.
 *
 * <p>Used by one thread.
 */
final class PaperRule implements CacheRule {
  static final int DECISION_SECONDS = 60;
  static final int CYCLE_SECONDS = 180;
  static final int EQUAL_SECONDS = 30;

  private static final Logger LOG = LoggerFactory.getLogger(PaperRule.class);

  private final Reservations reservations;
  private final Profiles profiles;
  private final PaperPlanner planner;

  private Map<String, Double> together = Map.of();
  private Map<String, Shares> plan = Map.of();
  private boolean begun;
  private long beganNanos;
  private long nextDecisionSeconds;

  PaperRule(Reservations reservations, Profiles profiles, Random random) {
    this.reservations = reservations;
    this.profiles = profiles;
    this.planner = new PaperPlanner(random);
  }

  @Override
  public Map<String, Double> shares(Map<String, Double> reuseRatios, long nowNanos) {
    Map<String, Double> isolatedThroughputs = reservations.isolatedThroughputs();
    if (isolatedThroughputs.isEmpty()) {
      reservations.hdfsShares(Map.of());
      return equal(reuseRatios);
    }
    if (!isolatedThroughputs.equals(together)) {
      together = isolatedThroughputs;
      plan = Map.of();
      begun = false;
    }
    if (!begun && reuseRatios.size() >= Math.min(2, together.size())) {
      begun = true;
      beganNanos = nowNanos;
      nextDecisionSeconds = EQUAL_SECONDS;
      reservations.forgetKeys();
    }
    long seconds = begun ? TimeUnit.NANOSECONDS.toSeconds(nowNanos - beganNanos) : 0;
    if (begun && seconds >= nextDecisionSeconds) {
      nextDecisionSeconds = seconds + DECISION_SECONDS;
      decide();
    }
    reservations.hdfsShares(planned(Shares::hdfs));
    return seconds % CYCLE_SECONDS < EQUAL_SECONDS
        ? equal(together)
        : ElasticReservation.shares(planned(Shares::cache), reservations.givenAway(), false);
  }

  private void decide() {
    Map<String, Double> ratios = reservations.keyRepeatRatios();
    SortedMap<String, LinearFunction> functions = new TreeMap<>();
    for (String tenant : together.keySet()) {
      functions.put(tenant, profiles.nearest(ratios.getOrDefault(tenant, 0.0)));
    }
    plan = planner.plan(functions);
    LOG.info("Key repeat ratios {}, shares {}", ratios, plan);
  }

  private Map<String, Double> planned(Function<Shares, Double> resource) {
    Map<String, Double> shares = new TreeMap<>();
    plan.forEach((tenant, of) -> shares.put(tenant, resource.apply(of)));
    return shares;
  }

  private static Map<String, Double> equal(Map<String, ?> tenants) {
    Map<String, Double> shares = new TreeMap<>();
    tenants.keySet().forEach(tenant -> shares.put(tenant, 1.0 / tenants.size()));
    return shares;
  }
}
