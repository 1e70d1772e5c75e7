package io.argus.hbase2;

import io.argus.regionserver.io.IoAdmission;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.jspecify.annotations.Nullable;

/**
 * The filter of a scan that a rule on runaway requests limits: it counts the rows that HBase looks
 * at, also those that the filter rejects within one call, and ends the scan there if the rule says
 * so. All else is the filter's own.
 *
 * <p>Used by one thread at a time, as any filter.
 */
final class WatchedFilter extends FilterBase {
  private final Filter filter;
  private final IoAdmission io;

  WatchedFilter(Filter filter, IoAdmission io) {
    this.filter = filter;
    this.io = io;
  }

  /**
   * @param stop why a request is to fail, null if it is not
   */
  static void throwIfAny(@Nullable String stop) throws DoNotRetryIOException {
    if (stop != null) {
      throw new DoNotRetryIOException(stop);
    }
  }

  /** The filter of the scan itself. */
  Filter filter() {
    return filter;
  }

  @Override
  public boolean filterRowKey(Cell firstRowCell) throws IOException {
    throwIfAny(io.looksAtRow());
    return filter.filterRowKey(firstRowCell);
  }

  @Override
  public void reset() throws IOException {
    filter.reset();
  }

  @Override
  public boolean filterAllRemaining() throws IOException {
    return filter.filterAllRemaining();
  }

  @Override
  public ReturnCode filterCell(Cell cell) throws IOException {
    return filter.filterCell(cell);
  }

  @Override
  public Cell transformCell(Cell cell) throws IOException {
    return filter.transformCell(cell);
  }

  @Override
  public void filterRowCells(List<Cell> cells) throws IOException {
    filter.filterRowCells(cells);
  }

  @Override
  public boolean hasFilterRow() {
    return filter.hasFilterRow();
  }

  @Override
  public boolean filterRow() throws IOException {
    return filter.filterRow();
  }

  @Override
  public Cell getNextCellHint(Cell cell) throws IOException {
    return filter.getNextCellHint(cell);
  }

  @Override
  public boolean isFamilyEssential(byte[] family) throws IOException {
    return filter.isFamilyEssential(family);
  }

  @Override
  public void setReversed(boolean reversed) {
    filter.setReversed(reversed);
  }

  @Override
  public boolean isReversed() {
    return filter.isReversed();
  }

  @Override
  public byte[] toByteArray() throws IOException {
    return filter.toByteArray();
  }

  @Override
  public String toString() {
    return filter.toString();
  }
}
