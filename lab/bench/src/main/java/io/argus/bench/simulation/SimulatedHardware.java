package io.argus.bench.simulation;

/**
 * A simulated region server's resources: those of the clusters that the bench measures.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class SimulatedHardware {
  static final long CACHE_BYTES = 215L << 20;
  static final int BLOCK_BYTES = 64 << 10;
  static final double READS_PER_SECOND = 600;

  /** Handler time of an operation. */
  static final double OPERATION_SECONDS = 30e-6;

  /** Operations per second that a server carries if none of them reads. */
  static final double MAX_OPERATIONS = 20_000;

  /** From an answer that the cache gives to the client's next request. */
  static final double ROUND_TRIP_SECONDS = 1e-3;

  private SimulatedHardware() {}
}
