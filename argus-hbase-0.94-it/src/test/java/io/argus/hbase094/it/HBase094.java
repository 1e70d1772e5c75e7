package io.argus.hbase094.it;

import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.contract.Platform;
import io.argus.contract.StockClient;
import java.nio.file.Path;

/** HBase 0.94 on Hadoop 1.2, where a table is a tenant. */
record HBase094() implements Platform {
  @Override
  public String name() {
    return "hbase-0.94";
  }

  @Override
  public String hbase() {
    return "0.94";
  }

  @Override
  public HBaseRuntime runtime(Path repository) {
    return HBaseRuntime.hbase094(repository);
  }

  @Override
  public StockClient connect(Path siteFile) throws Exception {
    return new HBase094Client(siteFile);
  }

  @Override
  public String tableOf(String tenant, String table) {
    return table.equals("ledger") ? table : tenant;
  }

  @Override
  public String usageTable() {
    return "argus_usage";
  }

  @Override
  public String tenantOfUnmapped(String table) {
    return table;
  }
}
