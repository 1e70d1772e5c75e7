package io.argus.bench.field;

import io.argus.bench.run.TenantWorkload;
import io.argus.load.client.Preset;
import io.argus.load.client.Requests;
import io.argus.load.client.TableWorkload;

/**
 * What one request of a workload takes and gives.
 *
 * @param reads blocks that it looks up, each a disk read unless it is cached
 * @param rowsReturned rows that the client gets, or that are counted for it
 */
record Cost(double reads, double rowsReturned) {
  /** Rows of the bench's tables in a block of 63 KB. */
  private static final double ROWS_OF_BLOCK = 55;

  private static final Cost GET = new Cost(1, 1);

  /**
   * The cost of a tenant's requests.
   *
   * @param tableRows rows of its table
   */
  static Cost of(TenantWorkload tenant, long tableRows) {
    TableWorkload workload = tenant.workload();
    if (workload instanceof Requests requests) {
      return of(requests, tableRows, tenant.threads());
    }
    if (workload == Preset.EXHOT) {
      return new Cost(0, 1);
    }
    return workload == Preset.SCAN
        ? new Cost(Preset.SCAN_ROWS / ROWS_OF_BLOCK, Preset.SCAN_ROWS)
        : GET;
  }

  private static Cost of(Requests requests, long tableRows, int threads) {
    int rows = requests.rows();
    return switch (requests.kind()) {
      case GET -> GET;
      case PUT, MULTI_PUT -> new Cost(0, 0);
      case MULTI_GET -> new Cost(rows, rows);
      case MIXED_BATCH -> new Cost(rows - 1, rows - 1);
      case INCREMENT, CHECK_AND_MUTATE -> new Cost(1, 0);
      case FILTERED_SCAN, CACHED_SCAN ->
          new Cost(rows * Requests.ROWS_OF_MATCH / ROWS_OF_BLOCK, rows);
      // All threads walk through the table together: one reads a block, the others find it cached.
      case AGGREGATION -> new Cost(tableRows / ROWS_OF_BLOCK / threads, tableRows);
      case LOOKUP -> new Cost(1, (double) tableRows / Requests.CUSTOMERS);
    };
  }
}
