package io.argus.load.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadLineTest {

  @Test
  void everyLineIsReadBackAsItWasPrinted() {
    for (LoadLine line :
        List.of(
            new LoadLine.Ready(),
            new LoadLine.Progress(3, 1200, 4),
            new LoadLine.Second(3, 1200, 4, "AAAA"),
            new LoadLine.Finished(new LoadResult(832.5, 60, 70, 80.25, 90, 4, 20_000)))) {
      assertThat(LoadLine.parse(line.toJson()).orElseThrow())
          .usingRecursiveComparison()
          .withStrictTypeChecking()
          .isEqualTo(line);
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
        LoadLine.latencies(new LoadLine.Second(1, 100, 0, CurrentSecond.encode(latencies)));

    assertThat(read).isEqualTo(latencies);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadLine.latencies(new LoadLine.Second(1, 1, 0, "AAAAAAAAAAAAAAAA")));
  }

  /** Its header says 2 GB; HdrHistogram believes it. */
  @Test
  void latenciesThatWouldFillTheMemoryAreRefused() {
    ByteBuffer header = ByteBuffer.allocate(40);
    header.putInt(0x1c849303 | 0x10).putInt(Integer.MAX_VALUE).putInt(0).putInt(5);
    header.putLong(1).putLong(Long.MAX_VALUE).putDouble(1);
    Deflater deflater = new Deflater();
    deflater.setInput(header.array());
    deflater.finish();
    ByteBuffer compressed = ByteBuffer.allocate(200);
    compressed.putInt(0x1c849304 | 0x10);
    int length = deflater.deflate(compressed.array(), 8, 192);
    compressed.putInt(length);
    String text = Base64.getEncoder().encodeToString(compressed.array());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadLine.latencies(new LoadLine.Second(1, 1, 0, text)))
        .havingCause()
        .withMessageContaining("too large");
  }

  @Test
  void aLineOfWrongTypesIsNoLine() {
    assertThat(LoadLine.parse("{\"second\":\"x\"}")).isEmpty();
    assertThat(LoadLine.parse("{\"throughput\":[[]]}")).isEmpty();
    assertThat(LoadLine.parse("[1]")).isEmpty();
  }

  @Test
  void otherOutputIsNoLine() {
    assertThat(LoadLine.parse("")).isEmpty();
    assertThat(LoadLine.parse("SLF4J: something")).isEmpty();
    assertThat(LoadLine.parse("{}")).isEmpty();
  }
}
