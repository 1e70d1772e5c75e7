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

  /** Upper bounds of the buckets of {@link WorkloadMonitor.ResponseTimes}. */
  private static final long[] BOUNDS_NANOS =
      WorkloadMonitor.ResponseTimes.BOUNDS_SECONDS.stream()
          .mapToLong(seconds -> Math.round(seconds * 1e9))
          .toArray();

  private final LatencyRecorder gets = new LatencyRecorder();
  private final LatencyRecorder scans = new LatencyRecorder();
  private final LatencyRecorder writes = new LatencyRecorder();
  private final LatencyRecorder others = new LatencyRecorder();

  // Since the first window. Used by the draining thread only.
  private final long[] atMost = new long[BOUNDS_NANOS.length];
  private long count;
  private double totalNanos;

  void record(RequestKind kind, long nanos, int weight) {
    recorder(kind).record(nanos, weight);
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
    addUp(all);
  }

  private void addUp(Histogram window) {
    long requests = window.getTotalCount();
    if (requests > 0) {
      for (int i = 0; i < atMost.length; i++) {
        atMost[i] += window.getCountBetweenValues(0, BOUNDS_NANOS[i]);
      }
      count += requests;
      totalNanos += window.getMean() * requests;
    }
  }

  /** All windows together that have ended. For the draining thread. */
  WorkloadMonitor.ResponseTimes total() {
    return new WorkloadMonitor.ResponseTimes(atMost, count, totalNanos / 1e9);
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
