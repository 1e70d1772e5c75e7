package io.argus.core.usage;

/**
 * The parts of Argus on a server, each of which can work or not.
 *
 * <p>Keys are in reports, metrics and {@code META-INF/argus-components.properties}, and never
 * change. In the order of their keys, which is the one of reports.
 */
public enum Component {
  ATTRIBUTES("attributes", "rules on attributes of requests have no effect"),
  BACKGROUND("background", "compactions go at HBase's own pace"),
  BALANCER("balancer", "the balancer works without Argus"),
  CACHE("cache", "HBase's own block cache stays"),
  CONTROL("control", "the master takes no calls of Argus"),
  CONTROL_CLIENT("control-client", "commands do not reach the master through HBase's client"),
  CPU("cpu", "CPU time is not measured"),
  HDFS_BYTES("hdfs-bytes", "only bytes of blocks that are then cached are counted"),
  MASTER("master", "the master works without Argus"),
  MEMSTORE("memstore", "a tenant that fills the memstores blocks the writes of all"),
  METERING("metering", "rows and stored bytes are not counted"),
  METRICS("metrics", "no metrics are published"),
  OTHER_REGION_SERVER("other-region-server", "it was replaced by Argus"),
  PAGE("page", "this server's web UI has no Argus page"),
  PLAN("plan", "not connected with the planner, all tenants have equal shares"),
  RECORDER("recorder", "history ends with the active master"),
  REGION_SERVER("region-server", "the region server works without Argus"),
  REPORT("report", "nothing will be reported"),
  REPORT_CALLS("report-calls", "all reports go through ZooKeeper"),
  ROWS("rows", "gets are not answered from cached rows"),
  SCANS("scans", "scans are not divided into pieces"),
  SCHEDULER("scheduler", "all requests go to HBase's own scheduler"),
  SETTINGS("settings", "settings stay as they were"),
  TENANTS("tenants", "attributes of tables have no effect"),
  TRACES("traces", "HBase's spans do not show waits for admission"),
  USAGE("usage", "what tenants use is not kept"),
  WRITES("writes", "writes are not charged");

  private final String key;
  private final String without;

  Component(String key, String without) {
    this.key = key;
    this.without = without;
  }

  public String key() {
    return key;
  }

  /** What is so while it does not work, for operators. */
  public String without() {
    return without;
  }
}
