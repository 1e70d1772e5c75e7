package io.argus.master.regions;

import io.argus.core.tenant.TenantId;

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
