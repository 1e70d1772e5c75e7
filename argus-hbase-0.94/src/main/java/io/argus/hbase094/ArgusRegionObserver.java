package io.argus.hbase094;

import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.io.BackgroundWork;
import io.argus.regionserver.io.IoAdmission;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.BaseRegionObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.wal.WALEdit;
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Divides scans into pieces, tells I/O admission which region a request reads and when it holds
 * locks of rows, makes compactions wait for the I/O admission of their tenant, and records what
 * flushes and compactions write. {@link ArgusRegionServer} makes HBase load it into every region.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusRegionObserver extends BaseRegionObserver {
  private static final String COMPACT_FROM = "hbase.hstore.compactionThreshold";
  private static final Logger LOG = LoggerFactory.getLogger(ArgusRegionObserver.class);

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner scanner) {
    try {
      RegionServerNode<String, ?> node = node(context);
      return node != null && node.requests().dividesScans(table(context))
          ? new PiecewiseScanner(scanner, node.requests().scheduler())
          : scanner;
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("A scan is not divided into pieces", e);
      return scanner;
    }
  }

  /** No row comes to the {@link PiecewiseScanner} while a filter rejects them all. */
  @Override
  public boolean postScannerFilterRow(
      ObserverContext<RegionCoprocessorEnvironment> context,
      InternalScanner scanner,
      byte[] row,
      int offset,
      short length,
      boolean hasMore) {
    IoAdmission io = io(context);
    if (io != null) {
      io.rejectsRow();
    }
    return hasMore;
  }

  @Override
  public void preGet(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<KeyValue> results) {
    IoAdmission io = io(context);
    if (io != null) {
      io.reads(context.getEnvironment().getRegion());
    }
  }

  /** HBase looks for the newest version of what it deletes once it holds the row's lock. */
  @Override
  public void preDelete(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Delete delete,
      WALEdit edit,
      boolean writeToWal) {
    holdsLocks(context, true);
  }

  /** Other coprocessors may read here. */
  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Pair<Mutation, Integer>> batch) {
    holdsLocks(context, true);
  }

  /** After a batch that failed, the request counts as holding locks until it ends. */
  @Override
  public void postBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Pair<Mutation, Integer>> batch) {
    holdsLocks(context, false);
  }

  private static void holdsLocks(
      ObserverContext<RegionCoprocessorEnvironment> context, boolean now) {
    IoAdmission io = io(context);
    if (io != null) {
      io.holdsLocks(now);
    }
  }

  private static @Nullable IoAdmission io(ObserverContext<RegionCoprocessorEnvironment> context) {
    RegionServerNode<String, ?> node = node(context);
    return node == null ? null : node.requests().scheduler().io();
  }

  @Override
  public void postFlush(
      ObserverContext<RegionCoprocessorEnvironment> context, Store store, StoreFile file) {
    record(context, file, false);
  }

  @Override
  public InternalScanner preCompact(
      ObserverContext<RegionCoprocessorEnvironment> context, Store store, InternalScanner scanner) {
    try {
      RegionServerNode<String, ?> node = node(context);
      BackgroundWork work =
          node == null
              ? null
              : node.writes()
                  .compaction(
                      table(context),
                      pressureOf(store, context.getEnvironment().getConfiguration()));
      return work == null ? scanner : new ChargedCompaction(scanner, work);
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("A compaction goes at HBase's own pace", e);
      return scanner;
    }
  }

  /** By the number of store files: 0 where HBase begins to compact, 1 where it blocks writes. */
  private static DoubleSupplier pressureOf(Store store, Configuration conf) {
    int blocking = conf.getInt(Store.BLOCKING_STOREFILES_KEY, 7);
    int least = conf.getInt("hbase.hstore.compaction.min", conf.getInt(COMPACT_FROM, 3));
    double between = Math.max(1, blocking - least);
    return () -> 1 - store.getCompactPriority() / between;
  }

  @Override
  public void postCompact(
      ObserverContext<RegionCoprocessorEnvironment> context, Store store, StoreFile file) {
    record(context, file, true);
  }

  private static void record(
      ObserverContext<RegionCoprocessorEnvironment> context,
      @Nullable StoreFile file,
      boolean compacted) {
    try {
      RegionServerNode<String, ?> node = node(context);
      if (node == null || file == null || file.getReader() == null) {
        return;
      }
      if (compacted) {
        node.writes().compacted(table(context), file.getReader().length());
      } else {
        node.writes().written(table(context), file.getReader().length());
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("Bytes of a flush or compaction were not recorded", e);
    }
  }

  private static @Nullable RegionServerNode<String, ?> node(
      ObserverContext<RegionCoprocessorEnvironment> context) {
    RegionServerServices server = context.getEnvironment().getRegionServerServices();
    return server instanceof ArgusRegionServer ? ((ArgusRegionServer) server).node() : null;
  }

  private static String table(ObserverContext<RegionCoprocessorEnvironment> context) {
    return context.getEnvironment().getRegion().getTableDesc().getNameAsString();
  }
}
