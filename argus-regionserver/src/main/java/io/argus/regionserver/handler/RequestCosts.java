package io.argus.regionserver.handler;

import io.argus.core.usage.RequestKind;
import io.argus.regionserver.scheduling.SlidingMean;
import java.util.concurrent.TimeUnit;

/**
 * What a tenant's requests of one kind on one table cost lately: time in a handler, of that CPU
 * time, the HDFS bytes for which they asked no grant, and how long they take until they are
 * answered.
 *
 * <p>Not safe for use by several threads.
 */
final class RequestCosts {
  static final long UNKNOWN_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
  private static final long MIN_NANOS = TimeUnit.MICROSECONDS.toNanos(1);

  /** What a request is expected to take at most, so that one that stalled holds back no other. */
  private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A request is taken to last this much longer than the last ones: few shall come too late. */
  private static final double ANSWER_MARGIN = 1.5;

  final RequestKind kind;
  private final SlidingMean handlerNanos = new SlidingMean(SlidingMean.REQUESTS);
  private final SlidingMean cpuNanos = new SlidingMean(SlidingMean.REQUESTS);
  private final SlidingMean unadmittedBytes = new SlidingMean(SlidingMean.REQUESTS);
  private final SlidingMean answerNanos = new SlidingMean(SlidingMean.REQUESTS);

  RequestCosts(RequestKind kind) {
    this.kind = kind;
  }

  void addHandlerNanos(long nanos) {
    handlerNanos.add(Math.max(MIN_NANOS, Math.min(MAX_NANOS, nanos)));
  }

  void addCpuNanos(long nanos) {
    cpuNanos.add(Math.max(MIN_NANOS, Math.min(MAX_NANOS, nanos)));
  }

  void addUnadmittedBytes(long bytes) {
    unadmittedBytes.add(bytes);
  }

  void addAnswerNanos(long nanos) {
    answerNanos.add(nanos);
  }

  /** The time that the next request is expected to take in a handler. */
  long handlerNanos() {
    return handlerNanos.mean(UNKNOWN_NANOS);
  }

  /** The CPU time that the next request is expected to use in a handler. */
  long cpuNanos() {
    return cpuNanos.mean(UNKNOWN_NANOS);
  }

  /**
   * The part of its time in a handler in which the next request is expected to use a core, 0..1.
   */
  double cores() {
    return Math.min(1, (double) cpuNanos() / handlerNanos());
  }

  /** The bytes that the next request is expected to read without asking for a grant. */
  long unadmittedBytes() {
    return unadmittedBytes.mean(0);
  }

  /** How long the next request is expected to take, once it has begun, at most. */
  long answerNanos() {
    return (long) (ANSWER_MARGIN * answerNanos.mean(0));
  }
}
