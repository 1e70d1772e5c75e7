package io.argus.contract;

import io.argus.cluster.runtime.HBaseRuntime;
import java.nio.file.Path;

/** Port to one HBase generation: its processes, its client, and the names of its tenants. */
public interface Platform {
  /** Returns the name of the cluster's directory. */
  String name();

  /** Returns the value of {@code argus install --hbase}. */
  String hbase();

  HBaseRuntime runtime(Path repository);

  /** Connects a stock client of this generation. */
  StockClient connect(Path siteFile) throws Exception;

  /** Returns the name of a table that belongs to a tenant without any attribute or rule. */
  String tableOf(String tenant, String table);

  /** Returns the name of the table in which the master keeps what tenants use. */
  String usageTable();

  /** Returns the tenant of an unmapped table without a namespace. */
  String tenantOfUnmapped(String table);
}
