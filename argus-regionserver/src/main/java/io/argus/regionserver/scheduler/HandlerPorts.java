package io.argus.regionserver.scheduler;

import java.util.function.LongSupplier;

/**
 * What handler threads work with.
 *
 * <p>Immutable; safe for use by any thread.
 *
 * @param <R> type of a request
 */
final class HandlerPorts<R> {
  final RequestRunner<R> runner;
  final RequestListener<R> listener;
  final HdfsGate gate;
  final Faults faults;
  final LongSupplier nanoClock;

  HandlerPorts(
      RequestRunner<R> runner,
      RequestListener<R> listener,
      HdfsGate gate,
      Faults faults,
      LongSupplier nanoClock) {
    this.runner = runner;
    this.listener = listener;
    this.gate = gate;
    this.faults = faults;
    this.nanoClock = nanoClock;
  }
}
