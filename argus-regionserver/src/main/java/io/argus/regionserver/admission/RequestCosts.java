package io.argus.regionserver.admission;

import io.argus.core.usage.RequestKind;
import io.argus.regionserver.scheduling.SlidingMean;

/**
 * What a tenant's requests of one kind cost lately: handler time, HDFS bytes, and the part of these
 * bytes that no call of the gate announced.
 *
 * <p>Not safe for use by several threads.
 */
public final class RequestCosts {
  public final RequestKind kind;
  final SlidingMean handlerNanos;
  final SlidingMean hdfsBytes;
  final SlidingMean ungatedBytes;

  RequestCosts(RequestKind kind, int window) {
    this.kind = kind;
    handlerNanos = new SlidingMean(window);
    hdfsBytes = new SlidingMean(window);
    ungatedBytes = new SlidingMean(window);
  }

  void resizeWindows(int window) {
    handlerNanos.resize(window);
    hdfsBytes.resize(window);
    ungatedBytes.resize(window);
  }
}
