package io.argus.hbase094;

import io.argus.regionserver.RegionServerNode;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HRegionInfo;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.regionserver.wal.HLogKey;
import org.apache.hadoop.hbase.regionserver.wal.WALActionsListener;
import org.apache.hadoop.hbase.regionserver.wal.WALEdit;

/**
 * Records for each table what is appended to the write-ahead log.
 *
 * <p>Safe for use by any thread.
 */
final class LogListener implements WALActionsListener {
  private final RegionServerNode<String, ?> node;

  LogListener(RegionServerNode<String, ?> node) {
    this.node = node;
  }

  private void appended(String table, WALEdit edit) {
    long bytes = 0;
    for (KeyValue cell : edit.getKeyValues()) {
      bytes += cell.getLength();
    }
    node.writes().written(table, bytes);
  }

  @Override
  public void visitLogEntryBeforeWrite(HTableDescriptor table, HLogKey key, WALEdit edit) {
    appended(table.getNameAsString(), edit);
  }

  /** HBase calls the method with the table's descriptor instead. */
  @Override
  public void visitLogEntryBeforeWrite(HRegionInfo region, HLogKey key, WALEdit edit) {}

  @Override
  public void preLogRoll(Path oldPath, Path newPath) {}

  @Override
  public void postLogRoll(Path oldPath, Path newPath) {}

  @Override
  public void preLogArchive(Path oldPath, Path newPath) {}

  @Override
  public void postLogArchive(Path oldPath, Path newPath) {}

  @Override
  public void logRollRequested() {}

  @Override
  public void logCloseRequested() {}
}
