package io.argus.hbase094;

import io.argus.regionserver.RegionServerNode;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.BaseRegionObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Divides scans into pieces and books what flushes and compactions write. {@link ArgusRegionServer}
 * has it loaded into every region.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusRegionObserver extends BaseRegionObserver {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusRegionObserver.class);

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner scanner) {
    try {
      RegionServerNode<String, ?> node = node(context);
      return node != null && node.dividesScans(table(context))
          ? new PiecewiseScanner(scanner, node.scheduler())
          : scanner;
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("A scan is not divided into pieces", e);
      return scanner;
    }
  }

  @Override
  public void postFlush(
      ObserverContext<RegionCoprocessorEnvironment> context, Store store, StoreFile file) {
    written(context, file);
  }

  @Override
  public void postCompact(
      ObserverContext<RegionCoprocessorEnvironment> context, Store store, StoreFile file) {
    written(context, file);
  }

  private static void written(
      ObserverContext<RegionCoprocessorEnvironment> context, @Nullable StoreFile file) {
    try {
      RegionServerNode<String, ?> node = node(context);
      if (node != null && file != null && file.getReader() != null) {
        node.written(table(context), file.getReader().length());
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("Bytes of a flush or compaction were not booked", e);
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
