package io.argus.hbase2;

import io.argus.regionserver.handler.TenantScheduler;
import io.argus.regionserver.runaway.RunawayWatch;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.jspecify.annotations.Nullable;

/**
 * A region's scanner that pauses between two rows when other tenants wait, and fails when it has
 * used more than a rule allows. The scheduler decides both; every result comes from the wrapped
 * scanner. Limits of size and time stay in HBase's {@link ScannerContext}.
 *
 * <p>The shim for HBase 0.94 has a like class, which cannot be shared: the scanner interfaces
 * differ, and there is nothing here but their delegation. As safe for use by several threads as the
 * wrapped scanner.
 */
final class PiecewiseScanner implements RegionScanner, RunawayWatch.Scanner {
  private final RegionScanner scanner;
  private final TenantScheduler<?> scheduler;
  private final RunawayWatch.@Nullable Costs costs;

  /**
   * @param costs what it has used, if that is limited
   */
  PiecewiseScanner(
      RegionScanner scanner, TenantScheduler<?> scheduler, RunawayWatch.@Nullable Costs costs) {
    this.scanner = scanner;
    this.scheduler = scheduler;
    this.costs = costs;
  }

  @Override
  public RunawayWatch.@Nullable Costs costs() {
    return costs;
  }

  private void beforeRow() throws DoNotRetryIOException {
    RunawayWatch.Costs used = costs;
    if (used == null) {
      scheduler.yieldBetweenRows();
    } else {
      WatchedFilter.throwIfAny(scheduler.io().betweenRows(used));
    }
  }

  @Override
  public boolean nextRaw(List<Cell> result) throws IOException {
    beforeRow();
    return scanner.nextRaw(result);
  }

  @Override
  public boolean nextRaw(List<Cell> result, ScannerContext context) throws IOException {
    beforeRow();
    return scanner.nextRaw(result, context);
  }

  @Override
  public boolean next(List<Cell> result) throws IOException {
    beforeRow();
    return scanner.next(result);
  }

  @Override
  public boolean next(List<Cell> result, ScannerContext context) throws IOException {
    beforeRow();
    return scanner.next(result, context);
  }

  @Override
  public RegionInfo getRegionInfo() {
    return scanner.getRegionInfo();
  }

  @Override
  public boolean isFilterDone() throws IOException {
    return scanner.isFilterDone();
  }

  @Override
  public boolean reseek(byte[] row) throws IOException {
    return scanner.reseek(row);
  }

  @Override
  public long getMaxResultSize() {
    return scanner.getMaxResultSize();
  }

  @Override
  public long getMvccReadPoint() {
    return scanner.getMvccReadPoint();
  }

  @Override
  public int getBatch() {
    return scanner.getBatch();
  }

  @Override
  public String getOperationId() {
    return scanner.getOperationId();
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
