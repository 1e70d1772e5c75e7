package io.argus.regionserver.monitor;

import io.argus.core.usage.Figure;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import org.HdrHistogram.Histogram;

/**
 * The times that a tenant's requests took in the server, by group of kinds. A multi that writes
 * counts as a write.
 *
 * <p>{@link #record} is for any thread, {@link #drain} for one thread at a time.
 */
final class ResponseRecorder {
  private static final double P99 = 99;

  private final LatencyRecorder gets = new LatencyRecorder();
  private final LatencyRecorder scans = new LatencyRecorder();
  private final LatencyRecorder writes = new LatencyRecorder();
  private final LatencyRecorder others = new LatencyRecorder();

  void record(RequestKind kind, long nanos) {
    recorder(kind).record(nanos);
  }

  private LatencyRecorder recorder(RequestKind kind) {
    switch (kind) {
      case GET:
        return gets;
      case SCAN:
        return scans;
      case WRITE:
      case MULTI:
        return writes;
      default:
        return others;
    }
  }

  /** Reports the percentiles of the window that ends now, and begins the next one. */
  void drain(TenantUsage.Builder usage, LatencyRecorder.Spare spare) {
    Histogram all = spare.sum;
    all.reset();
    usage
        .set(Figure.GET_RESPONSE_P99, drain(gets, spare))
        .set(Figure.SCAN_RESPONSE_P99, drain(scans, spare))
        .set(Figure.WRITE_RESPONSE_P99, drain(writes, spare));
    drain(others, spare);
    usage.set(Figure.RESPONSE_P99, p99(all));
  }

  private static double drain(LatencyRecorder recorder, LatencyRecorder.Spare spare) {
    Histogram window = recorder.histogram(spare);
    if (window == null) {
      return 0;
    }
    spare.sum.add(window);
    return p99(window);
  }

  private static double p99(Histogram histogram) {
    return histogram.getTotalCount() > 0 ? histogram.getValueAtPercentile(P99) : 0;
  }
}
