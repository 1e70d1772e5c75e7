package io.argus.hbase094.cache;

import io.argus.regionserver.cache.BlockFiles;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.regionserver.metrics.SchemaMetrics;
import org.jspecify.annotations.Nullable;

/**
 * The file and the table of HBase's blocks. Readers and writers note the table's name in each block
 * that they cache.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class HFiles implements BlockFiles<BlockCacheKey, Cacheable, String> {
  @Override
  public String file(BlockCacheKey key) {
    return key.getHfileName();
  }

  @Override
  public @Nullable String table(BlockCacheKey key, @Nullable Cacheable block) {
    String table = block instanceof HFileBlock ? ((HFileBlock) block).getTableName() : null;
    return SchemaMetrics.UNKNOWN.equals(table) ? null : table;
  }

  @Override
  public long bytes(Cacheable block) {
    return block.heapSize();
  }
}
