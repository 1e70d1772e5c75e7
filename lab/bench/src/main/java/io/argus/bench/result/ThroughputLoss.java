package io.argus.bench.result;

/**
 * The loss of a tenant in one run of a workload mix.
 *
 * @param clients part of the isolated throughput of its last run alone that its clients lost, 0..1
 * @param servers the same as the servers estimated it when the window ended
 */
public record ThroughputLoss(double clients, double servers) {}
