package io.argus.regionserver.tenants;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;

/**
 * Port to what the platform knows of the tables with a region on this server.
 *
 * <p>Implementations are safe for use by any thread.
 *
 * @param <T> the platform's name of a table; equal names are equal objects
 */
public interface TableDirectory<T> {
  /** Returns the table's names, and its attribute if a region of it is here. */
  TableDescription describe(T table);

  /** What an unmapped table belongs to on this platform. */
  TenantMapping.Fallback fallback();
}
