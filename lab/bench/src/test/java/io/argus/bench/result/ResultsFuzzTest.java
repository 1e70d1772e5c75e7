package io.argus.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.finding.Moves;
import io.argus.bench.placement.PlacementAdvice;
import io.argus.bench.placement.PlacementResult;
import io.argus.bench.run.WorkloadMix;
import io.argus.core.fuzz.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results files and names of mixes, damaged in many ways. */
@Tag("long")
class ResultsFuzzTest {
  private static final Map<String, String> CONDITIONS = Map.of("rows", "300000", "disk", "none");

  @TempDir private Path directory;

  @Test
  void resultsFiles() throws Exception {
    Path file = directory.resolve("sound.jsonl");
    ResultsFile written = ResultsFile.open(file, CONDITIONS);
    written.append(Runs.run("uniform50+uniform200", "stock", 0, 100, 700));
    written.append(Runs.run("uniform50+uniform200", "argus", 0, 400, 400));
    byte[] sound = Files.readAllBytes(file);
    String lines = Files.readString(file);
    byte[] firstLines =
        lines
            .substring(0, lines.lastIndexOf('\n', lines.length() - 2))
            .getBytes(StandardCharsets.UTF_8);
    Fuzz.of("results file", sound, firstLines)
        .refusing(IOException.class)
        .run(
            document -> {
              Path damaged = directory.resolve("damaged.jsonl");
              Files.write(damaged, document);
              for (MixResult run : ResultsFile.open(damaged, CONDITIONS).runs()) {
                assertThat(run.key().mix()).isNotNull();
                assertThat(run.result().scores()).isNotNull();
                assertThat(run.keptInterleaved()).hasSize(run.result().tenants().size());
                run.result().tenants().forEach(tenant -> assertThat(tenant.load()).isNotNull());
              }
            });
  }

  /** One line is one document, so that its members change, too. */
  @Test
  void linesOfResultsFiles() throws Exception {
    Path file = directory.resolve("sound.jsonl");
    PlacementAdvice moves =
        new PlacementAdvice(List.of(new PlacementAdvice.Move("0123abcd", 16020)), 0.6, 0.8, 0.7);
    ResultsFile.open(file, CONDITIONS)
        .append(
            Runs.run("uniform50+uniform200", "stock", 0, 100, 700)
                .after(new PlacementResult(moves, 0.6, 0.75)));
    String header = Files.readAllLines(file).get(0) + "\n";
    byte[] line = Files.readAllLines(file).get(1).getBytes(StandardCharsets.UTF_8);
    Fuzz.of("line of a results file", line)
        .slower(2)
        .refusing(IOException.class)
        .run(
            document -> {
              Path damaged = directory.resolve("damaged.jsonl");
              byte[] all = header.getBytes(StandardCharsets.UTF_8);
              byte[] both = Arrays.copyOf(all, all.length + document.length);
              System.arraycopy(document, 0, both, all.length, document.length);
              Files.write(damaged, both);
              for (MixResult run : ResultsFile.open(damaged, CONDITIONS).runs()) {
                assertThat(run.key().mix() + run.fingerprint()).isNotNull();
                assertThat(run.result().scores()).isNotNull();
                assertThat(run.losses()).hasSize(run.result().tenants().size());
                assertThat(Moves.findings(List.of(run))).isNotNull();
                run.result().tenants().forEach(tenant -> assertThat(tenant.load()).isNotNull());
              }
            });
  }

  @Test
  void namesOfMixes() throws InterruptedException {
    Fuzz.of(
            "workload mix",
            "exhot50@8000+uniform200".getBytes(StandardCharsets.UTF_8),
            "uniform50{80/10/10}+scan2".getBytes(StandardCharsets.UTF_8))
        .run(
            document -> {
              String text = new String(document, StandardCharsets.UTF_8);
              WorkloadMix mix = WorkloadMix.parse(text);
              assertThat(mix.tenants()).hasSizeBetween(1, 26);
              assertThat(mix.digest(1000)).isNotEmpty();
            });
  }
}
