package io.argus.hbasetests;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HBase's own tests, which run beside it, test what they should: rows answer gets of any table. */
class MiniClusterTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final HBaseTestingUtility CLUSTER = new HBaseTestingUtility();

  @BeforeAll
  static void start() throws Exception {
    CLUSTER.startMiniCluster();
  }

  @AfterAll
  static void stop() throws Exception {
    CLUSTER.shutdownMiniCluster();
  }

  /** Once a plan gives the table's tenant a share. */
  @Test
  @Timeout(60)
  void rowsAnswerGets() throws Exception {
    try (Table table = CLUSTER.createTable(TableName.valueOf("t"), F)) {
      table.put(new Put(F).addColumn(F, F, F));
      while (hits() == 0) {
        assertThat(table.get(new Get(F)).getValue(F, F)).isEqualTo(F);
      }
    }
  }

  private static long hits() {
    return RowHits.of(RowHits.rows(CLUSTER.getMiniHBaseCluster().getRegionServer(0)));
  }
}
