package io.argus.bench.scale;

/**
 * A simulated cluster.
 *
 * @param activeShare part of the tenants that are active on a region server, 0..1
 */
public record ClusterSize(int servers, int tenants, double activeShare) {
  /**
   * @throws IllegalArgumentException if there is no server or tenant, or no such share
   */
  public ClusterSize {
    if (servers < 1 || tenants < 1 || !(activeShare >= 0 && activeShare <= 1)) {
      throw new IllegalArgumentException(
          servers
              + " servers, "
              + tenants
              + " tenants, "
              + activeShare
              + " of them active: must be at least 1 of each, and 0..1");
    }
  }

  /** Tenants that are active on a region server. */
  public int active() {
    return (int) Math.round(activeShare * tenants);
  }
}
