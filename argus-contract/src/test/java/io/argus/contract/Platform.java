package io.argus.contract;

import io.argus.bench.runtime.HBaseRuntime;
import java.nio.file.Path;

/** Port to one HBase generation: what runs, what connects to it, how its tenants are named. */
public interface Platform {
  /** Names the cluster's directory. */
  String name();

  /** The value of {@code argus install --hbase}. */
  String hbase();

  HBaseRuntime runtime(Path repository);

  /** Connects a stock client of this generation. */
  StockClient connect(Path siteFile) throws Exception;

  /** The name of a table that belongs to that tenant without any attribute or rule. */
  String tableOf(String tenant, String table);

  /** The tenant of a table that nobody mapped, in no namespace. */
  String tenantOfUnmapped(String table);
}
