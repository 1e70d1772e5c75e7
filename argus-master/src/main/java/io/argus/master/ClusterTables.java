package io.argus.master;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import java.io.IOException;
import java.util.Collection;

/**
 * Port to the tables of the cluster.
 *
 * <p>Implementations are safe for use by any thread.
 */
public interface ClusterTables {
  /** Every table there is. */
  Collection<TableDescription> tables() throws IOException;

  /** What an unmapped table belongs to on this platform. */
  TenantMapping.Fallback fallback();
}
