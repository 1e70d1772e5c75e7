package io.argus.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadLineTest {

  @Test
  void everyLineIsReadBackAsItWasPrinted() {
    for (LoadLine line :
        List.of(
            new LoadLine.Ready(true),
            new LoadLine.Progress(3, 1200, 4),
            new LoadLine.Second(3, 1200, 4, "AAAA"),
            new LoadLine.Finished(new LoadResult(832.5, 60, 70, 80.25, 4, 20_000)))) {
      assertThat(LoadLine.parse(line.toJson())).contains(line);
    }
  }

  @Test
  void progressHasTheAgreedNames() {
    assertThat(new LoadLine.Progress(3, 1200, 4).toJson())
        .isEqualTo("{\"second\":3,\"ops\":1200,\"errors\":4}");
  }

  @Test
  void aSecondCarriesItsLatencies() {
    Histogram latencies = new Histogram(600_000_000L, 2);
    latencies.recordValueWithCount(5_000, 99);
    latencies.recordValue(80_000);

    Histogram read =
        LoadLine.latencies(new LoadLine.Second(1, 100, 0, EndlessLoad.encode(latencies)));

    assertThat(read).isEqualTo(latencies);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadLine.latencies(new LoadLine.Second(1, 1, 0, "AAAAAAAAAAAAAAAA")));
  }

  @Test
  void otherOutputIsNoLine() {
    assertThat(LoadLine.parse("")).isEmpty();
    assertThat(LoadLine.parse("SLF4J: something")).isEmpty();
    assertThat(LoadLine.parse("{}")).isEmpty();
  }
}
