package io.argus.regionserver.admission;

import io.argus.core.usage.RequestKind;

/**
 * A tenant's request that waits for a handler slot.
 *
 * <p>Guarded by the admission lock.
 *
 * @param <R> type of a request
 */
final class QueuedRequest<R> {
  /** The deadline of a request whose client waits as long as it takes. */
  static final long NO_DEADLINE = Long.MAX_VALUE;

  final R request;
  final RequestCosts costs;
  final long bytes;
  final long offeredNanos;

  /** After how long, since it was offered, its client waits no more; or {@link #NO_DEADLINE}. */
  private final long usefulNanos;

  /** {@link ScheduledTenant#blockedNanos} when it was added. */
  final long blockedBefore;

  QueuedRequest(
      R request,
      RequestCosts costs,
      long bytes,
      long offeredNanos,
      long usefulNanos,
      long blockedBefore) {
    this.request = request;
    this.costs = costs;
    this.bytes = bytes;
    this.offeredNanos = offeredNanos;
    this.usefulNanos = usefulNanos;
    this.blockedBefore = blockedBefore;
  }

  RequestKind kind() {
    return costs.kind;
  }

  /** Whether its client does not wait any more. */
  boolean hasExpired(long nowNanos) {
    return usefulNanos != NO_DEADLINE && nowNanos - offeredNanos >= usefulNanos;
  }

  /** Whether it is expected not to be answered in time, even if it begins now. */
  boolean isTooLate(long nowNanos) {
    return usefulNanos != NO_DEADLINE
        && nowNanos - offeredNanos + costs.answerNanos() >= usefulNanos;
  }
}
