package io.argus.hbase094.it;

import io.argus.contract.MeteringContract;
import io.argus.contract.StockClient;

class MeteringIT extends MeteringContract {
  MeteringIT() {
    super(new HBase094());
  }

  @Override
  protected String usageTable() {
    return "argus_usage";
  }

  @Override
  protected void change(StockClient client, String table, String how) throws Exception {
    HBase094Client stock = (HBase094Client) client;
    if (how.equals("drop")) {
      stock.dropTable(table);
    } else {
      stock.enable(table, how.equals("enable"));
    }
  }
}
