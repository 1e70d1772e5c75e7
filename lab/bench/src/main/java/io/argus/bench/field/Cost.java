package io.argus.bench.field;

import io.argus.bench.run.TenantWorkload;
import io.argus.load.client.Requests;

/**
 * What one request of a workload takes and gives.
 *
 * @param reads blocks that it looks up, each a disk read unless it is cached
 * @param rowsReturned rows that the client gets, or that are counted for it
 */
record Cost(double reads, long rowsReturned) {
  /** Rows of the bench's tables in a block of 63 KB. */
  private static final double ROWS_OF_BLOCK = 55;

  /**
   * The cost of a tenant's requests.
   *
   * @param tableRows rows of its table
   */
  static Cost of(TenantWorkload tenant, long tableRows) {
    if (!(tenant.workload() instanceof Requests requests)) {
      return new Cost(1, 1); // a get
    }
    int rows = requests.rows();
    return switch (requests.kind()) {
      case GET -> new Cost(1, 1);
      case PUT -> new Cost(0, 0);
      case MULTI_GET -> new Cost(rows, rows);
      case MIXED_BATCH -> new Cost(rows - 1, rows - 1);
      case INCREMENT, CHECK_AND_MUTATE -> new Cost(1, 0);
      case FILTERED_SCAN -> new Cost(rows * Requests.ROWS_OF_MATCH / ROWS_OF_BLOCK, rows);
      // All threads walk through the table together: one reads a block, the others find it cached.
      case AGGREGATION -> new Cost(tableRows / ROWS_OF_BLOCK / tenant.threads(), tableRows);
    };
  }
}
