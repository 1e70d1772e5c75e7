package io.argus.master;

import io.argus.core.Reservation;
import io.argus.core.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The difference between the HDFS share a tenant claims and the one it has in effect, as region
 * servers are work-conserving: what a tenant does not use goes to those that want more, in
 * proportion to their shares.
 *
 * <p>So a tenant that needs little keeps an equal claim at no cost to the others, can speed up at
 * once, and is safe where the model is wrong about it. Plans hold claims; predictions are made of
 * effective shares.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class HdfsLending {
  /** Part of the throughput with all of HDFS at which a tenant has what it needs. */
  private static final double SATISFIED = 0.995;

  private static final int BISECTIONS = 12;
  private static final int ROUNDS = 8;

  private HdfsLending() {}

  /**
   * Returns the reservations with the HDFS shares that the tenants have in effect; they sum to 1 if
   * somebody wants more.
   */
  static Map<TenantId, Reservation> effective(
      List<TenantModel> models, Map<TenantId, Reservation> claims) {
    double[] shares = new double[models.size()];
    double[] needs = new double[models.size()];
    double free = 0;
    for (int i = 0; i < shares.length; i++) {
      Reservation claim = claimOf(models.get(i), claims);
      needs[i] = need(models.get(i), claim.cacheShare());
      shares[i] = Math.min(claim.hdfsShare(), needs[i]);
      free += claim.hdfsShare() - shares[i];
    }
    for (int round = 0; round < ROUNDS && free > 1e-9; round++) {
      free = lend(models, claims, shares, needs, free);
    }
    Map<TenantId, Reservation> effective = new HashMap<>();
    for (int i = 0; i < shares.length; i++) {
      TenantModel model = models.get(i);
      // What nobody wants stays where it is claimed.
      double share = free > 1e-9 ? claimOf(model, claims).hdfsShare() : shares[i];
      effective.put(
          model.tenant(),
          Reservation.of(
              model.tenant(),
              model.weight(),
              claimOf(model, claims).cacheShare(),
              Math.min(1, Math.max(share, shares[i]))));
    }
    return effective;
  }

  /** Hands out what is free to those in want, in proportion to their claims; returns the rest. */
  private static double lend(
      List<TenantModel> models,
      Map<TenantId, Reservation> claims,
      double[] shares,
      double[] needs,
      double free) {
    double wanting = 0;
    for (int i = 0; i < shares.length; i++) {
      wanting += shares[i] < needs[i] ? claimOf(models.get(i), claims).hdfsShare() : 0;
    }
    double rest = free;
    for (int i = 0; i < shares.length && wanting > 0; i++) {
      if (shares[i] < needs[i]) {
        double part = free * claimOf(models.get(i), claims).hdfsShare() / wanting;
        double lent = Math.min(part, needs[i] - shares[i]);
        shares[i] += lent;
        rest -= lent;
      }
    }
    return Math.max(0, rest);
  }

  private static Reservation claimOf(TenantModel model, Map<TenantId, Reservation> claims) {
    Reservation claim = claims.get(model.tenant());
    return claim == null ? Reservation.of(model.tenant(), 0, 0) : claim;
  }

  /** The least HDFS share with which more of HDFS would bring nothing, at that cache share. */
  private static double need(TenantModel model, double cacheShare) {
    double enough = SATISFIED * model.predicted(cacheShare, 1);
    double low = 0;
    double high = 1;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (model.predicted(cacheShare, middle) >= enough) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  /**
   * Returns the claims that have these effective shares: a tenant with more than it needs claims an
   * equal share, or what it needs if that is more, and the others claim the rest in the same
   * proportions, but together not less than equal shares or what they have in effect.
   */
  static List<Reservation> claims(List<TenantModel> models, Collection<Reservation> effective) {
    Map<TenantId, Reservation> byTenant = new HashMap<>();
    effective.forEach(r -> byTenant.put(r.tenant(), r));
    double[] needs = new double[models.size()];
    double equal = 1.0 / models.size();
    double wanted = 0;
    double needed = 0;
    double extra = 0;
    int wanting = 0;
    for (int i = 0; i < needs.length; i++) {
      Reservation r = claimOf(models.get(i), byTenant);
      needs[i] = need(models.get(i), r.cacheShare());
      if (needs[i] > r.hdfsShare()) {
        wanted += r.hdfsShare();
        wanting++;
      } else {
        needed += needs[i];
        extra += Math.max(0, equal - needs[i]);
      }
    }
    if (wanting == 0) {
      return new ArrayList<>(effective);
    }
    double left = Math.max(Math.min(wanted, wanting * equal), 1 - needed - extra);
    double granted = extra > 0 ? Math.max(0, 1 - needed - left) / extra : 0;
    List<Reservation> claims = new ArrayList<>();
    for (int i = 0; i < needs.length; i++) {
      Reservation r = claimOf(models.get(i), byTenant);
      double share =
          needs[i] > r.hdfsShare()
              ? r.hdfsShare() / wanted * left
              : needs[i] + granted * Math.max(0, equal - needs[i]);
      claims.add(Reservation.of(r.tenant(), r.weight(), r.cacheShare(), share));
    }
    return claims;
  }
}
