package io.argus.hbase2.it;

import io.argus.bench.runtime.HBaseRuntime;
import io.argus.contract.Platform;
import io.argus.contract.StockClient;
import java.nio.file.Path;

/** HBase 2.6 on one of its Hadoops. */
record HBase2(int hadoop) implements Platform {
  static HBase2 onHadoop(int hadoop) {
    return new HBase2(hadoop);
  }

  @Override
  public String name() {
    return "hadoop" + hadoop;
  }

  @Override
  public String hbase() {
    return "2.6";
  }

  /** HBase 2.6, or what the system property {@code argus.runtime} names (bin/versions). */
  @Override
  public HBaseRuntime runtime(Path repository) {
    return isOtherVersion()
        ? HBaseRuntime.hbase2(repository, Path.of(other()))
        : HBaseRuntime.hbase26(repository, hadoop);
  }

  /** Whether the servers are of another version than that of the build. */
  static boolean isOtherVersion() {
    return !other().isEmpty();
  }

  private static String other() {
    return System.getProperty("argus.runtime", "");
  }

  @Override
  public StockClient connect(Path siteFile) throws Exception {
    return new HBase2Client(siteFile);
  }

  @Override
  public String tableOf(String tenant, String table) {
    return tenant + ":" + table;
  }

  @Override
  public String usageTable() {
    return "argus:usage";
  }

  @Override
  public String tenantOfUnmapped(String table) {
    return "default";
  }
}
