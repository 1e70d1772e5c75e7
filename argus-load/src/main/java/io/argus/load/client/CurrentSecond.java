package io.argus.load.client;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * What all threads of a client did since the last second ended.
 *
 * <p>Safe for use by any thread; one at a time ends seconds.
 */
final class CurrentSecond {
  static final long MAX_LATENCY_MICROS = 600_000_000L;
  private static final int DIGITS = 2;

  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final @Nullable Recorder latenciesMicros;

  /**
   * @param latencies whether seconds have latencies, too
   */
  CurrentSecond(boolean latencies) {
    latenciesMicros = latencies ? new Recorder(MAX_LATENCY_MICROS, DIGITS) : null;
  }

  /** An operation succeeded. */
  void completed(long micros) {
    if (latenciesMicros == null) {
      completed.increment();
    } else {
      latenciesMicros.recordValue(Math.min(MAX_LATENCY_MICROS, micros));
    }
  }

  /** An operation failed. */
  void failed() {
    failed.increment();
  }

  /** Ends the second of that number and begins the next one. */
  LoadLine.Progress end(int second) {
    long errors = failed.sumThenReset();
    if (latenciesMicros == null) {
      return new LoadLine.Progress(second, completed.sumThenReset(), errors);
    }
    Histogram latencies = latenciesMicros.getIntervalHistogram();
    return new LoadLine.Second(second, latencies.getTotalCount(), errors, encode(latencies));
  }

  static String encode(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }
}
