package io.argus.regionserver.cache;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.tenants.TableTenants;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tenant of a block: whose request reads it, else by its file's table. The two differ
 * where tables share a file, such as a table and its clone by a snapshot; then it is the tenant
 * whose request read the file last.
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
  private final BlockFiles<K, V, T> files;
  private final TableTenants<T> tables;
  private final RecentFiles<T> tableOf;

  /** Who reads the files that are not, or not only, of the reader's tables. */
  private final RecentFiles<TenantId> readerOf = new RecentFiles<>();

  /**
   * @param tableOf the tables of the files that regions have opened, to which this adds others
   */
  public FileTenants(BlockFiles<K, V, T> files, TableTenants<T> tables, RecentFiles<T> tableOf) {
    this.files = files;
    this.tables = tables;
    this.tableOf = tableOf;
  }

  /**
   * Returns the owner of a block: a tenant, {@link PartitionedCache#SYSTEM} for system tables, or
   * null if neither table nor reader is known.
   *
   * @param block null when the block is looked up
   * @param reader the tenant whose request reads the block, null if none does; it says nothing if
   *     requests on others' tables may count for it
   */
  public @Nullable TenantId ownerOf(K key, @Nullable V block, @Nullable TenantId reader) {
    String file = files.file(key);
    TenantId owner = readerOf.get(file);
    if (owner == null) {
      owner = ownerOfTable(file, key, block);
    }
    if (reader == null || tables.isCaller(reader)) {
      return owner;
    }
    if (owner != null && (owner.equals(reader) || owner.equals(PartitionedCache.SYSTEM))) {
      return owner;
    }
    readerOf.put(file, reader);
    return reader;
  }

  private @Nullable TenantId ownerOfTable(String file, K key, @Nullable V block) {
    T table = tableOf.get(file);
    if (table == null) {
      table = files.table(key, block);
      if (table == null) {
        return null;
      }
      tableOf.put(file, table);
    }
    return tables.tenantOfAny(table).orElse(PartitionedCache.SYSTEM);
  }
}
