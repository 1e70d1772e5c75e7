package io.argus.hbase2.cache;

import io.argus.regionserver.cache.BlockFiles;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.jspecify.annotations.Nullable;

/**
 * The file and the table of HBase's blocks. Where a reader's key has the file's path, that ends in
 * namespace, table, region, family and file. A writer's block has the table's name.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class HFiles implements BlockFiles<BlockCacheKey, Cacheable, TableName> {
  private static final int DEPTH_OF_TABLE = 3;

  @Override
  public String file(BlockCacheKey key) {
    return key.getHfileName();
  }

  @Override
  public @Nullable TableName table(BlockCacheKey key, @Nullable Cacheable block) {
    Path path = KeyPath.of(key);
    TableName table = path == null ? null : tableOf(path);
    return table == null && block instanceof HFileBlock ? tableOf((HFileBlock) block) : table;
  }

  private static @Nullable TableName tableOf(Path file) {
    Path table = file;
    for (int i = 0; i < DEPTH_OF_TABLE && table != null; i++) {
      table = table.getParent();
    }
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

  private static @Nullable TableName tableOf(HFileBlock block) {
    byte[] name = block.getHFileContext().getTableName();
    return name == null || name.length == 0 ? null : TableName.valueOf(name);
  }

  @Override
  public long bytes(Cacheable block) {
    return block.heapSize();
  }
}
