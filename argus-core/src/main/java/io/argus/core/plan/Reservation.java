package io.argus.core.plan;

import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The share r_ij of every resource that a plan guarantees a tenant, 0..1, the tenant's weight in
 * the plan, and how classes of its requests divide the shares. One without a CPU share has it by
 * its weight, see {@link Plan#cpuShare}.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Reservation {
  /**
   * A class of a tenant's requests: its part of the tenant's share of every resource, 0..1.
   *
   * <p>Immutable.
   */
  public static final class ClassShares {
    private final String name;
    private final double[] shares;

    private ClassShares(String name, double[] shares) {
      this.name = name;
      this.shares = shares;
    }

    /**
     * @param name follows the rules for tenant names
     * @throws IllegalArgumentException if the name is not legal or a share is not within 0..1
     */
    public static ClassShares of(String name, ToDoubleFunction<Resource> shares) {
      if (!TenantId.isLegal(name)) {
        throw new IllegalArgumentException(
            "class name '"
                + Shortened.of(name)
                + "' is not legal: the rules for tenant names apply");
      }
      return new ClassShares(name, Resource.shares("class", name, shares));
    }

    public String name() {
      return name;
    }

    public double share(Resource resource) {
      return shares[resource.index()];
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ClassShares
          && name.equals(((ClassShares) other).name)
          && Arrays.equals(shares, ((ClassShares) other).shares);
    }

    @Override
    public int hashCode() {
      return name.hashCode() * 31 + Arrays.hashCode(shares);
    }
  }

  /** CPU shares follow what was measured: they change that much without being others. */
  private static final double NEAR_CPU = 0.05;

  private final TenantId tenant;
  private final double weight;
  private final double[] shares;
  private final List<ClassShares> classes;

  private Reservation(
      TenantId tenant,
      double weight,
      ToDoubleFunction<Resource> shares,
      List<ClassShares> classes) {
    if (!(weight > 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException(
          "weight of tenant " + tenant + " is " + weight + ": must be above 0 and finite");
    }
    this.tenant = tenant;
    this.weight = weight;
    this.shares = Resource.shares("tenant", tenant, shares);
    this.classes = classes;
  }

  /**
   * Returns a reservation of weight 1 without a CPU share.
   *
   * @throws IllegalArgumentException if a share is not within 0..1
   */
  public static Reservation of(TenantId tenant, double cacheShare, double hdfsShare) {
    return of(tenant, 1, cacheShare, hdfsShare);
  }

  /**
   * Returns a reservation without a CPU share.
   *
   * @throws IllegalArgumentException if a share is not within 0..1 or the weight is not positive
   */
  public static Reservation of(
      TenantId tenant, double weight, double cacheShare, double hdfsShare) {
    return of(
        tenant,
        weight,
        resource ->
            resource == Resource.CACHE
                ? cacheShare
                : resource == Resource.HDFS ? hdfsShare : Double.NaN);
  }

  /**
   * @throws IllegalArgumentException if a share is not within 0..1 or the weight is not positive
   */
  public static Reservation of(TenantId tenant, double weight, ToDoubleFunction<Resource> shares) {
    return new Reservation(tenant, weight, shares, Collections.emptyList());
  }

  /** Returns this with other shares and the same classes. */
  public Reservation with(ToDoubleFunction<Resource> others) {
    return new Reservation(tenant, weight, others, classes);
  }

  /** Returns this with another CPU share; NaN for none. */
  public Reservation withCpuShare(double share) {
    return Double.compare(share, share(Resource.CPU)) == 0
        ? this
        : with(resource -> resource == Resource.CPU ? share : share(resource));
  }

  /**
   * Returns this with classes. Requests without a class get what they leave.
   *
   * @throws IllegalArgumentException if two have the same name, or their shares of a resource sum
   *     to more than 1
   */
  public Reservation withClasses(Collection<ClassShares> others) {
    if (others.stream().map(ClassShares::name).distinct().count() < others.size()) {
      throw new IllegalArgumentException(
          "tenant " + tenant + " has two classes with the same name");
    }
    for (Resource resource : Resource.values()) {
      double sum = others.stream().mapToDouble(each -> each.share(resource)).sum();
      if (!(sum <= 1 + Plan.TOLERANCE) && !resource.isLeftOut(sum)) {
        throw new IllegalArgumentException(
            resource.key()
                + " shares of the classes of tenant "
                + tenant
                + " sum to "
                + sum
                + ": must sum to 1 at most");
      }
    }
    return new Reservation(
        tenant, weight, this::share, Collections.unmodifiableList(new ArrayList<>(others)));
  }

  public TenantId tenant() {
    return tenant;
  }

  public double weight() {
    return weight;
  }

  public double cacheShare() {
    return share(Resource.CACHE);
  }

  public double hdfsShare() {
    return share(Resource.HDFS);
  }

  /** NaN for a resource that is left out. */
  public double share(Resource resource) {
    return shares[resource.index()];
  }

  /** No server acts on them yet. */
  public List<ClassShares> classes() {
    return classes;
  }

  /**
   * Whether classes are the same, and no share differs by more. CPU shares count only if both have
   * one, and may differ by {@value #NEAR_CPU} in any case.
   */
  public boolean isNear(Reservation other, double difference) {
    for (Resource resource : Resource.values()) {
      double most = resource == Resource.CPU ? Math.max(NEAR_CPU, difference) : difference;
      if (Math.abs(share(resource) - other.share(resource)) > most) {
        return false;
      }
    }
    return classes.equals(other.classes);
  }

  /** Whether two sets are for the same tenants, whose reservations are near each other. */
  public static boolean areNear(
      Collection<Reservation> some, Collection<Reservation> others, double difference) {
    Map<TenantId, Reservation> byTenant = new HashMap<>();
    some.forEach(reservation -> byTenant.put(reservation.tenant(), reservation));
    for (Reservation other : others) {
      Reservation one = byTenant.get(other.tenant());
      if (one == null || !one.isNear(other, difference)) {
        return false;
      }
    }
    return some.size() == others.size();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Reservation)) {
      return false;
    }
    Reservation that = (Reservation) other;
    return tenant.equals(that.tenant)
        && weight == that.weight
        && Arrays.equals(shares, that.shares)
        && classes.equals(that.classes);
  }

  @Override
  public int hashCode() {
    return tenant.hashCode() * 31 + Arrays.hashCode(shares);
  }

  @Override
  public String toString() {
    return Arrays.stream(Resource.values())
        .filter(resource -> !resource.isLeftOut(share(resource)))
        .map(resource -> resource.key() + "=" + share(resource))
        .collect(Collectors.joining(", ", tenant + "{", "}"));
  }
}
