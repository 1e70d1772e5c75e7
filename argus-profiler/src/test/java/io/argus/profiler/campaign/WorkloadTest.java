package io.argus.profiler.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadTest {
  @TempDir private Path directory;

  static List<String> presets() {
    return Workload.presets();
  }

  private Workload file(String... lines) throws IOException {
    Path file = directory.resolve("mine.properties");
    Files.writeString(file, String.join("\n", lines), StandardCharsets.UTF_8);
    return Workload.named(file.toString(), 0, 10);
  }

  @ParameterizedTest
  @MethodSource("presets")
  void everyPresetIsAccepted(String name) throws IOException {
    Workload workload = Workload.named(name, 10_000, 50);

    assertThat(workload.name()).isEqualTo(name);
    assertThat(workload.tableRows()).isEqualTo(10_000);
    assertThat(workload.hasPresetRows()).isTrue();
    assertThat(workload.properties("a:b").getProperty("table")).isEqualTo("a:b");
  }

  @Test
  void aFileMayHoldAnyPropertyOfCoreWorkload() throws IOException {
    Workload workload =
        file(
            "# YCSB workload B, more or less",
            "workload=site.ycsb.workloads.CoreWorkload",
            "recordcount=5000",
            "operationcount=1000",
            "fieldcount=10",
            "fieldlength=100",
            "readallfields=false",
            "readproportion=0.95",
            "updateproportion=0.05",
            "requestdistribution=hotspot",
            "hotspotdatafraction=0.1");

    assertThat(workload.name()).isEqualTo("mine");
    assertThat(workload.tableRows()).isEqualTo(5000);
    assertThat(workload.hasPresetRows()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "readpropotion=1 | 'readpropotion' is no property",
        "readproportion=often | readproportion is 'often'",
        "readproportion=0.2 | sum to 0.2",
        "readproportion=NaN | readproportion is 'NaN'",
        "readproportion=-1 | readproportion is -1.0",
        "recordcount=many | recordcount is 'many'",
        "requestdistribution=fair | CoreWorkload refuses it",
        "fieldlength=x | fieldlength is 'x'",
        "workload=site.ycsb.workloads.TimeSeriesWorkload | workload is",
      })
  void nonsenseIsNamed(String line, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> file(line))
        .withMessageContaining("mine.properties")
        .withMessageContaining(message);
  }

  @Test
  void bytesThatAreNoTextAreRefused() throws IOException {
    Path file = directory.resolve("image.png");
    Files.write(file, new byte[] {(byte) 0x89, 'P', 'N', 'G', (byte) 0xff, 0, 1, 2});

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workload.named(file.toString(), 0, 1))
        .withMessageContaining("image.png");
  }

  @Test
  void aNameThatIsNothingIsAnsweredWithTheChoice() {
    assertThatIOException()
        .isThrownBy(() -> Workload.named("warm", 0, 1))
        .withMessageContaining("uniform, hot, exhot");
  }

  @Test
  void theFingerprintFollowsWhatIsDone() throws IOException {
    Workload hot = Workload.named("hot", 10_000, 50);

    assertThat(Workload.named("hot", 10_000, 50).fingerprint()).isEqualTo(hot.fingerprint());
    assertThat(Workload.named("hot", 10_000, 51).fingerprint()).isNotEqualTo(hot.fingerprint());
    assertThat(Workload.named("hot", 20_000, 50).fingerprint()).isNotEqualTo(hot.fingerprint());
    assertThat(Workload.named("exhot", 10_000, 50).fingerprint()).isNotEqualTo(hot.fingerprint());
  }
}
