package io.argus.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The smallest results files that once made their reader throw something else. */
class DamagedResultsTest {
  private static final Map<String, String> CONDITIONS = Map.of("rows", "1");
  private static final MixResult RUN = Runs.run("uniform50+uniform200", "stock", 0, 100, 700);

  @TempDir private Path directory;

  private Path file() throws IOException {
    Path file = directory.resolve("r.jsonl");
    ResultsFile.open(file, CONDITIONS).append(RUN);
    return file;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"mix\":\"m\",\"fingerprint\":\"f\"}",
        "{\"mix\":\"m\",\"fingerprint\":\"f\",\"result\":{\"system\":\"s\",\"tenants\":[{}]}}",
        "{\"mix\":\"m\",\"fingerprint\":\"f\",\"result\":{\"system\":\"s\",\"tenants\":[null]}}",
        "{\"mix\":\"m\",\"fingerprint\":\"f\",\"result\":{\"system\":\"s\",\"tenants\":[]},"
            + "\"losses\":[[]]}",
        "{\"mix\":\"m\",\"fingerprint\":\"f\",\"result\":{\"system\":\"s\",\"tenants\":[]},"
            + "\"placement\":{\"measuredAfter\":1}}",
        "{\"repeat\":\"x\"}"
      })
  void aDamagedLineIsMeasuredAgain(String line) throws IOException {
    Path file = file();
    Files.writeString(file, Files.readString(file) + line + "\n");
    assertThat(ResultsFile.open(file, CONDITIONS).runs()).containsExactly(RUN);
  }

  @Test
  void aFileThatIsNoTextIsNamed() throws IOException {
    Path file = directory.resolve("r.jsonl");
    Files.write(file, new byte[] {(byte) 0xC3, 1, 2});
    assertThatIOException()
        .isThrownBy(() -> ResultsFile.open(file, CONDITIONS))
        .withMessageContaining("r.jsonl is not the results file of a campaign");
  }
}
