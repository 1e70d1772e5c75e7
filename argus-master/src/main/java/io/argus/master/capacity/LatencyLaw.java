package io.argus.master.capacity;

import java.util.OptionalDouble;

/**
 * The mean time of a tenant's operations in its servers, 1 / (mu - lambda / n) + base seconds
 * (equation 5.25 of Istin's thesis), with mu the maximum throughput of a server and lambda the
 * tenant's operations per second.
 *
 * <p>The thesis multiplies the first term by 1/n + 2 (1 - 1/n), as a Cassandra server passes most
 * requests on to another one. A client of HBase asks the right server, so that the factor is 1. The
 * base stands for what does not depend on the load; the thesis's last term, in proportion to
 * lambda, takes measurements at several loads and is left out.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class LatencyLaw {
  /** Utilisation from which on the law says nothing: it grows without bound. */
  private static final double SATURATED = 0.95;

  private final double baseSeconds;

  private LatencyLaw(double baseSeconds) {
    this.baseSeconds = baseSeconds;
  }

  /**
   * Calibrates the law by one load.
   *
   * @param seconds mean time of an operation
   * @param mostOfServer mu, operations per second
   * @param operationsOfServer lambda / n
   */
  static LatencyLaw of(double seconds, double mostOfServer, double operationsOfServer) {
    boolean known = operationsOfServer < SATURATED * mostOfServer && seconds > 0;
    return new LatencyLaw(
        known ? Math.max(0, seconds - 1 / (mostOfServer - operationsOfServer)) : 0);
  }

  /** Empty where the server would be saturated. */
  OptionalDouble seconds(double mostOfServer, double operationsOfServer) {
    return operationsOfServer < SATURATED * mostOfServer
        ? OptionalDouble.of(1 / (mostOfServer - operationsOfServer) + baseSeconds)
        : OptionalDouble.empty();
  }
}
