package io.argus.profiler.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.GridFunction;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfilesTest {
  private static final double HDFS = 20e6;
  private static final Conditions CONDITIONS = new Conditions("2.6.4", "own", 1 << 20, HDFS);

  /** 100 operations a second write 10 MB and let compactions read 10 MB, all that HDFS does. */
  @Test
  void whatCompactionsReadBelongsToTheCostOfAnOperation() {
    Measurement.Usage usage =
        new Measurement.Usage(100, 0, 0, 10e6, 10e6, 0, 0, 1, 0, 1e6, 1e8, HDFS);
    Measurement measurement =
        new Measurement(
            1, 1, 0, 100, 1, 30, 30, true, new Measurement.Latencies(1, 2, 3), 0, usage, null);
    GridFunction measured =
        GridFunction.of(new double[] {1}, new double[] {1}, new double[][] {{100}});
    GridFunction extended = Profiles.withLittle(measured, CONDITIONS, List.of(measurement));
    assertThat(extended.throughput(1, .5)).isCloseTo(50, within(1.0));
  }
}
