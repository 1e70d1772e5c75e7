package io.argus.bench.field;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import io.argus.bench.field.FieldRow.Beside;
import io.argus.bench.run.TenantRun;
import io.argus.load.client.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FieldReportTest {
  private static final double P99 = 100;

  private final List<FieldReport.Result> results = new ArrayList<>();
  private FieldRow row = FieldRows.ALL.get(0);

  @BeforeEach
  void choose() throws IOException {
    row = FieldRow.named(List.of("increments")).get(0);
  }

  private static LoadResult load(double throughput, double p99, long errors) {
    return new LoadResult(throughput, p99 / 4, p99 / 2, p99, 2 * p99, errors, 1000);
  }

  private void add(String system, Beside beside, double neighbour, LoadResult... others) {
    LoadResult own = load(neighbour, P99, 0);
    results.add(
        new FieldReport.Result(
            system,
            0,
            row.measurement(beside),
            new Measured(own, List.of(others), neighbour, 0, 0)));
  }

  private FieldReport report() {
    return FieldReport.of("2.6.4", "kernel", 300_000, List.of(row), results, List.of());
  }

  private List<String> broken() {
    return report().verdicts().stream()
        .filter(verdict -> !verdict.holds())
        .map(verdict -> verdict.what() + " " + Math.round(verdict.bound()))
        .toList();
  }

  /** The system gives the neighbour 350/s beside gets, and the other tenant as many. */
  private void addGets() {
    add("argus", Beside.GETS, 350, load(350, P99, 0));
  }

  @Test
  void theNeighbourKeepsItsPartOfWhatItHasBesideGets() {
    addGets();
    add("argus", Beside.REQUESTS, 246, load(440, P99, 0));
    add("argus", Beside.REQUESTS, 250, load(440, P99, 0));
    add("argus", Beside.REQUESTS, 200, load(440, P99, 0));
    add("stock", Beside.REQUESTS, 112, load(434, P99, 0));
    assertThat(report().holds()).isTrue();

    results.removeIf(result -> result.measured().neighbour().throughput() == 250);
    assertThat(broken()).containsExactly("neighbour's ops/s 245");
    assertThat(report().holds()).isFalse();
  }

  @Test
  void whatTheNeighbourKeepsIsAPartOfWhatItHasBesideGets() {
    addGets();
    add("argus", Beside.REQUESTS, 280, load(440, P99, 0));
    add("stock", Beside.REQUESTS, 112, load(434, P99, 0));

    FieldReport read = new Gson().fromJson(report().toJson(), FieldReport.class);
    assertThat(read.kept("increments", "argus")).contains(0.8);
    assertThat(read.kept("increments", "stock")).isEmpty();
  }

  @Test
  void theNeighbourKeepsWhatItHasOnStockWhereThatIsMore() {
    addGets();
    add("argus", Beside.REQUESTS, 250, load(440, P99, 0));
    add("stock", Beside.REQUESTS, 300, load(434, P99, 0));

    assertThat(broken()).containsExactly("neighbour's ops/s 300");
  }

  @Test
  void theOtherTenantHasNoLessThanOnStockWithinItsShare() {
    addGets();
    add("argus", Beside.REQUESTS, 300, load(310, P99, 0));
    add("stock", Beside.REQUESTS, 112, load(700, P99, 0));
    assertThat(broken()).containsExactly("increment of other, ops/s 315");

    results.remove(2);
    add("stock", Beside.REQUESTS, 112, load(340, P99, 0));
    assertThat(broken()).isEmpty();
  }

  @Test
  void noMoreCallsFailThanOnStock() {
    addGets();
    add("argus", Beside.REQUESTS, 300, load(440, P99, 3));
    add("stock", Beside.REQUESTS, 112, load(434, P99, 2));

    assertThat(broken()).containsExactly("failed calls 2");
  }

  @Test
  void putsBesideFlushesHaveAboutTheLatencyOfStock() throws IOException {
    row = FieldRow.named(List.of("flushes")).get(0);
    addGets();
    add("stock", Beside.REQUESTS, 235, load(34, 500, 0), load(300, P99, 0));
    add("argus", Beside.REQUESTS, 380, load(32, 749, 0), load(300, P99, 0));
    assertThat(broken()).isEmpty();

    results.remove(2);
    add("argus", Beside.REQUESTS, 380, load(24, 751, 0), load(300, P99, 0));
    assertThat(broken()).containsExactly("put of other, ops/s 31", "put of other, p99 ms 750");
  }

  @Test
  void putsWhileTheLogWaitsAreJudgedByTheShareOfTheServer() throws IOException {
    row = FieldRow.named(List.of("log-stall")).get(0);
    add("argus", Beside.GETS, 4_000, load(260, P99, 0), load(260, P99, 0));
    add("stock", Beside.REQUESTS, 600, load(1_000, P99, 0), load(1_000, P99, 0));
    add("argus", Beside.REQUESTS, 6_000, load(451, P99, 0), load(449, P99, 0));
    add("argus", Beside.OTHER_ALONE, 1_500);
    assertThat(broken()).containsExactly("put of writerb, ops/s 450");
  }

  @Test
  void whatSharesAServerIsJudgedByWhatItDoesAlone() throws IOException {
    row = FieldRow.named(List.of("fast-scans")).get(0);
    add("argus", Beside.GETS, 4_000, load(4_000, P99, 0));
    add("argus", Beside.REQUESTS, 3_700, load(500, P99, 0));
    add("stock", Beside.REQUESTS, 1_000, load(900, P99, 0));
    assertThat(report().verdicts()).isEmpty();

    add("argus", Beside.OTHER_ALONE, 1_000);
    assertThat(broken()).isEmpty();
    assertThat(report().verdicts()).hasSize(4);

    results.remove(1);
    add("argus", Beside.REQUESTS, 3_700, load(449, P99, 0));
    assertThat(broken()).containsExactly("scan of other, ops/s 450");
  }

  @Test
  void whatRunsBesideGetsTooKeepsItsPartOfThat() throws IOException {
    row = FieldRow.named(List.of("cache-off")).get(0);
    add("argus", Beside.GETS, 500, load(10_000, P99, 0), load(60, P99, 0));
    add("stock", Beside.REQUESTS, 400, load(300, P99, 0), load(50, P99, 0));
    add("argus", Beside.REQUESTS, 480, load(9_100, P99, 0), load(60, P99, 0));
    assertThat(broken()).isEmpty();

    results.remove(2);
    add("argus", Beside.REQUESTS, 480, load(400, P99, 0), load(60, P99, 0));
    assertThat(broken()).containsExactly("exhot of other, ops/s 9000");
  }

  @Test
  void phoenixIsComparedWithStockAndItsNeighbourIsShown() throws IOException {
    row = FieldRow.named(List.of("phoenix")).get(0);
    add("stock", Beside.REQUESTS, 1.2, load(160, P99, 0), load(100, P99, 0));
    add("argus", Beside.REQUESTS, 0.9, load(153, P99, 0), load(94, P99, 0));

    assertThat(broken()).containsExactly("lookup of other, ops/s 95");
    assertThat(report().verdicts()).hasSize(4);
    assertThat(report().table(row)).anyMatch(line -> line.get(0).startsWith("argus: neighbour"));
  }

  @Test
  void whatStockNeverMeasuredIsNotJudged() {
    addGets();
    add("argus", Beside.REQUESTS, 300, load(10, P99, 7));

    assertThat(report().verdicts()).extracting(Verdict::what).containsExactly("neighbour's ops/s");
  }

  @Test
  void theTableHasALineForEachClientAndWhatRunsBesideIt() throws IOException {
    row = FieldRow.named(List.of("flushes")).get(0);
    add("argus", Beside.NOBODY, 840);
    addGets();
    add("argus", Beside.REQUESTS, 314, load(0.5, 20_000, 1), load(282, P99, 0));

    List<List<String>> table = report().table(row);

    assertThat(table.stream().skip(1).map(line -> line.get(0)))
        .containsExactly(
            "argus: neighbour alone",
            "argus: neighbour beside gets",
            "argus:   uniform of other",
            "argus: neighbour beside the requests",
            "argus:   put of other",
            "argus:   uniform of other");
    assertThat(table.get(5))
        .containsExactly(
            "argus:   put of other",
            "0.50",
            "0.50",
            "0.50",
            "5,000",
            "20,000",
            "40,000",
            "1",
            "0.00");
    assertThat(table.get(6)).endsWith("282");
    assertThat(report().toJson()).contains("\"row\": \"flushes\"", "\"maxMillis\": 40000.0");
  }

  @Test
  void onlyWholeSecondsOfThePauseCount() throws IOException {
    row = FieldRow.named(List.of("log-stall")).get(0);
    List<Long> seconds = LongStream.rangeClosed(1, 32).boxed().toList();
    TenantRun run = new TenantRun(load(9, P99, 0), seconds);

    Measured measured =
        Measured.of(
            row.measurement(Beside.REQUESTS),
            List.of(run),
            Duration.ofSeconds(12),
            new ServerLog.Lines(5, 3));

    // Paused from 18 s to 26 s: the 21st to the 26th second of the run.
    assertThat(measured.duringPause()).isEqualTo((21 + 26) / 2.0);
    assertThat(measured.stackLines()).isEqualTo(3);
  }

  @Test
  void hbasesOwnRemediesAreShownAndNotJudged() {
    addGets();
    add("argus", Beside.REQUESTS, 250, load(440, P99, 0));
    add("tuned", Beside.GETS, 350, load(350, P99, 0));
    add("tuned", Beside.REQUESTS, 20, load(1, P99, 9));
    add("stock", Beside.REQUESTS, 112, load(434, P99, 0));

    assertThat(report().holds()).isTrue();
    assertThat(report().table(row)).anyMatch(line -> line.get(0).startsWith("tuned: neighbour"));
  }

  @Test
  void thePageHasTablesAndVerdicts() {
    addGets();
    add("argus", Beside.REQUESTS, 246, load(440, P99, 3));
    add("stock", Beside.REQUESTS, 112, load(434, P99, 2));

    assertThat(report().toHtml(List.of(row)))
        .contains("\"what\":\"failed calls\",\"figure\":3.0,\"bound\":2.0", "Argus bench field")
        .contains("[\"argus: neighbour beside gets\",\"350\"")
        .doesNotContain("{{");
  }
}
