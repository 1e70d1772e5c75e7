package org.apache.hadoop.hbase.io.hfile;

import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.regionserver.metrics.SchemaConfigured;
import org.apache.hadoop.hbase.regionserver.metrics.SchemaMetrics;

/** A block as a reader of a table's file makes it, which HBase keeps to its own package. */
public final class GivenBlock {
  private static final int BYTES = 100;

  private GivenBlock() {}

  public static HFileBlock of(String table) {
    ByteBuffer bytes = ByteBuffer.allocate(HFileBlock.HEADER_SIZE_NO_CHECKSUM + BYTES);
    HFileBlock block =
        new HFileBlock(BlockType.DATA, BYTES, BYTES, -1, bytes, true, 0, false, 0, 0, (byte) 0, 0);
    SchemaMetrics.setUseTableNameInTest(true);
    new SchemaConfigured(null, table, "f").passSchemaMetricsTo(block);
    return block;
  }
}
