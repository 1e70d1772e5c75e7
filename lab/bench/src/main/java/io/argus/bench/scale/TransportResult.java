package io.argus.bench.scale;

import java.util.SortedMap;

/**
 * What the way of reports costs in one cluster, as it was before and as it is. Rates are a second,
 * of the whole cluster.
 *
 * @param before all tenants in JSON, into ZooKeeper, each 2 s
 * @param byCall reports sent to the master, with copies in ZooKeeper
 * @param byZooKeeper reports in ZooKeeper alone
 * @param documents length of each document that the master writes, bytes
 * @param roundMillis CPU time of one round of the master that also decides on a plan
 */
public record TransportResult(
    ClusterSize size,
    Way before,
    Way byCall,
    Way byZooKeeper,
    SortedMap<String, Integer> documents,
    double roundMillis) {

  /**
   * One way of reports.
   *
   * @param periodMillis how often a server reports
   * @param reportBytes mean length of a report
   * @param fitsNode whether the longest one fits a node of ZooKeeper
   * @param sentBytes bytes that go to the master by remote procedure call
   * @param writtenBytes bytes of reports that are written into ZooKeeper
   * @param writes number of these writes
   * @param signBytes bytes that servers read as sign of life of the master
   * @param cpuShare CPU time of the master for reading reports and adding them up, of one core
   */
  public record Way(
      long periodMillis,
      double reportBytes,
      boolean fitsNode,
      double sentBytes,
      double writtenBytes,
      double writes,
      double signBytes,
      double cpuShare) {}
}
