package io.argus.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.cli.install.Compatibility.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompatibilityTest {
  @TempDir private Path home;

  @BeforeEach
  void anHBaseInstallation() throws IOException {
    Files.createDirectories(home.resolve("lib"));
  }

  private void hbase(String version) throws IOException {
    Files.createFile(home.resolve("lib/hbase-server-" + version + ".jar"));
  }

  @ParameterizedTest
  @CsvSource({
    "2.6.1, SUPPORTED",
    "2.6.4, SUPPORTED",
    "2.6.4-hadoop3, SUPPORTED",
    "2.6.4-tests, SUPPORTED",
    "0.94.27, SUPPORTED",
    "2.6.1-hadoop3-tests, SUPPORTED",
    "unknown, UNTESTED",
    "2.6.4-amzn-0, UNTESTED",
    "2.6.3.7.3.3.0-56, UNTESTED",
    "0.94.15-cdh4.7.1, UNTESTED",
    "2.6.5, UNSUPPORTED",
    "2.6.6, UNSUPPORTED",
    "2.6.6-hadoop3, UNSUPPORTED",
    "2.6.5.7.3.4.0-1, UNSUPPORTED",
    "2.7.0, UNSUPPORTED",
    "3.0.0, UNSUPPORTED",
    "2.6.0, UNSUPPORTED",
    "2.6.0-hadoop3, UNSUPPORTED",
    "2.5.13, UNSUPPORTED",
    "2.4.18, UNSUPPORTED",
    "2.3.7, UNSUPPORTED",
    "1.7.2, UNSUPPORTED",
    "0.98.24-hadoop2, UNSUPPORTED",
    "3.0.0-beta-1, UNSUPPORTED"
  })
  void aVersionIsSupportedAsTheDocumentSays(String version, Verdict verdict) {
    assertThat(Compatibility.of(version).verdict()).isEqualTo(verdict);
    assertThat(Compatibility.of(version).reason().isEmpty())
        .isEqualTo(verdict == Verdict.SUPPORTED);
  }

  @Test
  void anUnsupportedVersionIsRefusedBeforeAnythingIsChanged() throws IOException {
    hbase("2.3.7");

    assertThatThrownBy(() -> HBaseRelease.HBASE_2_6.requireFits(home))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hbase-server-2.3.7.jar is HBase 2.3.7")
        .hasMessageContaining("nothing was changed");
  }

  @Test
  void anUntestedVersionIsNamed() throws IOException {
    hbase("2.6.4-amzn-0");

    assertThat(HBaseRelease.HBASE_2_6.requireFits(home))
        .singleElement()
        .asString()
        .contains("HBase 2.6.4-amzn-0", "nobody has tried");
  }

  /** Each row of the table whose result is known. */
  @Test
  void theDocumentHasTheSameVerdicts() throws IOException {
    Map<String, Verdict> verdicts =
        Map.of("works", Verdict.SUPPORTED, "unsupported", Verdict.UNSUPPORTED);
    int checked = 0;
    for (String line : Files.readAllLines(Path.of("../docs/compatibility.md"))) {
      String[] cells = line.split("\\|");
      if (cells.length == 6 && cells[1].trim().matches("[0-9].*")) {
        Verdict verdict = verdicts.get(cells[5].trim().split(":")[0]);
        for (String version : cells[1].trim().split(", ")) {
          if (verdict != null) {
            assertThat(Compatibility.of(version).verdict()).as(version).isEqualTo(verdict);
            checked++;
          }
        }
      }
    }
    assertThat(checked).isGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/compatibility.md", "docs/installation.md"})
  void theDocumentsNameTheVersionsThatInstallAccepts(String document) throws IOException {
    assertThat(Files.readString(Path.of("..", document))).contains("2.6.1 to 2.6.4");
    assertThat(Compatibility.SUPPORTED).contains("2.6.1 to 2.6.4");
  }

  @Test
  void aSupportedVersionSaysNothing() throws IOException {
    hbase("2.6.4");

    assertThat(HBaseRelease.HBASE_2_6.requireFits(home)).isEmpty();
  }
}
