package io.argus.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.cli.install.Compatibility.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
    "2.6.1, PROVEN",
    "2.6.4, PROVEN",
    "2.6.4-hadoop3, PROVEN",
    "2.6.4-tests, PROVEN",
    "2.6.1-hadoop3-tests, PROVEN",
    "2.5.13-hadoop3, PROVEN",
    "2.4.18, PROVEN",
    "0.94.27, PROVEN",
    "2.6.0, LINKED",
    "2.6.0-hadoop3, LINKED",
    "2.6.5, LINKED",
    "2.6.6-hadoop3, LINKED",
    "2.5.15, LINKED",
    "3.0.0, LINKED",
    "unknown, UNPROVEN",
    "2.6.7, UNPROVEN",
    "2.5.11, UNPROVEN",
    "2.4.17, UNPROVEN",
    "2.4.17.7.1.9.1003-1, UNPROVEN",
    "2.6.4-amzn-0, UNPROVEN",
    "2.6.3.7.3.3.0-56, UNPROVEN",
    "2.6.5.7.3.4.0-1, UNPROVEN",
    "3.0.0-beta-1, UNPROVEN",
    "3.0.1, UNPROVEN",
    "0.94.15-cdh4.7.1, UNPROVEN",
    "0.94.26, UNPROVEN",
    "4.0.0, REFUSED",
    "3.1.0, REFUSED",
    "2.7.0, REFUSED",
    "2.3.7, REFUSED",
    "2.2.7, REFUSED",
    "1.7.2, REFUSED",
    "0.98.24-hadoop2, REFUSED",
    "0.90.6, REFUSED"
  })
  void aVersionIsOfOneClass(String version, Verdict verdict) {
    assertThat(Compatibility.of(version).verdict()).isEqualTo(verdict);
    assertThat(Compatibility.of(version).reason().isEmpty()).isEqualTo(verdict == Verdict.PROVEN);
  }

  @Test
  void aVersionOfAnotherLineIsRefusedBeforeAnythingIsChanged() throws IOException {
    hbase("2.3.7");

    assertThatThrownBy(() -> HBaseRelease.HBASE_2_6.requireFits(home))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hbase-server-2.3.7.jar is HBase 2.3.7")
        .hasMessageContaining("nothing was changed");
  }

  @Test
  void aBuildThatNobodyTriedIsNamed() throws IOException {
    hbase("2.6.4-amzn-0");

    assertThat(HBaseRelease.HBASE_2_6.requireFits(home))
        .singleElement()
        .asString()
        .contains("HBase 2.6.4-amzn-0", "nobody has tried");
  }

  /** Each row of the table of versions, and each version of the class. */
  @Test
  void theDocumentHasTheSameClasses() throws IOException {
    Map<String, Verdict> classes =
        Map.of(
            "works", Verdict.PROVEN,
            "links", Verdict.LINKED,
            "unproven", Verdict.UNPROVEN,
            "refused", Verdict.REFUSED);
    Map<Verdict, Set<String>> documented = new EnumMap<>(Verdict.class);
    for (String line : Files.readAllLines(Path.of("../docs/compatibility.md"))) {
      String[] cells = line.split("\\|");
      if (cells.length == 6 && cells[1].trim().matches("[0-9].*")) {
        Verdict verdict = classes.get(cells[5].trim().split(":")[0]);
        assertThat(verdict).as(line).isNotNull();
        for (String version : cells[1].trim().split(", ")) {
          assertThat(Compatibility.of(version).verdict()).as(version).isEqualTo(verdict);
          documented.computeIfAbsent(verdict, v -> new TreeSet<>()).add(version);
        }
      }
    }
    assertThat(documented).containsOnlyKeys(Verdict.values());
    assertThat(documented.get(Verdict.PROVEN)).hasSameElementsAs(Compatibility.PROVEN);
    assertThat(documented.get(Verdict.LINKED)).hasSameElementsAs(Compatibility.LINKED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/compatibility.md", "docs/installation.md"})
  void theDocumentsNameTheProvenVersions(String document) throws IOException {
    assertThat(Files.readString(Path.of("..", document))).contains(Compatibility.PROVEN_VERSIONS);
  }

  @Test
  void theProvenVersionsAreThoseOfTheTable() {
    assertThat(Compatibility.PROVEN_VERSIONS)
        .isEqualTo("HBase 2.4.18, 2.5.13, 2.6.1 to 2.6.4, and 0.94.27");
    assertThat(Compatibility.PROVEN)
        .containsExactly("2.4.18", "2.5.13", "2.6.1", "2.6.2", "2.6.3", "2.6.4", "0.94.27");
  }

  @Test
  void aProvenVersionSaysNothing() throws IOException {
    hbase("2.6.4");

    assertThat(HBaseRelease.HBASE_2_6.requireFits(home)).isEmpty();
  }
}
