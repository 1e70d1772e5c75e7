package io.argus.profiler.campaign;

import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The smallest files that once made their reader throw something else, or hang. */
class DamagedProfileTest {
  @TempDir private Path directory;

  @Test
  void aFormatThatIsNestedDeeplyIsRefused() throws IOException {
    String deep = "[".repeat(50_000) + "]".repeat(50_000);
    Path file = Files.writeString(directory.resolve("r.jsonl"), "{\"format\":" + deep + "}\n");
    assertThatIOException()
        .isThrownBy(() -> new ResultsFile(file).read())
        .withMessageContaining("r.jsonl is not the results file of a profile");
  }

  @Test
  void conditionsWithoutAnHBaseAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Conditions(null, "none", 1, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fieldcount=2000000000",
        "recordcount=9e18\nrequestdistribution=latest",
        "maxscanlength=1e12",
        "fieldlength=-1"
      })
  void aWorkloadThatWouldFillTheMemoryIsRefused(String properties) throws IOException {
    Path file = Files.writeString(directory.resolve("w.workload"), properties + "\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workload.named(file.toString(), 1000, 5))
        .withMessageContaining("w.workload")
        .withMessageContaining(properties.substring(0, properties.indexOf('=')));
  }
}
