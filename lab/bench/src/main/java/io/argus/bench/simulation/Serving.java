package io.argus.bench.simulation;

/** How the servers of a simulated cluster serve its tenants. */
interface Serving {
  /**
   * Lets the servers work for a while, and adds what they do to each tenant's figures.
   *
   * @param changed whether shares, regions or servers have changed since the last call
   */
  void run(SimulatedCluster cluster, double seconds, boolean changed);

  /** Bytes per second that a server's disk was seen to sustain. */
  double hdfsCapacity(int server);
}
