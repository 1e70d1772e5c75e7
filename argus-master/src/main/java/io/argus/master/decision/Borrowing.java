package io.argus.master.decision;

import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.TenantModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The difference between the shares a tenant claims and those it has in effect, as region servers
 * lend: HDFS turns and cache bytes that a tenant does not use go to those that want more, in
 * proportion to their shares.
 *
 * <p>So a tenant that needs little, or is idle, keeps an equal claim at no cost to the others, can
 * speed up at once, and is safe where the model is wrong about it. Plans hold claims; predictions
 * are made of effective shares.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class Borrowing {
  /** Part of the throughput with all of a resource at which a tenant has what it needs. */
  private static final double SATISFIED = 0.995;

  private static final int BISECTIONS = 12;
  private static final double NOTHING = 1e-9;

  private Borrowing() {}

  /** Returns the reservations with the shares that the tenants have in effect. */
  static Map<TenantId, Reservation> effective(
      List<TenantModel> models, Map<TenantId, Reservation> claims) {
    double[] cache = claimed(models, claims, Resource.CACHE);
    cache = effective(cache, cacheNeeds(models));
    double[] hdfs = claimed(models, claims, Resource.HDFS);
    hdfs = effective(hdfs, hdfsNeeds(models, cache));
    Map<TenantId, Reservation> effective = new HashMap<>();
    reservations(models, cache, hdfs).forEach(r -> effective.put(r.tenant(), r));
    return effective;
  }

  /** Returns claims that have these shares in effect, or more. */
  static List<Reservation> claims(List<TenantModel> models, Collection<Reservation> effective) {
    Map<TenantId, Reservation> byTenant = new HashMap<>();
    effective.forEach(r -> byTenant.put(r.tenant(), r));
    double[] cache = claimed(models, byTenant, Resource.CACHE);
    double[] hdfs = claimed(models, byTenant, Resource.HDFS);
    double[] hdfsNeeds = hdfsNeeds(models, cache);
    return reservations(models, claims(cache, cacheNeeds(models)), claims(hdfs, hdfsNeeds));
  }

  /**
   * Hands out what nobody needs to those in want, in proportion to their claims. What is left when
   * everybody has enough stays where it is claimed.
   */
  static double[] effective(double[] claims, double[] needs) {
    double[] shares = new double[claims.length];
    double free = 0;
    for (int i = 0; i < shares.length; i++) {
      shares[i] = Math.min(claims[i], needs[i]);
      free += claims[i] - shares[i];
    }
    for (int round = 0; round < shares.length && free > NOTHING; round++) {
      double wanting = 0;
      for (int i = 0; i < shares.length; i++) {
        wanting += shares[i] < needs[i] ? claims[i] : 0;
      }
      double lent = 0;
      for (int i = 0; i < shares.length && wanting > 0; i++) {
        if (shares[i] < needs[i]) {
          double part = Math.min(free * claims[i] / wanting, needs[i] - shares[i]);
          shares[i] += part;
          lent += part;
        }
      }
      free -= lent;
    }
    for (int i = 0; i < shares.length && free > NOTHING; i++) {
      shares[i] = Math.max(shares[i], claims[i]);
    }
    return shares;
  }

  /**
   * A tenant that needs no more than an equal share claims that, since what it leaves is lent; the
   * others claim the rest in the proportions of their shares, so that lending gives them back what
   * they were meant to have.
   */
  static double[] claims(double[] shares, double[] needs) {
    double equal = 1.0 / shares.length;
    double left = 1;
    double demanded = 0;
    for (int i = 0; i < shares.length; i++) {
      if (needs[i] <= equal) {
        left -= equal;
      } else {
        demanded += shares[i];
      }
    }
    double[] claims = new double[shares.length];
    for (int i = 0; i < shares.length; i++) {
      claims[i] = needs[i] <= equal ? equal : shares[i] / demanded * left;
    }
    return claims;
  }

  private static double[] claimed(
      List<TenantModel> models, Map<TenantId, Reservation> claims, Resource resource) {
    double[] shares = new double[models.size()];
    for (int i = 0; i < shares.length; i++) {
      Reservation claim = claims.get(models.get(i).tenant());
      shares[i] = claim == null ? 0 : claim.share(resource);
    }
    return shares;
  }

  private static List<Reservation> reservations(
      List<TenantModel> models, double[] cache, double[] hdfs) {
    List<Reservation> reservations = new ArrayList<>();
    for (int i = 0; i < cache.length; i++) {
      TenantModel model = models.get(i);
      reservations.add(
          Reservation.of(
              model.tenant(), model.weight(), Math.min(1, cache[i]), Math.min(1, hdfs[i])));
    }
    return reservations;
  }

  /**
   * The cache shares that the tenants fill, whether that helps them or not: a block within its
   * tenant's reservation stays, so that only what is left free is lent. A tenant that leaves some
   * free may yet be filling up to what it needs, with a quarter of an equal HDFS share; with more,
   * HDFS could make up for cache that is missing.
   */
  private static double[] cacheNeeds(List<TenantModel> models) {
    double[] needs = new double[models.size()];
    double little = 0.25 / Math.max(1, needs.length);
    for (int i = 0; i < needs.length; i++) {
      TenantModel model = models.get(i);
      double helps = least(share -> model.predicted(share, little));
      needs[i] = Math.max(model.cacheFill(), helps);
    }
    return needs;
  }

  /** The least HDFS shares with which more of HDFS would bring nothing, at those cache shares. */
  private static double[] hdfsNeeds(List<TenantModel> models, double[] cache) {
    double[] needs = new double[models.size()];
    for (int i = 0; i < needs.length; i++) {
      TenantModel model = models.get(i);
      double cacheShare = Math.min(1, cache[i]);
      needs[i] = least(share -> model.predicted(cacheShare, share));
    }
    return needs;
  }

  private interface ThroughputOfShare {
    double at(double share);
  }

  private static double least(ThroughputOfShare throughput) {
    double enough = SATISFIED * throughput.at(1);
    double low = 0;
    double high = 1;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (throughput.at(middle) >= enough) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }
}
