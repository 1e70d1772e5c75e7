package org.apache.hadoop.hbase.ipc;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Waits in the spans of a real SDK, which are made current as HBase 2.6 makes them. */
class TracedCallRunnerTest {
  @RegisterExtension
  private static final OpenTelemetryExtension SDK = OpenTelemetryExtension.create();

  private final Tracer tracer = SDK.getOpenTelemetry().getTracer("test");
  private final AtomicInteger dropped = new AtomicInteger();

  private GivenCall call(Runnable work) {
    return new GivenCall(() -> null, work, dropped::incrementAndGet);
  }

  private static CallRunner dispatched(Span span, CallRunner call) {
    try (Scope current = span.makeCurrent()) {
      return ArgusCallAccess.traced(call);
    }
  }

  private EventData onlyEvent(String span) {
    List<EventData> events =
        SDK.getSpans().stream()
            .filter(each -> each.getName().equals(span))
            .map(SpanData::getEvents)
            .findFirst()
            .orElseThrow();
    assertThat(events)
        .singleElement()
        .satisfies(event -> assertThat(event.getName()).isEqualTo("argus.admission"));
    return events.get(0);
  }

  private static Long micros(EventData event, String wait) {
    return event.getAttributes().get(AttributeKey.longKey("argus.wait." + wait + ".micros"));
  }

  @Test
  void aWaitInTheQueueIsAnEventOfTheCallAndOneInItsCourseOfWhatItDoes() {
    Span process = tracer.spanBuilder("RpcServer.process").startSpan();
    CallRunner[] traced = new CallRunner[1];
    Runnable work =
        () -> {
          Span get = tracer.spanBuilder("ClientService/Get").startSpan();
          try (Scope current = get.makeCurrent()) {
            ArgusCallAccess.waited(traced[0], 0, 0, 0, 7_000_000);
          }
          get.end();
          process.end();
        };
    traced[0] = dispatched(process, call(work));
    ArgusCallAccess.waited(traced[0], 2_000_000, 30_000_000, 4_000_000, 0);
    traced[0].run();

    EventData queued = onlyEvent("RpcServer.process");
    assertThat(micros(queued, "queue")).isEqualTo(2_000);
    assertThat(micros(queued, "cap")).isEqualTo(30_000);
    assertThat(micros(queued, "memstore")).isEqualTo(4_000);
    assertThat(micros(queued, "io")).isZero();
    assertThat(micros(onlyEvent("ClientService/Get"), "io")).isEqualTo(7_000);
    traced[0].drop();
    assertThat(dropped).hasValue(1);
  }

  @Test
  void aCallThatIsNotTracedIsTheSame() {
    CallRunner call = call(() -> {});
    assertThat(ArgusCallAccess.traced(call)).as("tracing is off").isSameAs(call);
    assertThat(dispatched(Span.getInvalid(), call)).isSameAs(call);
    ArgusCallAccess.waited(call, 1, 1, 1, 1);
    assertThat(SDK.getSpans()).isEmpty();
  }
}
