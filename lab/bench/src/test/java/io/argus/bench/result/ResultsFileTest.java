package io.argus.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFileTest {
  private static final MixResult FIRST = Runs.run("uniform50+uniform200", "stock", 0, 100, 700);
  private static final MixResult SECOND = Runs.run("uniform50+uniform200", "argus", 0, 400, 400);

  @TempDir private Path directory;

  private ResultsFile open(String rows) throws IOException {
    return ResultsFile.open(
        directory.resolve("below/r.jsonl"), Map.of("rows", rows, "disk", "kernel"));
  }

  @Test
  void holdsWhatWasAppendedByAnEarlierProcess() throws IOException {
    open("300000").append(FIRST);
    open("300000").append(SECOND);

    assertThat(open("300000").runs()).containsExactly(FIRST, SECOND);
  }

  @Test
  void aLineThatWasCutOffIsForgottenAndTheNextOneIsWhole() throws IOException {
    open("300000").append(FIRST);
    Path file = directory.resolve("below/r.jsonl");
    Files.writeString(file, Files.readString(file) + "{\"mix\":\"unif");

    open("300000").append(SECOND);

    assertThat(open("300000").runs()).containsExactly(FIRST, SECOND);
  }

  @Test
  void aFileFromBeforeTurnsWereKeptIsRead() throws IOException {
    open("300000").append(FIRST);
    Path file = directory.resolve("below/r.jsonl");
    String before = Files.readString(file).replaceAll(",\"keptInterleaved\":\\[.*]]", "");
    assertThat(before).doesNotContain("keptInterleaved");
    Files.writeString(file, before);

    MixResult read = open("300000").runs().get(0);
    assertThat(read.result()).isEqualTo(FIRST.result());
    assertThat(read.keptInterleaved()).containsExactly(List.of(), List.of());
  }

  @Test
  void aFileWithoutMeasurementsIsBegunAnew() throws IOException {
    open("1");
    open("300000").append(FIRST);

    assertThat(open("300000").runs()).containsExactly(FIRST);
  }

  @Test
  void otherConditionsAreNamed() throws IOException {
    open("300000").append(FIRST);

    assertThatThrownBy(() -> open("40000"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("rows was 300000, is 40000")
        .hasMessageContaining("--results")
        .hasMessageNotContaining("disk");
  }

  @Test
  void measurementsOfAnotherBlockCacheAreRefusedAlsoWhereTheFileDoesNotNameOne()
      throws IOException {
    open("300000").append(FIRST);
    Path file = directory.resolve("below/r.jsonl");

    Map<String, String> heap = Map.of("rows", "300000", "disk", "kernel", "blockCache", "heap");
    assertThat(ResultsFile.open(file, heap).runs()).containsExactly(FIRST);
    Map<String, String> offheap =
        Map.of("rows", "300000", "disk", "kernel", "blockCache", "offheap");
    assertThatThrownBy(() -> ResultsFile.open(file, offheap))
        .hasMessageContaining("blockCache was heap, is offheap");
  }

  @Test
  void aFileFromBeforeThereWereSeveralRegionServersIsOfOne() throws IOException {
    open("300000").append(FIRST);
    Path file = directory.resolve("below/r.jsonl");
    Files.writeString(file, Files.readString(file).replace(",\"placement\":\"\"", ""));

    Map<String, String> one = Map.of("rows", "300000", "disk", "kernel", "regionServers", "1");
    assertThat(ResultsFile.open(file, one).runs()).containsExactly(FIRST);
    Map<String, String> three = Map.of("rows", "300000", "disk", "kernel", "regionServers", "3");
    assertThatThrownBy(() -> ResultsFile.open(file, three))
        .hasMessageContaining("regionServers was 1, is 3");
  }

  @Test
  void anyOtherFileIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("x"), "hello\n");

    assertThatThrownBy(() -> ResultsFile.open(file, Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not the results file of a campaign");
  }
}
