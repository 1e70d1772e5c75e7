package io.argus.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoadLineTest {

  @Test
  void everyLineIsReadBackAsItWasPrinted() {
    for (LoadLine line :
        List.of(
            new LoadLine.Ready(true),
            new LoadLine.Progress(3, 1200, 4),
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
  void otherOutputIsNoLine() {
    assertThat(LoadLine.parse("")).isEmpty();
    assertThat(LoadLine.parse("SLF4J: something")).isEmpty();
    assertThat(LoadLine.parse("{}")).isEmpty();
  }
}
