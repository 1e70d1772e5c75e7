package io.argus.hbase2.it;

import io.argus.contract.MeteringContract;
import io.argus.contract.StockClient;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;

class MeteringIT extends MeteringContract {
  MeteringIT() {
    super(HBase2.onHadoop(2));
  }

  @Override
  protected String usageTable() {
    return "argus:usage";
  }

  @Override
  protected void change(StockClient client, String table, String how) throws IOException {
    TableName name = TableName.valueOf(table);
    try (Admin admin = ((HBase2Client) client).connection().getAdmin()) {
      if (how.equals("enable")) {
        admin.enableTable(name);
        return;
      }
      admin.disableTable(name);
      if (how.equals("drop")) {
        admin.deleteTable(name);
      }
    }
  }
}
