package io.argus.profiler.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.fuzz.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results files of profiles and workload files, damaged in many ways. */
@Tag("long")
class ProfileFuzzTest {
  @TempDir private Path directory;

  private static Measurement measurement() {
    return new Measurement(
        0.5,
        0.25,
        1,
        100,
        1,
        8,
        10,
        true,
        new Measurement.Latencies(1, 2, 3),
        0,
        new Measurement.Usage(100, 0.5, 1e6, 0, 0, 0.3, 1, 0, 0, 1e6, 1e8, 4e7),
        null);
  }

  private void read(byte[] document) throws IOException {
    Path damaged = directory.resolve("damaged.jsonl");
    Files.write(damaged, document);
    ResultsFile.Contents contents = new ResultsFile(damaged).read().orElse(null);
    if (contents != null) {
      assertThat(contents.workload().fingerprint()).isNotEmpty();
      assertThat(contents.conditions().isLike(contents.conditions())).isTrue();
      assertThat(contents.problems()).allMatch(problem -> problem.length() < 2_000);
      for (Measurement each : contents.measurements()) {
        assertThat(each.throughput() + 0.0).isNotNegative().isFinite();
        assertThat(each.usage().hitRatio() + 0.0).isNotNegative().isFinite();
        assertThat(each.latencies().p50Millis()).isNotNull();
      }
    }
  }

  @Test
  void resultsFiles() throws Exception {
    Path path = directory.resolve("sound.jsonl");
    ResultsFile file = new ResultsFile(path);
    file.create(Workload.named("exhot", 10_000, 50), new Conditions("2.6", "kernel", 100, 4e7));
    file.append(measurement());
    file.append(measurement());
    Fuzz.of("results file of a profile", Files.readAllBytes(path))
        .slower(2)
        .refusing(IOException.class)
        .run(this::read);
  }

  @Test
  void linesOfResultsFiles() throws Exception {
    Path path = directory.resolve("sound.jsonl");
    ResultsFile file = new ResultsFile(path);
    file.create(Workload.named("exhot", 10_000, 50), new Conditions("2.6", "kernel", 100, 4e7));
    file.append(measurement());
    String[] lines = Files.readString(path).split("\n");
    Fuzz.of("line of a profile's results file", lines[1].getBytes(StandardCharsets.UTF_8))
        .slower(2)
        .refusing(IOException.class)
        .run(document -> read(joined(lines[0].getBytes(StandardCharsets.UTF_8), document)));
    Fuzz.of("first line of a profile's results file", lines[0].getBytes(StandardCharsets.UTF_8))
        .slower(2)
        .refusing(IOException.class)
        .run(document -> read(joined(document, lines[1].getBytes(StandardCharsets.UTF_8))));
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = new byte[first.length + 1 + second.length];
    System.arraycopy(first, 0, both, 0, first.length);
    both[first.length] = '\n';
    System.arraycopy(second, 0, both, first.length + 1, second.length);
    return both;
  }

  @Test
  void workloadFiles() throws Exception {
    String sound =
        "recordcount=2000\noperationcount=1\nreadproportion=0.9\nupdateproportion=0.1\n"
            + "fieldcount=1\nfieldlength=1100\ninsertorder=hashed\nrequestdistribution=zipfian\n";
    Fuzz.of("workload file", sound.getBytes(StandardCharsets.UTF_8))
        .slower(2)
        .refusing(IOException.class)
        .run(
            document -> {
              Path file = directory.resolve("mine.workload");
              Files.write(file, document);
              Workload read = Workload.named(file.toString(), 0, 50);
              assertThat(read.tableRows()).isGreaterThanOrEqualTo(100);
              assertThat(read.properties("t")).isNotEmpty();
            });
  }
}
