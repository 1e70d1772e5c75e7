package io.argus.cli.assess;

/**
 * The calls of one tenant on one region server: how many a second, and how many are in handlers at
 * once on average, which is the handler time that they take in a second.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class TenantCalls {
  final double callsPerSecond;
  final double inProgress;

  TenantCalls(double callsPerSecond, double inProgress) {
    this.callsPerSecond = callsPerSecond;
    this.inProgress = inProgress;
  }

  TenantCalls plus(TenantCalls other) {
    return new TenantCalls(callsPerSecond + other.callsPerSecond, inProgress + other.inProgress);
  }

  /** Time of a call in a handler; 0 without calls. */
  double handlerMillis() {
    return callsPerSecond > 0 ? inProgress / callsPerSecond * 1e3 : 0;
  }
}
