package io.argus.regionserver.tenants;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;

/**
 * Port to the tables that have a region on this server.
 *
 * <p>Implementations are safe for use by any thread.
 *
 * @param <T> the platform's name of a table; equal names are equal objects
 */
public interface TableDirectory<T> {
  /** Returns the table's names, and its attribute if a region of it is on this server. */
  TableDescription describe(T table);

  /** Whether the calls of this platform carry their users, so that rules may depend on them. */
  default boolean knowsUsers() {
    return true;
  }

  /** Returns the tenant of unmapped tables on this platform. */
  TenantMapping.Fallback fallback();
}
