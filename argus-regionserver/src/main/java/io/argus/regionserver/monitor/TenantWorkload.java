package io.argus.regionserver.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import java.util.EnumMap;
import java.util.Map;

/**
 * The counters and histograms of one tenant.
 *
 * <p>Any thread may record; {@link #drain} is for one thread at a time.
 */
final class TenantWorkload {
  private final Map<RequestKind, WindowCounter> operations = new EnumMap<>(RequestKind.class);
  final WindowCounter failed = new WindowCounter();
  private final WindowCounter handlerNanos = new WindowCounter();
  final WindowCounter capWaitNanos = new WindowCounter();
  final WindowCounter memstoreWaitNanos = new WindowCounter();
  private final WindowCounter hdfsWaitNanos = new WindowCounter();
  private final WindowCounter hdfsReadNanos = new WindowCounter();
  final WindowCounter receivedBytes = new WindowCounter();
  final WindowCounter sentBytes = new WindowCounter();
  private final WindowCounter hdfsReads = new WindowCounter();
  private final WindowCounter hdfsReadBytes = new WindowCounter();
  final WindowCounter hdfsWrittenBytes = new WindowCounter();
  final WindowCounter compactionReadBytes = new WindowCounter();
  final WindowCounter ignoredPriorities = new WindowCounter();
  final WindowCounter ignoredAttributes = new WindowCounter();
  final WindowCounter runaways = new WindowCounter();
  final LatencyRecorder queueWait = new LatencyRecorder();
  final LatencyRecorder hdfsWait = new LatencyRecorder();
  final LatencyRecorder service = new LatencyRecorder();
  final ResponseRecorder responses = new ResponseRecorder();
  final KeyAccesses keys = new KeyAccesses();

  // Used by the draining thread only.
  private double idleSeconds;

  TenantWorkload() {
    for (RequestKind kind : RequestKind.values()) {
      operations.put(kind, new WindowCounter());
    }
  }

  void finished(RequestKind kind, long count) {
    WindowCounter counter = operations.get(kind);
    if (counter != null) {
      counter.add(count);
    }
  }

  /** Counts what a request has used since it began or was last counted. */
  void count(RequestUsage request) {
    RequestUsage.Counted counted = request.counted();
    int weight = request.weight();
    counted.handlerNanos +=
        handlerNanos.addUpTo(request.handlerNanos(), counted.handlerNanos, weight);
    counted.hdfsWaitNanos +=
        hdfsWaitNanos.addUpTo(request.hdfsWaitNanos(), counted.hdfsWaitNanos, weight);
    counted.hdfsReadNanos +=
        hdfsReadNanos.addUpTo(request.hdfsReadNanos(), counted.hdfsReadNanos, weight);
    counted.reads += (int) hdfsReads.addUpTo(request.reads(), counted.reads, weight);
    counted.hdfsReadBytes +=
        hdfsReadBytes.addUpTo(request.hdfsReadBytes(), counted.hdfsReadBytes, weight);
  }

  /** Returns the figures of the window that ends now and begins the next one. */
  TenantUsage.Builder drain(TenantId tenant, double windowSeconds, LatencyRecorder.Spare spare) {
    TenantUsage.Builder usage = TenantUsage.builder(tenant);
    long activity = 0;
    for (Map.Entry<RequestKind, WindowCounter> each : operations.entrySet()) {
      long count = each.getValue().drain();
      activity += count;
      usage.operations(each.getKey(), count / windowSeconds);
      usage.count(UsageCounter.of(each.getKey()), count);
    }
    long read = hdfsReadBytes.drain();
    long written = hdfsWrittenBytes.drain();
    long compacted = compactionReadBytes.drain();
    activity += read + written + compacted;
    long handler = handlerNanos.drain();
    activity += handler;
    idleSeconds = activity > 0 ? 0 : idleSeconds + windowSeconds;
    LatencyRecorder.Window queued = queueWait.drain(spare);
    LatencyRecorder.Window waited = hdfsWait.drain(spare);
    LatencyRecorder.Window served = service.drain(spare);
    long waiting = hdfsWaitNanos.drain();
    long reading = hdfsReadNanos.drain();
    long received = receivedBytes.drain();
    long sent = sentBytes.drain();
    usage
        .count(UsageCounter.RECEIVED_BYTES, received)
        .count(UsageCounter.SENT_BYTES, sent)
        .count(UsageCounter.HDFS_READS, hdfsReads.drain())
        .count(UsageCounter.HDFS_READ_BYTES, read)
        .count(UsageCounter.HDFS_WRITTEN_BYTES, written)
        .count(UsageCounter.COMPACTION_READ_BYTES, compacted)
        .count(UsageCounter.HANDLER_NANOS, handler)
        .count(UsageCounter.IGNORED_PRIORITIES, ignoredPriorities.drain())
        .count(UsageCounter.IGNORED_ATTRIBUTES, ignoredAttributes.drain())
        .count(UsageCounter.RUNAWAYS, runaways.drain())
        .count(UsageCounter.QUEUE_WAIT_NANOS, Math.round(queued.totalNanos))
        .count(UsageCounter.HDFS_WAIT_NANOS, waiting)
        .count(UsageCounter.HDFS_READ_NANOS, reading);
    responses.drain(usage, spare);
    double windowNanos = windowSeconds * 1e9;
    return usage
        .waits(queued.totalNanos / windowNanos, waiting / windowNanos, reading / windowNanos)
        .hdfs(read / windowSeconds, written / windowSeconds)
        .set(Figure.CAP_WAIT, capWaitNanos.drain() / windowNanos)
        .set(Figure.MEMSTORE_WAIT, memstoreWaitNanos.drain() / windowNanos)
        .set(Figure.CLIENT_BYTES, (received + sent) / windowSeconds)
        .set(Figure.FAILED, failed.drain() / windowSeconds)
        .set(Figure.COMPACTION_READ_BYTES, compacted / windowSeconds)
        .handlerFraction(handler / windowNanos)
        .keyRepeatRatio(keys.ratio())
        .latencies(queued.percentiles, waited.percentiles, served.percentiles);
  }

  /** Returns how long the tenant has been idle, as of the last drain. */
  double idleSeconds() {
    return idleSeconds;
  }
}
