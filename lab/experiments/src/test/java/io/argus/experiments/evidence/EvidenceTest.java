package io.argus.experiments.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.bench.fault.FaultOutcome;
import io.argus.bench.fault.FaultReport;
import io.argus.bench.finding.Finding;
import io.argus.bench.finding.Overhead;
import io.argus.bench.report.CampaignReport;
import io.argus.bench.result.MixResult;
import io.argus.bench.result.ResourceUse;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import io.argus.bench.run.TenantRun;
import io.argus.bench.run.WorkloadMix;
import io.argus.check.CheckResult;
import io.argus.load.client.LoadResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceTest {
  private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  private static final ResourceUse NOTHING = new ResourceUse(List.of(), List.of());
  private static final String ANOTHER = "fedcba9876543210fedcba9876543210fedcba98";

  @TempDir private Path checkout = Path.of("");
  @TempDir private Path directory = Path.of("");

  /** Documents with all places and figures of earlier commits. */
  @BeforeEach
  void makeDocuments() throws IOException {
    Files.createDirectories(checkout.resolve("docs"));
    Files.writeString(directory.resolve("commit"), COMMIT + "\n");
    for (String document : List.of("README.md", "docs/evidence.md")) {
      StringBuilder text = new StringBuilder("# Figures\n");
      for (Place place : Place.ALL) {
        if (place.document().equals(document)) {
          text.append("before\n<!--campaign:" + place.name() + "-->\n")
              .append("earlier\n<!--end-->\nafter\n");
        }
      }
      Files.writeString(checkout.resolve(document), text);
    }
  }

  private String document(String name) throws IOException {
    return Files.readString(checkout.resolve(name));
  }

  private String place(String document, String name) throws IOException {
    return Place.ALL.stream()
        .filter(place -> place.document().equals(document) && place.name().equals(name))
        .findFirst()
        .orElseThrow()
        .in(document(document));
  }

  private Evidence write() throws IOException {
    Evidence evidence = Evidence.of(checkout, RecordedCampaign.open(directory), false);
    evidence.write();
    return evidence;
  }

  private Evidence check() throws IOException {
    return Evidence.of(checkout, RecordedCampaign.open(directory), true);
  }

  private void ended(String entry, String json) throws IOException {
    Files.writeString(directory.resolve(entry + ".json"), json);
    Files.createFile(directory.resolve(entry + ".ended"));
  }

  /** Each tenant does 1,000/s alone. */
  private static MixResult run(String mix, String system, int repeat, double... throughputs) {
    WorkloadMix parsed = WorkloadMix.parse(mix);
    List<TenantResult> tenants = new ArrayList<>();
    for (int i = 0; i < throughputs.length; i++) {
      LoadResult alone = new LoadResult(1000, 1, 2, 2.54, 4, 0, 20_000);
      LoadResult mixed = new LoadResult(throughputs[i], 1, 2, 1494 + i - repeat, 4000, 0, 9);
      tenants.add(
          TenantResult.of(parsed.tenants().get(i), alone, new TenantRun(mixed, List.of(1L))));
    }
    return new MixResult(
        mix,
        repeat,
        system,
        SystemResult.of(system, tenants, 0.5),
        0,
        List.of(List.of(), List.of()),
        List.of(List.of(), List.of()),
        List.of(NOTHING, NOTHING));
  }

  private static String report(String mix, List<MixResult> runs, List<Finding> findings) {
    List<String> systems = runs.stream().map(each -> each.result().system()).distinct().toList();
    return CampaignReport.of(
            "bin/argus-bench " + mix,
            Map.of("hbase", "2.6.4"),
            List.of(WorkloadMix.parse(mix)),
            systems,
            runs,
            findings)
        .toJson();
  }

  private void compared(String entry, String mix, MixResult... runs) throws IOException {
    ended(entry, report(mix, List.of(runs), List.of()));
  }

  private void measureMix(String mix) throws IOException {
    compared(
        "mix-" + mix.replace('+', '-'),
        mix,
        run(mix, "argus", 0, 920, 840),
        run(mix, "stock", 0, 4, 800),
        run(mix, "tinylfu+callqueues", 0, 300, 500));
  }

  @Test
  void isolationHasAColumnForEachSystemAndTheCommit() throws IOException {
    for (EvidenceTables.Row row : EvidenceTables.MIXES) {
      measureMix(row.of().replace('-', '+'));
    }
    String before = document("docs/evidence.md");

    Evidence evidence = write();

    assertThat(evidence.differing())
        .containsExactly("README.md, gains", "docs/evidence.md, isolation");
    assertThat(place("docs/evidence.md", "isolation"))
        .startsWith(
            """
            | two tenants | stock HBase | TinyLFU and call queues | Argus |
            | --- | --- | --- | --- |
            | ExHot-50 + Uniform-200 | 0.4%, 80% | 30%, 50% | 92%, 84% |
            """)
        .endsWith(
            """
            | Hot-50 + Uniform-50 | 0.4%, 80% | 30%, 50% | 92%, 84% |

            Commit 01234567.
            """);
    assertThat(document("docs/evidence.md"))
        .isEqualTo(
            before.replace(
                "isolation-->\nearlier\n",
                "isolation-->\n" + place("docs/evidence.md", "isolation")));
    assertThat(check().differing()).isEmpty();
  }

  @Test
  void whatHasNotEndedRemainsAndIsNamed() throws IOException {
    String before = document("docs/evidence.md");
    measureMix("exhot50+uniform200");
    Files.delete(directory.resolve("mix-exhot50-uniform200.ended"));

    Evidence evidence = write();

    assertThat(evidence.differing()).isEmpty();
    assertThat(evidence.remarks())
        .hasSameSizeAs(Place.ALL)
        .contains(
            "docs/evidence.md, versions: remains of its earlier commit, without reports of mix-2.4,"
                + " mix-2.5, mix-exhot50-uniform200");
    assertThat(document("docs/evidence.md")).isEqualTo(before);
  }

  @Test
  void steadyDemandIsATableAndASentence() throws IOException {
    String mix = "exhot50@8000+scan200";
    compared("steady", mix, run(mix, "stock", 0, 58, 218), run(mix, "argus", 0, 7999, 224));

    assertThat(write().differing())
        .containsExactly("README.md, steady", "docs/evidence.md, steady");
    assertThat(place("README.md", "steady"))
        .endsWith(
            """
            | reads it gets | 58/s | **7,999/s** |
            | p99 of a read (alone: 2.5 ms and 2.5 ms) | 1,494 ms | 1,494 ms |
            | scans of the other, which does 1,000/s and 1,000/s alone | 218/s | 224/s |
            """);
    assertThat(place("docs/evidence.md", "steady"))
        .isEqualTo(
            "Asked for 8,000 operations a second beside a scan, ExHot does 7,999 with Argus (p99"
                + " 1,494 ms), 58 on stock HBase (1,494 ms). Commit 01234567.\n");
  }

  @Test
  void theBestTuningIsThatOfAnyEntry() throws IOException {
    for (EvidenceTables.Row row : EvidenceTables.GAINS) {
      String mix = row.of().replace('-', '+');
      measureMix(mix);
      compared(
          "rivals-" + row.of(),
          mix,
          run(mix, "argus", 0, 900, 900),
          run(mix, "stock", 0, 5, 700),
          run(mix, "handlers300", 0, 700, 840),
          run(mix, "quota", 0, 990, 990));
    }
    write();
    assertThat(place("README.md", "gains"))
        .contains(
            "| in cache, beside scans | 0.4%, 80% | 300 handlers: 70%, 84% | **92%, 84%** |\n");
  }

  @Test
  void versionsAreThoseThatWereMeasured() throws IOException {
    for (String entry : EvidenceTables.VERSIONS) {
      String mix = "exhot50+uniform200";
      compared(entry, mix, run(mix, "stock", 0, 7, 800), run(mix, "argus", 0, 690, 930));
    }
    write();
    assertThat(place("docs/evidence.md", "versions"))
        .contains("| 2.6.4 | 0.7%, 80% | 69%, 93% |\n\nCommit 01234567.\n");
  }

  @Test
  void costHasMediansWithRanges() throws IOException {
    for (EvidenceTables.Row row : EvidenceTables.WORKLOADS) {
      WorkloadMix pair = Overhead.pair(row.of());
      List<MixResult> runs =
          Stream.of(0, 1, 2)
              .flatMap(
                  repeat ->
                      Stream.of(
                          run(pair.label(), "stock", repeat, 100, 100),
                          run(pair.label(), "argus", repeat, 103 + repeat, 103 + repeat)))
              .toList();
      ended(
          "overhead-" + row.of(),
          report(
              pair.label(),
              runs,
              Overhead.findings(List.of("stock", "argus"), List.of(pair), runs)));
    }
    write();
    assertThat(place("docs/evidence.md", "cost"))
        .contains(
            "| Uniform-50, alone; two of them | 1.00 (1.00 to 1.00); 1.04 (1.03 to 1.05)"
                + " | 1.00 (1.00 to 1.00); 1.00 (1.00 to 1.00) |\n");
  }

  @Test
  void faultsHaveTheLongestStall() throws IOException {
    ended("faults-kill-regionserver", faults("kill-regionserver", "kill-master"));
    ended("faults-corrupt-documents", faults("compact"));

    write();

    assertThat(place("docs/evidence.md", "faults"))
        .contains("| region server killed | 18.6 s | 27.2 s |\n")
        .contains("| table compacted under load | 18.6 s | 27.2 s |\n")
        .contains("| regions split under load |  |  |\n");
  }

  private static String faults(String... names) {
    return FaultReport.of(
            "2.6.4",
            "none",
            Stream.of(names)
                .flatMap(name -> Stream.of(stall("stock", name, 18.6), stall("argus", name, 27.2)))
                .toList())
        .toJson();
  }

  private static FaultOutcome stall(String system, String fault, double seconds) {
    CheckResult result =
        new CheckResult(
            Map.of("get", 10L),
            Map.of(),
            Map.of("get", seconds, "scan", 0.5),
            0,
            0,
            0,
            0,
            0,
            List.of());
    return new FaultOutcome(
        system, fault, "", "", List.of(), result, 1, List.of(), Map.of(), Map.of());
  }

  @Test
  void fieldHasWhatTheNeighbourKeeps() throws IOException {
    for (String entry : EvidenceTables.FIELD) {
      ended(
          entry,
          "{'runs': [%s, %s, %s], 'verdicts': [], 'failures': []}"
              .formatted(
                  fieldRun("argus", "GETS", 350),
                  fieldRun("argus", "REQUESTS", 280),
                  fieldRun("stock", "REQUESTS", 112)));
    }
    write();
    assertThat(place("docs/evidence.md", "field"))
        .contains(
            "| requests | stock HBase | Argus |\n| --- | --- | --- |\n| flushes |  | 80% |\n");
  }

  /** The members that count; FieldReportTest reads whole ones. */
  private static String fieldRun(String system, String beside, int operations) {
    return "{'row': 'flushes', 'system': '%s', 'beside': '%s', 'measured': {'others': [], 'duringPause': %d}}"
        .formatted(system, beside, operations);
  }

  @Test
  void checkWritesNothingAndFindsWhatDiffers() throws IOException {
    String before = document("README.md");
    String mix = "exhot50@8000+scan200";
    compared("steady", mix, run(mix, "stock", 0, 58, 218), run(mix, "argus", 0, 7999, 224));

    assertThat(check().differing())
        .containsExactly("README.md, steady", "docs/evidence.md, steady");
    assertThat(document("README.md")).isEqualTo(before);
  }

  @Test
  void aDirectoryOfAnotherCommitIsRefused() throws IOException {
    String mix = "exhot50@8000+scan200";
    compared("steady", mix, run(mix, "stock", 0, 58, 218), run(mix, "argus", 0, 7999, 224));
    write();
    Files.writeString(directory.resolve("commit"), ANOTHER);

    assertThatThrownBy(this::check)
        .isInstanceOf(IOException.class)
        .hasMessage("docs/evidence.md, steady is of another commit than the campaign, fedcba98");
  }

  @Test
  void whatIsNoDirectoryOfACampaignIsRefused() throws IOException {
    assertThatThrownBy(() -> RecordedCampaign.open(directory.resolve("missing")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("must be one of bin/campaign, with its commit");
  }

  @Test
  void aDocumentWithoutAPlaceIsRefused() throws IOException {
    Files.writeString(checkout.resolve("README.md"), "# Argus\n");
    assertThatThrownBy(this::write)
        .isInstanceOf(IOException.class)
        .hasMessage("README.md has no line <!--campaign:steady-->");
  }

  @Test
  void theHistoryOfTheCheckoutHasItsCommits() throws IOException, InterruptedException {
    String head = printed("git", "rev-parse", "HEAD").get(0);
    assertThat(EvidenceCommand.isInHistory(CHECKOUT, head)).isTrue();
    assertThat(EvidenceCommand.isInHistory(CHECKOUT, COMMIT)).isFalse();
  }

  private static List<String> printed(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).directory(CHECKOUT.toFile()).start();
    byte[] printed = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    return new String(printed, StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void theDocumentsHaveAllPlaces() throws IOException {
    for (Place place : Place.ALL) {
      String text = Files.readString(CHECKOUT.resolve(place.document()));
      assertThat(place.replaced(text, place.in(text))).as(place.label()).isEqualTo(text);
      assertThat(place.in(text)).as(place.label()).doesNotContain("<!--", "\n#");
    }
  }

  /** Entries that are misspelt would never be there. */
  @Test
  void everyEntryIsOneOfTheCampaign() throws IOException, InterruptedException {
    List<String> names =
        printed("bin/campaign", "--list").stream().map(line -> line.split(" ")[0]).toList();
    assertThat(names).containsAll(Place.ALL.stream().flatMap(p -> p.entries().stream()).toList());
  }
}
