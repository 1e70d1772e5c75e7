package io.argus.hbase094;

import io.argus.regionserver.handler.TenantScheduler;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HRegionInfo;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * A region's scanner that pauses between two rows when other tenants wait. The scheduler decides
 * when and how long; every result comes from the wrapped scanner. After a reply with fewer rows
 * than it asked for, the client would go on to the next region.
 *
 * <p>The shim for HBase 2 has a like class, which cannot be shared: the scanner interfaces differ,
 * and there is nothing here but their delegation. As safe for use by several threads as the wrapped
 * scanner.
 */
final class PiecewiseScanner implements RegionScanner {
  private final RegionScanner scanner;
  private final TenantScheduler<?> scheduler;

  PiecewiseScanner(RegionScanner scanner, TenantScheduler<?> scheduler) {
    this.scanner = scanner;
    this.scheduler = scheduler;
  }

  @Override
  public boolean nextRaw(List<KeyValue> result, String metric) throws IOException {
    scheduler.yieldBetweenRows();
    return scanner.nextRaw(result, metric);
  }

  @Override
  public boolean nextRaw(List<KeyValue> result, int limit, String metric) throws IOException {
    scheduler.yieldBetweenRows();
    return scanner.nextRaw(result, limit, metric);
  }

  @Override
  public boolean next(List<KeyValue> results) throws IOException {
    scheduler.yieldBetweenRows();
    return scanner.next(results);
  }

  @Override
  public boolean next(List<KeyValue> results, String metric) throws IOException {
    scheduler.yieldBetweenRows();
    return scanner.next(results, metric);
  }

  @Override
  public boolean next(List<KeyValue> results, int limit) throws IOException {
    scheduler.yieldBetweenRows();
    return scanner.next(results, limit);
  }

  @Override
  public boolean next(List<KeyValue> results, int limit, String metric) throws IOException {
    scheduler.yieldBetweenRows();
    return scanner.next(results, limit, metric);
  }

  @Override
  public HRegionInfo getRegionInfo() {
    return scanner.getRegionInfo();
  }

  @Override
  public boolean isFilterDone() {
    return scanner.isFilterDone();
  }

  @Override
  public boolean reseek(byte[] row) throws IOException {
    return scanner.reseek(row);
  }

  @Override
  public long getMvccReadPoint() {
    return scanner.getMvccReadPoint();
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
