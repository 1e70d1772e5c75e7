package io.argus.regionserver.cache;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.tenants.TableTenants;
import org.jspecify.annotations.Nullable;

/**
 * Knows the tenant of every block from the table whose file it is part of.
 *
 * <p>A block whose key or content tells no table is looked up among the files seen lately. What is
 * kept of a file is its table, not its tenant, so that a table whose tenant changed is charged to
 * the new one soon. Safe for use by any thread.
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
   * Returns the owner of a block: a tenant, {@link PartitionedCache#SYSTEM} for HBase's own tables,
   * null if nothing tells.
   *
   * @param block null at a lookup
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
