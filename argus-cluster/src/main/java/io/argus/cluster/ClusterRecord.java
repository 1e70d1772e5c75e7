package io.argus.cluster;

/**
 * What the state directory stores of a cluster, so that another process can show and stop it.
 *
 * @param hbase name of the HBase runtime
 * @param plugin name of the plugin HMaster and region servers run with
 * @param disk name of the disk the DataNode runs on
 */
record ClusterRecord(String hbase, String plugin, String disk, Ports ports) {

  ClusterRecord {
    if (hbase == null || plugin == null || disk == null || ports == null) {
      throw new IllegalArgumentException("the record lacks 'hbase', 'plugin', 'disk' or 'ports'");
    }
  }

  ClusterRecord withPlugin(String newPlugin) {
    return new ClusterRecord(hbase, newPlugin, disk, ports);
  }
}
