package io.argus.core.plan;

import io.argus.core.tenant.TenantId;

/**
 * The share r_ij of every resource that a plan guarantees a tenant, 0..1, and the tenant's weight
 * in the plan.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Reservation {
  private final TenantId tenant;
  private final double weight;
  private final double cacheShare;
  private final double hdfsShare;

  private Reservation(TenantId tenant, double weight, double cacheShare, double hdfsShare) {
    this.tenant = tenant;
    this.weight = weight;
    this.cacheShare = cacheShare;
    this.hdfsShare = hdfsShare;
  }

  /**
   * Returns a reservation of weight 1.
   *
   * @throws IllegalArgumentException if a share is not within 0..1
   */
  public static Reservation of(TenantId tenant, double cacheShare, double hdfsShare) {
    return of(tenant, 1, cacheShare, hdfsShare);
  }

  /**
   * @throws IllegalArgumentException if a share is not within 0..1 or the weight is not positive
   */
  public static Reservation of(
      TenantId tenant, double weight, double cacheShare, double hdfsShare) {
    if (!(weight > 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException(
          "weight of tenant " + tenant + " is " + weight + ": must be above 0 and finite");
    }
    requireShare(tenant, "cache", cacheShare);
    requireShare(tenant, "hdfs", hdfsShare);
    return new Reservation(tenant, weight, cacheShare, hdfsShare);
  }

  private static void requireShare(TenantId tenant, String resource, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          resource + " share of tenant " + tenant + " is " + share + ": must be within 0..1");
    }
  }

  public TenantId tenant() {
    return tenant;
  }

  public double weight() {
    return weight;
  }

  public double cacheShare() {
    return cacheShare;
  }

  public double hdfsShare() {
    return hdfsShare;
  }

  public double share(Resource resource) {
    return resource == Resource.CACHE ? cacheShare : hdfsShare;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Reservation)) {
      return false;
    }
    Reservation that = (Reservation) other;
    return tenant.equals(that.tenant)
        && weight == that.weight
        && cacheShare == that.cacheShare
        && hdfsShare == that.hdfsShare;
  }

  @Override
  public int hashCode() {
    return tenant.hashCode() * 31 + Double.hashCode(cacheShare) * 7 + Double.hashCode(hdfsShare);
  }

  @Override
  public String toString() {
    return tenant + "{cache=" + cacheShare + ", hdfs=" + hdfsShare + "}";
  }
}
