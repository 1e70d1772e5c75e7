package io.argus.regionserver.admission;

import io.argus.regionserver.hdfs.IoAdmission;
import io.argus.regionserver.scheduling.Faults;
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
  final IoAdmission gate;
  final Faults faults;
  final LongSupplier nanoClock;

  HandlerPorts(
      RequestRunner<R> runner,
      RequestListener<R> listener,
      IoAdmission gate,
      Faults faults,
      LongSupplier nanoClock) {
    this.runner = runner;
    this.listener = listener;
    this.gate = gate;
    this.faults = faults;
    this.nanoClock = nanoClock;
  }
}
