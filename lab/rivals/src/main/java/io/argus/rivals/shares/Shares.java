package io.argus.rivals.shares;

/**
 * What a tenant may use of one server, each 0..1.
 *
 * @param cache of the block cache
 * @param hdfs of HDFS throughput
 */
public record Shares(double cache, double hdfs) {}
