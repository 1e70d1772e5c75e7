package io.argus.regionserver.monitor;

import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ResponseTimes;
import io.argus.core.usage.ResponseTimes.Group;
import org.HdrHistogram.Histogram;

/**
 * The times that a tenant's requests took in the server, by group of kinds.
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
    recorder(Group.of(kind)).record(nanos);
  }

  private LatencyRecorder recorder(Group group) {
    switch (group) {
      case GET:
        return gets;
      case SCAN:
        return scans;
      case WRITE:
        return writes;
      default:
        return others;
    }
  }

  /** Returns the percentiles of the window that ends now and begins the next one. */
  ResponseTimes drain(LatencyRecorder.Spare spare) {
    Histogram all = spare.sum;
    all.reset();
    double get = drain(gets, spare);
    double scan = drain(scans, spare);
    double write = drain(writes, spare);
    drain(others, spare);
    return ResponseTimes.of(get, scan, write, p99(all));
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
