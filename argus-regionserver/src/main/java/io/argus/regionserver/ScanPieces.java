package io.argus.regionserver;

import io.argus.regionserver.scheduler.TenantScheduler;

/**
 * One scanner's division into pieces: after every few rows its handler lets other tenants go first,
 * if it is their turn.
 *
 * <p>Used by one thread at a time.
 */
public final class ScanPieces {
  private final TenantScheduler<?> scheduler;
  private final long rowsPerPiece;
  private long rows;

  ScanPieces(TenantScheduler<?> scheduler, long rowsPerPiece) {
    this.scheduler = scheduler;
    this.rowsPerPiece = rowsPerPiece;
  }

  /** To be called before each row; pauses between two pieces. Throws nothing. */
  public void beforeRow() {
    if (rows++ >= rowsPerPiece) {
      rows = 1;
      scheduler.yieldBetweenPieces();
    }
  }
}
