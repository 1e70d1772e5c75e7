package io.argus.hbase2;

import io.argus.core.TenantId;
import io.argus.regionserver.cache.PartitionedCache;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.jspecify.annotations.Nullable;

/**
 * Knows the tenant of every block from the table whose file it is part of.
 *
 * <p>A reader's key has the file's path, which ends in namespace, table, region, family and file; a
 * writer's block has the table's name; a key that has a file name only is looked up among the files
 * seen before. Safe for use by any thread.
 */
final class FileTenants {
  private static final int MOST_FILES = 100_000;
  private static final int DEPTH_OF_TABLE = 3;

  private final Function<TableName, Optional<TenantId>> tables;
  private final ConcurrentMap<String, TenantId> byFile = new ConcurrentHashMap<>();

  /**
   * @param tables the tenant of a table, empty for HBase's own
   */
  FileTenants(Function<TableName, Optional<TenantId>> tables) {
    this.tables = tables;
  }

  /**
   * Returns the owner of a block: a tenant, {@link PartitionedCache#SYSTEM} for HBase's own tables,
   * {@link TenantId#DEFAULT} if nothing tells.
   *
   * @param block null at a lookup
   */
  TenantId ownerOf(BlockCacheKey key, @Nullable Cacheable block) {
    TenantId owner = byFile.get(key.getHfileName());
    return owner == null ? resolve(key, block) : owner;
  }

  private TenantId resolve(BlockCacheKey key, @Nullable Cacheable block) {
    TableName table = key.getFilePath() == null ? null : tableOf(key.getFilePath());
    if (table == null && block instanceof HFileBlock) {
      table = tableOf((HFileBlock) block);
    }
    if (table == null) {
      return TenantId.DEFAULT;
    }
    Optional<TenantId> tenant = tables.apply(table);
    TenantId owner = tenant.orElse(PartitionedCache.SYSTEM);
    if (byFile.size() >= MOST_FILES) {
      byFile.clear();
    }
    byFile.put(key.getHfileName(), owner);
    return owner;
  }

  private static @Nullable TableName tableOf(Path file) {
    Path region = ancestor(file, DEPTH_OF_TABLE - 1);
    Path table = region == null ? null : region.getParent();
    Path namespace = table == null ? null : table.getParent();
    if (table == null || namespace == null || namespace.getName().isEmpty()) {
      return null;
    }
    try {
      return TableName.valueOf(namespace.getName(), table.getName());
    } catch (IllegalArgumentException notATablesDirectory) {
      return null;
    }
  }

  private static @Nullable Path ancestor(Path path, int generations) {
    Path ancestor = path;
    for (int i = 0; i < generations && ancestor != null; i++) {
      ancestor = ancestor.getParent();
    }
    return ancestor;
  }

  private static @Nullable TableName tableOf(HFileBlock block) {
    byte[] name = block.getHFileContext().getTableName();
    return name == null || name.length == 0 ? null : TableName.valueOf(name);
  }

  /** Forgets a file that is gone. */
  void forget(String file) {
    byFile.remove(file);
  }

  /** Forgets all files, so that a table whose tenant changed is seen soon. */
  void refresh() {
    byFile.clear();
  }
}
