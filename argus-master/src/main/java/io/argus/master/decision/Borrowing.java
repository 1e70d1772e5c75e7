package io.argus.master.decision;

import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.TenantModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * The relation between guaranteed shares, which a plan holds, and effective shares, which tenants
 * have because region servers are work-conserving: what one tenant does not use, others borrow in
 * proportion to their guaranteed shares.
 *
 * <p>So a tenant that needs little keeps an equal guaranteed share at no cost to the others. It can
 * speed up at once, and is safe where the model is wrong about it. Predictions are made of
 * effective shares.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class Borrowing {
  /** Fraction of the throughput with all of a resource at which a tenant has what it needs. */
  private static final double SATISFIED = 0.995;

  private static final int BISECTIONS = 12;
  private static final double NOTHING = 1e-9;

  private Borrowing() {}

  /** Returns the effective shares that these guaranteed ones lead to. */
  static Map<TenantId, Reservation> effective(
      List<TenantModel> models, Map<TenantId, Reservation> guaranteed) {
    double[] cache = effective(shares(models, guaranteed, Resource.CACHE), cacheNeeds(models));
    double[] hdfs = effective(shares(models, guaranteed, Resource.HDFS), hdfsNeeds(models, cache));
    return Reservations.byTenant(reservations(models, cache, hdfs));
  }

  /** Returns guaranteed shares that lead to these effective ones, or to more. */
  static List<Reservation> guaranteed(List<TenantModel> models, Collection<Reservation> effective) {
    Map<TenantId, Reservation> byTenant = Reservations.byTenant(effective);
    double[] cache = shares(models, byTenant, Resource.CACHE);
    double[] hdfs = shares(models, byTenant, Resource.HDFS);
    return reservations(
        models, guaranteed(cache, cacheNeeds(models)), guaranteed(hdfs, hdfsNeeds(models, cache)));
  }

  /**
   * Gives what nobody needs to the tenants in need, in proportion to their guaranteed shares. What
   * is left when everybody has enough stays with its owners.
   */
  private static double[] effective(double[] guaranteed, double[] needs) {
    double[] shares = new double[guaranteed.length];
    double free = 0;
    for (int i = 0; i < shares.length; i++) {
      shares[i] = Math.min(guaranteed[i], needs[i]);
      free += guaranteed[i] - shares[i];
    }
    for (int round = 0; round < shares.length && free > NOTHING; round++) {
      double inNeed = 0;
      for (int i = 0; i < shares.length; i++) {
        inNeed += shares[i] < needs[i] ? guaranteed[i] : 0;
      }
      double borrowed = 0;
      for (int i = 0; i < shares.length && inNeed > 0; i++) {
        if (shares[i] < needs[i]) {
          double part = Math.min(free * guaranteed[i] / inNeed, needs[i] - shares[i]);
          shares[i] += part;
          borrowed += part;
        }
      }
      free -= borrowed;
    }
    for (int i = 0; i < shares.length && free > NOTHING; i++) {
      shares[i] = Math.max(shares[i], guaranteed[i]);
    }
    return shares;
  }

  /**
   * Guarantees an equal share to each tenant that needs no more than that. The others divide the
   * rest in proportion to their effective shares: by borrowing they get back what the first leave
   * unused.
   */
  private static double[] guaranteed(double[] effective, double[] needs) {
    double equal = 1.0 / effective.length;
    double left = 1;
    double demanded = 0;
    for (int i = 0; i < effective.length; i++) {
      if (needs[i] <= equal) {
        left -= equal;
      } else {
        demanded += effective[i];
      }
    }
    double[] guaranteed = new double[effective.length];
    for (int i = 0; i < effective.length; i++) {
      guaranteed[i] = needs[i] <= equal ? equal : effective[i] / demanded * left;
    }
    return guaranteed;
  }

  private static double[] shares(
      List<TenantModel> models, Map<TenantId, Reservation> reservations, Resource resource) {
    double[] shares = new double[models.size()];
    for (int i = 0; i < shares.length; i++) {
      Reservation reservation = reservations.get(models.get(i).tenant());
      shares[i] = reservation == null ? 0 : reservation.share(resource);
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
   * Returns the cache shares that the tenants fill, whether that helps them or not: a block within
   * its tenant's reservation stays, so that others borrow only what is left free. A tenant that
   * leaves some free may still be filling it. So it also needs what would help it at a quarter of
   * an equal HDFS share; at a larger one, HDFS could make up for missing cache.
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

  /** Returns the HDFS shares above which more brings nothing, at these cache shares. */
  private static double[] hdfsNeeds(List<TenantModel> models, double[] cache) {
    double[] needs = new double[models.size()];
    for (int i = 0; i < needs.length; i++) {
      TenantModel model = models.get(i);
      double cacheShare = Math.min(1, cache[i]);
      needs[i] = least(share -> model.predicted(cacheShare, share));
    }
    return needs;
  }

  /** Returns the least share with which the throughput is as good as with all. */
  private static double least(DoubleUnaryOperator throughput) {
    double enough = SATISFIED * throughput.applyAsDouble(1);
    double low = 0;
    double high = 1;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (throughput.applyAsDouble(middle) >= enough) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }
}
