package io.argus.rivals;

import java.util.HashMap;
import java.util.Map;

/**
 * The dissertation's elastic reservation (section 5.2.3): a tenant whose throughput is below what
 * is expected of it gives away a tenth of its credits and of its cache for every tenth that is
 * missing. The busy tenants share evenly what is given away.
 *
 * <p>Expected is the throughput that the tenant has when it runs alone, divided by the number of
 * tenants. Busy is who gives nothing away; if nobody is busy, nothing changes hands.
 *
 * <p>Stateless.
 */
final class ElasticReservation {
  private static final int STEPS = 10;

  /** So that exactly a tenth below counts as a tenth. */
  private static final double ROUNDING = 1e-9;

  private ElasticReservation() {}

  /**
   * The part of its credits and cache that a tenant gives away: 0, 0.1, ... 1.
   *
   * @param throughput operations per second
   * @param expected in the same unit; who is expected to do nothing gives nothing away
   */
  static double givenAway(double throughput, double expected) {
    if (!(expected > 0)) {
      return 0;
    }
    double steps = Math.floor(STEPS * (1 - throughput / expected) + ROUNDING);
    return Math.max(0, Math.min(STEPS, steps)) / STEPS;
  }

  /**
   * The shares after the tenants that fall short have given to the busy ones.
   *
   * @param shares by tenant, 0..1
   * @param givenAway part of its share that each of them gives away, 0..1
   * @param keep whether they keep what they give, as they do with credits: the sum then exceeds
   *     that of the shares
   */
  static Map<String, Double> shares(
      Map<String, Double> shares, Map<String, Double> givenAway, boolean keep) {
    double given = 0;
    int busy = 0;
    for (Map.Entry<String, Double> share : shares.entrySet()) {
      double part = givenAway.getOrDefault(share.getKey(), 0.0);
      given += part * share.getValue();
      busy += part > 0 ? 0 : 1;
    }
    if (busy == 0) {
      return shares;
    }
    Map<String, Double> after = new HashMap<>();
    for (Map.Entry<String, Double> share : shares.entrySet()) {
      double part = givenAway.getOrDefault(share.getKey(), 0.0);
      double left = keep ? share.getValue() : (1 - part) * share.getValue();
      after.put(share.getKey(), part > 0 ? left : share.getValue() + given / busy);
    }
    return after;
  }
}
