package io.argus.regionserver.cache;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.tenants.TableTenants;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tenant of a block by its file's table.
 *
 * <p>Where neither key nor block names the table, it is looked up among the files seen recently. A
 * file is remembered with its table, not its tenant, so that a change of the table's tenant takes
 * effect soon. Safe for use by any thread.
 *
 * @param <K> names a block
 * @param <V> a block
 * @param <T> the platform's name of a table
 */
public final class FileTenants<K, V, T> {
  private static final int MOST_FILES = 200_000;

  private final BlockFiles<K, V, T> files;
  private final TableTenants<T> tables;
  private final RecentFiles<T> tableOf = new RecentFiles<>(MOST_FILES);

  public FileTenants(BlockFiles<K, V, T> files, TableTenants<T> tables) {
    this.files = files;
    this.tables = tables;
  }

  /**
   * Returns the owner of a block: a tenant, {@link PartitionedCache#SYSTEM} for system tables, or
   * null if the table is not known.
   *
   * @param block null when the block is looked up
   */
  public @Nullable TenantId ownerOf(K key, @Nullable V block) {
    String file = files.file(key);
    T table = tableOf.get(file);
    if (table == null) {
      table = files.table(key, block);
      if (table == null) {
        return null;
      }
      tableOf.put(file, table);
    }
    return tables.tenantOf(table).orElse(PartitionedCache.SYSTEM);
  }
}
