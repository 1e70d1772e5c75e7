package io.argus.core.plan;

import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A resource that plans divide among the tenants of every region server. */
public enum Resource {
  /** Bytes of the block cache. */
  CACHE,
  /** Bytes moved from or to HDFS. */
  HDFS;

  /** Its name in documents. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its position among the shares of a reservation. */
  @SuppressWarnings("EnumOrdinal") // never stored
  public int index() {
    return ordinal();
  }

  /** What tenants have of it together. */
  public double sum(Collection<Reservation> reservations) {
    return reservations.stream().mapToDouble(reservation -> reservation.share(this)).sum();
  }

  /**
   * Returns the shares of all resources, by {@link #index}.
   *
   * @param owner who has them, for messages
   * @throws IllegalArgumentException if one is not within 0..1
   */
  static double[] shares(String owner, ToDoubleFunction<Resource> shares) {
    double[] byIndex = new double[values().length];
    for (Resource resource : values()) {
      double share = shares.applyAsDouble(resource);
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException(
            resource.key() + " share of " + owner + " is " + share + ": must be within 0..1");
      }
      byIndex[resource.index()] = share;
    }
    return byIndex;
  }
}
