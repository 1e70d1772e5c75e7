package io.argus.core.plan;

import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * A class of a tenant's requests: its part of the tenant's share of every resource, 0..1.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ClassShares {
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
          "class name '" + Shortened.of(name) + "' is not legal: the rules for tenant names apply");
    }
    return new ClassShares(name, Resource.shares("class " + name, shares));
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
