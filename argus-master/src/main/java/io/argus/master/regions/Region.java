package io.argus.master.regions;

import io.argus.core.tenant.TenantId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A region of a tenant, with the requests that it serves.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Region {
  private final String name;
  private final String table;
  private final TenantId tenant;
  private final String server;
  private final double requestsPerSecond;

  /**
   * @param name its encoded name, which is unique in the cluster
   * @param server where it is, as in usage reports
   * @param requestsPerSecond only compared with regions of the same tenant on the same server; 0 if
   *     it is not known yet
   */
  public Region(
      String name, String table, TenantId tenant, String server, double requestsPerSecond) {
    this.name = name;
    this.table = table;
    this.tenant = tenant;
    this.server = server;
    this.requestsPerSecond = requestsPerSecond;
  }

  /**
   * Returns the part of each of these regions in the requests of its group; equal parts of a group
   * without requests.
   */
  public static double[] parts(List<Region> regions, Function<Region, ?> groupOf) {
    Map<Object, Double> requests = new HashMap<>();
    Map<Object, Integer> counts = new HashMap<>();
    for (Region region : regions) {
      requests.merge(groupOf.apply(region), region.requestsPerSecond, Double::sum);
      counts.merge(groupOf.apply(region), 1, Integer::sum);
    }
    double[] parts = new double[regions.size()];
    for (int r = 0; r < parts.length; r++) {
      Object group = groupOf.apply(regions.get(r));
      double all = requests.getOrDefault(group, 0.0);
      parts[r] =
          all > 0 ? regions.get(r).requestsPerSecond / all : 1.0 / counts.getOrDefault(group, 1);
    }
    return parts;
  }

  public String name() {
    return name;
  }

  public String table() {
    return table;
  }

  public TenantId tenant() {
    return tenant;
  }

  public String server() {
    return server;
  }

  public double requestsPerSecond() {
    return requestsPerSecond;
  }
}
