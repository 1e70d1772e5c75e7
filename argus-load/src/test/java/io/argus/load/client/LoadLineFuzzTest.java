package io.argus.load.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.fuzz.Fuzz;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Lines that a load client prints, among which may be anything. */
class LoadLineFuzzTest {
  @Test
  void linesOfClients() throws InterruptedException {
    Histogram latencies = new Histogram(60_000_000, 3);
    latencies.recordValue(1234);
    ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    int length = latencies.encodeIntoCompressedByteBuffer(bytes);
    String text =
        Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(bytes.array(), length));
    Fuzz.of(
            "line of a load client",
            bytes(new LoadLine.Second(3, 50, 1, text)),
            bytes(new LoadLine.Progress(3, 50, 1)),
            bytes(new LoadLine.Ready()),
            bytes(new LoadLine.Finished(new LoadResult(9, 1, 2, 3, 4, 0, 70))))
        .run(
            document -> {
              LoadLine.parse(new String(document, StandardCharsets.UTF_8))
                  .ifPresent(
                      line -> {
                        assertThat(line.toJson()).isNotNull();
                        if (line instanceof LoadLine.Second second) {
                          assertThat(LoadLine.latencies(second).getTotalCount()).isNotNegative();
                        }
                      });
            });
  }

  private static byte[] bytes(LoadLine line) {
    return line.toJson().getBytes(StandardCharsets.UTF_8);
  }
}
