package io.argus.hbase2;

import io.argus.hbase2.server.ServerNodes;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.RequestAdmission;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.runaway.RunawayWatch;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Divides the scans of one region of a user table into pieces, ends requests that have used more
 * than a rule allows, and tells I/O admission which region a request reads and when it holds locks
 * of rows. {@link RegionHooks} makes HBase load it into each of these regions.
 *
 * <p>It runs before all other coprocessors: HBase's AccessController remembers the owner of a
 * scanner by the scanner object, which must be the wrapper already.
 *
 * <p>Safe for use by any thread.
 */
@CoreCoprocessor
public final class ArgusRegionObserver implements RegionCoprocessor, RegionObserver {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusRegionObserver.class);

  private volatile @Nullable RequestAdmission<TableName, ?> requests;

  /** Makes HBase load it into the regions that are opened with that configuration from now on. */
  static void install(Configuration conf) {
    list(conf).install();
  }

  /** Keeps it in its place in a configuration that is read again, if it is there. */
  static void renew(Configuration conf) {
    list(conf).renew();
  }

  private static CoprocessorList list(Configuration conf) {
    return new CoprocessorList(
        conf,
        CoprocessorHost.USER_REGION_COPROCESSOR_CONF_KEY,
        ArgusRegionObserver.class,
        ArgusRowObserver.entry(conf));
  }

  /** Throws nothing: that would abort the server. */
  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    try {
      requests =
          ServerNodes.of(ServerNodes.hostOf(environment))
              .map(RegionServerNode::requests)
              .orElse(null);
    } catch (Throwable t) {
      LOG.warn("Scans of a region are not divided into pieces", t);
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  /**
   * Other coprocessors may look what kind of filter a scan has: {@link #postScannerOpen} gives them
   * the scan's own again.
   */
  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> context, Scan scan) {
    try {
      RequestAdmission<TableName, ?> argus = requests;
      RunawayWatch.OfThread watch = argus == null ? null : argus.scheduler().io().watch();
      if (argus != null && watch != null) {
        Filter filter = scan.getFilter();
        watch.opens(filter == null ? "" : filter.getClass().getName());
        if (filter != null) {
          scan.setFilter(new WatchedFilter(filter, argus.scheduler().io()));
        }
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("Rows that the filter of a scan rejects are not counted", e);
    }
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner scanner) {
    try {
      RequestAdmission<TableName, ?> argus = requests;
      if (argus == null) {
        return scanner;
      }
      if (scan.getFilter() instanceof WatchedFilter) {
        scan.setFilter(((WatchedFilter) scan.getFilter()).filter());
      }
      RunawayWatch.OfThread watch = argus.scheduler().io().watch();
      RunawayWatch.Costs costs = watch == null ? null : watch.costs();
      return costs != null || argus.dividesScans(scanner.getRegionInfo().getTable())
          ? new PiecewiseScanner(scanner, argus.scheduler(), costs)
          : scanner;
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("A scan is not divided into pieces", e);
      return scanner;
    }
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> results)
      throws DoNotRetryIOException {
    RequestAdmission<TableName, ?> argus = requests;
    if (argus != null) {
      IoAdmission io = argus.scheduler().io();
      io.reads(context.getEnvironment().getRegion());
      WatchedFilter.throwIfAny(io.looksAtRow());
    }
  }

  /** HBase reads what it deletes, increments or appends to once it holds the row's lock. */
  @Override
  public void preDelete(
      ObserverContext<RegionCoprocessorEnvironment> context, Delete delete, WALEdit edit) {
    holdsLocks(true);
  }

  @Override
  public @Nullable Result preIncrement(
      ObserverContext<RegionCoprocessorEnvironment> context, Increment increment, WALEdit edit) {
    holdsLocks(true);
    return null;
  }

  @Override
  public @Nullable Result preAppend(
      ObserverContext<RegionCoprocessorEnvironment> context, Append append, WALEdit edit) {
    holdsLocks(true);
    return null;
  }

  @Override
  public CheckAndMutateResult preCheckAndMutateAfterRowLock(
      ObserverContext<RegionCoprocessorEnvironment> context,
      CheckAndMutate checkAndMutate,
      CheckAndMutateResult result) {
    holdsLocks(true);
    return result;
  }

  /** Other coprocessors may read here, as Phoenix does for its indexes. */
  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Mutation> batch) {
    holdsLocks(true);
  }

  @Override
  public void postBatchMutateIndispensably(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Mutation> batch,
      boolean success) {
    holdsLocks(false);
  }

  private void holdsLocks(boolean now) {
    RequestAdmission<TableName, ?> argus = requests;
    if (argus != null) {
      argus.scheduler().io().holdsLocks(now);
    }
  }
}
