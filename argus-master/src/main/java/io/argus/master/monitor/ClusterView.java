package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.Set;

/**
 * Port to what the platform knows of the cluster.
 *
 * <p>The planner asks one thing at a time.
 */
public interface ClusterView {
  /**
   * The latest usage report of every region server.
   *
   * @param nowMillis the master's clock
   */
  ReceivedReports usageReports(long nowMillis) throws IOException;

  /** Every tenant that owns a table. */
  Set<TenantId> tenants() throws IOException;
}
