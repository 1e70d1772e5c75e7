package io.argus.profiler.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.profiler.fit.GridPoint;
import java.io.IOException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PointRecordTest {
  private static final long OPERATIONS = 100;

  @Test
  void everySecondOfTheWindowCountsInThePercentiles() throws IOException {
    PointRecord record = new PointRecord(new GridPoint(1, 1));
    int first = PointRecord.SKIPPED_SECONDS + 1;
    for (int second = 1; second < first + SteadyState.MIN_SECONDS; second++) {
      Histogram latencies = new Histogram(10_000_000, 3);
      latencies.recordValueWithCount(second == first ? 1_000_000 : 5_000, OPERATIONS);
      record.add(
          new LoadSecond(OPERATIONS, 0, latencies),
          new ProfiledCluster.Report(
              1000L * second, 1000, new Measurement.Usage(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1)));
    }

    Measurement.Latencies latencies = record.measurement(null).latencies();

    assertThat(latencies.p50Millis()).isCloseTo(5, within(0.1));
    assertThat(latencies.p95Millis()).isCloseTo(1000, within(10.0));
  }
}
