package org.apache.hadoop.hbase.ipc;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import java.util.concurrent.TimeUnit;

/** A call whose waits for admission become events of HBase's spans, as HBase records them. */
final class TracedCallRunner extends PassingCallRunner {
  private static final String EVENT = "argus.admission";
  private static final AttributeKey<Long> QUEUE = AttributeKey.longKey("argus.wait.queue.micros");
  private static final AttributeKey<Long> CAP = AttributeKey.longKey("argus.wait.cap.micros");
  private static final AttributeKey<Long> MEMSTORE =
      AttributeKey.longKey("argus.wait.memstore.micros");
  private static final AttributeKey<Long> IO = AttributeKey.longKey("argus.wait.io.micros");

  private final Span span;

  private TracedCallRunner(CallRunner runner, Span span) {
    super(runner);
    this.span = span;
  }

  /** Returns the call itself unless the span that is current as HBase dispatches it records. */
  static CallRunner of(CallRunner runner) {
    Span span = Span.current();
    return span.isRecording() ? new TracedCallRunner(runner, span) : runner;
  }

  /** Adds an event: to the span of the call before it runs, then to that of what it does. */
  @Override
  void waited(long queueNanos, long capNanos, long memstoreNanos, long ioNanos) {
    Span current = Span.current();
    (current.isRecording() ? current : span)
        .addEvent(
            EVENT,
            Attributes.of(
                QUEUE,
                TimeUnit.NANOSECONDS.toMicros(queueNanos),
                CAP,
                TimeUnit.NANOSECONDS.toMicros(capNanos),
                MEMSTORE,
                TimeUnit.NANOSECONDS.toMicros(memstoreNanos),
                IO,
                TimeUnit.NANOSECONDS.toMicros(ioNanos)));
  }
}
