package io.argus.bench.simulation;

/**
 * The size of a simulated cluster.
 *
 * @param serversPerTenant servers on which a usual tenant has regions; others are on a quarter to
 *     four times as many
 */
public record LoopSize(int servers, int tenants, int serversPerTenant) {
  /**
   * @throws IllegalArgumentException if there are fewer than 2 servers or tenants, or a tenant is
   *     on no server or on more than there are
   */
  public LoopSize {
    if (servers < 2 || tenants < 2 || serversPerTenant < 1 || serversPerTenant > servers) {
      throw new IllegalArgumentException(
          servers
              + " servers, "
              + tenants
              + " tenants, each on "
              + serversPerTenant
              + " servers: must be at least 2 servers and tenants, and 1 to all servers a tenant");
    }
  }
}
