package io.argus.hbase2.server;

import io.argus.core.usage.Component;
import io.argus.regionserver.RegionServerNode;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.wal.WALActionsListener;
import org.apache.hadoop.hbase.wal.WAL;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKey;

/**
 * Records what a region server writes to HDFS for its tables: appends to its WALs as they happen,
 * flushes and compactions by the growth of HBase's counters of each store.
 *
 * <p>{@link #poll} is for one thread; the rest is safe for use by any thread.
 */
public final class Writes implements WALActionsListener {
  private final HRegionServer server;
  private final RegionServerNode<TableName, ?> node;
  private final Set<WAL> logs = Collections.newSetFromMap(new WeakHashMap<>());
  private final Map<HStore, Long> flushedBefore = new WeakHashMap<>();
  private final Map<HStore, Long> compactedBefore = new WeakHashMap<>();

  public Writes(HRegionServer server, RegionServerNode<TableName, ?> node) {
    this.server = server;
    this.node = node;
  }

  /** Records the growth since the last call, and listens to new WALs. Throws nothing. */
  public void poll() {
    try {
      if (!server.isOnline()) {
        return;
      }
      for (WAL log : server.getWALs()) {
        if (logs.add(log)) {
          log.registerWALActionsListener(this);
        }
      }
      for (HRegion region : server.getRegions()) {
        region
            .getStores()
            .forEach(store -> record(region.getTableDescriptor().getTableName(), store));
      }
      node.components().active(Component.WRITES);
    } catch (RuntimeException | LinkageError e) {
      node.components().failed(Component.WRITES, e);
    }
  }

  private void record(TableName table, HStore store) {
    node.writes().written(table, growth(flushedBefore, store, store.getFlushedOutputFileSize()));
    long compacted = store.getCompactedCellsSize() + store.getMajorCompactedCellsSize();
    node.writes().compacted(table, growth(compactedBefore, store, compacted));
  }

  private static long growth(Map<HStore, Long> before, HStore store, long now) {
    Long then = before.put(store, now);
    return now - (then == null ? 0 : then);
  }

  @Override
  public void postAppend(long entryBytes, long elapsedMillis, WALKey key, WALEdit edit) {
    node.writes().written(key.getTableName(), entryBytes);
  }
}
