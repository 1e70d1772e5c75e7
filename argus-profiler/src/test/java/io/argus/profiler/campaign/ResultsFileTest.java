package io.argus.profiler.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultsFileTest {
  @TempDir private Path directory;
  private Path path;
  private ResultsFile file;

  @BeforeEach
  void begin() throws IOException {
    path = directory.resolve("below/results.jsonl");
    file = new ResultsFile(path);
  }

  private static Measurement measurement(double throughput) {
    return new Measurement(
        0.5,
        0.25,
        1,
        throughput,
        1,
        8,
        10,
        true,
        new Measurement.Latencies(1, 2, 3),
        0,
        new Measurement.Usage(throughput, 0.5, 1e6, 0, 0, 0.3, 1, 0, 0, 1e6, 1e8, 4e7),
        null);
  }

  private Workload create() throws IOException {
    Workload workload = Workload.named("exhot", 10_000, 50);
    file.create(workload, new Conditions("2.6", "kernel", 100, 4e7));
    return workload;
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    assertThat(file.read()).isEmpty();
    Workload workload = create();
    file.append(measurement(100));
    file.append(measurement(200));

    ResultsFile.Contents contents = file.read().orElseThrow();

    assertThat(contents.workload()).usingRecursiveComparison().isEqualTo(workload);
    assertThat(contents.conditions())
        .usingRecursiveComparison()
        .isEqualTo(new Conditions("2.6", "kernel", 100, 4e7));
    assertThat(contents.measurements())
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(measurement(100), measurement(200));
    assertThat(contents.problems()).isEmpty();
  }

  @Test
  void whatEarlierVersionsWroteIsReadAndWhatTheyLeftOutIsNull() throws IOException {
    create();
    file.append(measurement(100));
    assertThat(Files.readString(path)).doesNotContain("ownFunction");
    String line = Files.readAllLines(path).get(1);
    Files.writeString(
        path,
        line.replaceFirst("}$", ",\"ownFunction\":{\"of\":\"now\"}}\n"),
        StandardOpenOption.APPEND);

    ResultsFile.Contents contents = file.read().orElseThrow();

    assertThat(contents.problems()).isEmpty();
    assertThat(contents.measurements().get(0).ownFunction()).isNull();
    assertThat(contents.measurements().get(1).ownFunction().get("of").getAsString())
        .isEqualTo("now");
  }

  @Test
  void aLineThatWasCutOffIsDroppedAndTheNextOneIsWhole() throws IOException {
    create();
    file.append(measurement(100));
    Files.writeString(path, "{\"cacheShare\":0.5,\"hd", StandardOpenOption.APPEND);
    assertThat(file.read().orElseThrow().problems()).hasSize(1);

    file.append(measurement(300));

    ResultsFile.Contents contents = file.read().orElseThrow();
    assertThat(contents.measurements())
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(measurement(100), measurement(300));
    assertThat(contents.problems()).isEmpty();
  }

  @Test
  void aBrokenLineIsReportedAndTheOthersCount() throws IOException {
    create();
    Files.writeString(
        path, "{\"throughput\":\"fast\"}\nnull\n{\"cacheShare\":2}\n", StandardOpenOption.APPEND);
    file.append(measurement(100));

    ResultsFile.Contents contents = file.read().orElseThrow();

    assertThat(contents.measurements())
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(measurement(100));
    assertThat(contents.problems()).hasSize(3).allMatch(p -> p.contains("results.jsonl line "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PNG",
        "[]",
        "{}",
        "null",
        "{\"format\":2}",
        "{\"format\":1}",
        "{\"format\":1,\"conditions\":{\"cacheCapacityBytes\":0}}"
      })
  void anotherFileIsRefused(String line) throws IOException {
    Files.createDirectories(path.getParent());
    Files.writeString(path, line + "\n");

    assertThatIOException().isThrownBy(() -> file.read()).withMessageContaining("results.jsonl");
  }

  @Test
  void figuresThatAreNoneAreNotWritten() throws IOException {
    create();

    assertThatIllegalArgumentException().isThrownBy(() -> file.append(measurement(Double.NaN)));
    assertThat(file.read().orElseThrow().measurements()).isEmpty();
  }

  @Test
  void otherHardwareIsToldByItsCapacities() {
    Conditions here = new Conditions("2.6", "kernel", 100, 4e7);

    assertThat(here.isLike(new Conditions("2.6", "kernel", 105, 3.8e7))).isTrue();
    assertThat(here.isLike(new Conditions("2.6", "kernel", 100, 6e7))).isFalse();
    assertThat(here.isLike(new Conditions("2.6", "kernel", 200, 4e7))).isFalse();
    assertThat(here.isLike(new Conditions("0.94", "kernel", 100, 4e7))).isFalse();
    assertThat(here.isLike(new Conditions("2.6", "emulated", 100, 4e7))).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Conditions("2.6", "kernel", 100, Double.NaN));
  }
}
