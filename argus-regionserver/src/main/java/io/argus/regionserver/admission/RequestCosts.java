package io.argus.regionserver.admission;

import io.argus.core.usage.RequestKind;
import io.argus.regionserver.scheduling.SlidingMean;
import java.util.concurrent.TimeUnit;

/**
 * What a tenant's requests of one kind cost lately: handler time, and the HDFS bytes that nobody
 * announced to I/O admission.
 *
 * <p>Not safe for use by several threads.
 */
final class RequestCosts {
  static final long UNKNOWN_HANDLER_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
  private static final long LEAST_HANDLER_NANOS = TimeUnit.MICROSECONDS.toNanos(1);

  /** What a request is expected to take at most, so that one that stalled holds back no other. */
  private static final long MOST_HANDLER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long LIKELY_TO_READ_BYTES = 32 << 10;

  final RequestKind kind;
  private final SlidingMean handlerNanos;
  private final SlidingMean unannouncedBytes;

  RequestCosts(RequestKind kind, int window) {
    this.kind = kind;
    handlerNanos = new SlidingMean(window);
    unannouncedBytes = new SlidingMean(window);
  }

  void addHandlerNanos(long nanos) {
    handlerNanos.add(Math.max(LEAST_HANDLER_NANOS, Math.min(MOST_HANDLER_NANOS, nanos)));
  }

  void addUnannouncedBytes(long bytes) {
    unannouncedBytes.add(bytes);
  }

  /** The handler time that the next request is expected to take. */
  long handlerNanos() {
    return handlerNanos.mean(UNKNOWN_HANDLER_NANOS);
  }

  /** The bytes that the next request is expected to read unannounced; few count as 0. */
  long unannouncedBytes() {
    long bytes = unannouncedBytes.mean(0);
    return bytes >= LIKELY_TO_READ_BYTES ? bytes : 0;
  }

  void resizeWindows(int window) {
    handlerNanos.resize(window);
    unannouncedBytes.resize(window);
  }
}
