package io.argus.core.plan;

import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A resource that plans divide among the tenants of every region server. */
public enum Resource {
  /** Bytes of the block cache. */
  CACHE,
  /** Bytes moved from or to HDFS. */
  HDFS,
  /** CPU time. Its shares follow from weights and SLOs; a plan may leave them out. */
  CPU;

  private static final Resource[] ALL = values();

  /** Its name in documents. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its position among the shares of a reservation. */
  @SuppressWarnings("EnumOrdinal") // never stored
  public int index() {
    return ordinal();
  }

  /** Whether every reservation has a share of it. */
  private boolean isRequired() {
    return this != CPU;
  }

  /** Whether it is left out, which a share of NaN says. */
  boolean isLeftOut(double share) {
    return Double.isNaN(share) && !isRequired();
  }

  /** What tenants have of it together; NaN if one of them has no share of it. */
  public double sum(Collection<Reservation> reservations) {
    return reservations.stream().mapToDouble(reservation -> reservation.share(this)).sum();
  }

  /**
   * Returns the shares of all resources, by {@link #index}; NaN for one that is left out.
   *
   * @param kind of who has them, for messages
   * @param owner who has them, for messages
   * @throws IllegalArgumentException if one is not within 0..1
   */
  static double[] shares(String kind, Object owner, ToDoubleFunction<Resource> shares) {
    double[] byIndex = new double[ALL.length];
    for (Resource resource : ALL) {
      double share = shares.applyAsDouble(resource);
      if (!(share >= 0 && share <= 1) && !resource.isLeftOut(share)) {
        throw new IllegalArgumentException(
            String.format(
                "%s share of %s %s is %s: must be within 0..1",
                resource.key(), kind, owner, share));
      }
      byIndex[resource.index()] = share;
    }
    return byIndex;
  }
}
