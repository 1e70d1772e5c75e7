package io.argus.hbase2.it;

import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.contract.Platform;
import io.argus.contract.StockClient;
import java.nio.file.Path;

/**
 * A version of HBase 2. The client is that of HBase 2.6, whatever the version of the servers is.
 *
 * @param name of the cluster's directory
 * @param runtime directory with the class path and the web pages of its servers, below the
 *     repository root if it is relative
 */
record HBase2(String name, String runtime) implements Platform {
  /** Names the directory of another version that all tests run on (bin/versions). */
  static final String OTHER = "argus.runtime";

  /** HBase 2.6 on one of its Hadoops, or another version if there is one. */
  static HBase2 onHadoop(int hadoop) {
    String name = "hadoop" + hadoop;
    return new HBase2(name, System.getProperty(OTHER, target("hbase-2.6-" + name)));
  }

  static HBase2 of24() {
    return new HBase2("hbase-2.4", target("hbase-2.4"));
  }

  /** HBase 2.6 on Hadoop 2 with Phoenix on the class path. */
  static HBase2 withPhoenix() {
    return new HBase2("phoenix", target("phoenix-5.2"));
  }

  private static String target(String module) {
    return "runtimes/" + module + "/target";
  }

  @Override
  public String hbase() {
    return "2.6";
  }

  @Override
  public HBaseRuntime runtime(Path repository) {
    return HBaseRuntime.hbase2(repository, repository.resolve(runtime));
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
