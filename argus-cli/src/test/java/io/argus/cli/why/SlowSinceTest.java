package io.argus.cli.why;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.Argus;
import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.ReportCodec;
import io.argus.core.recorder.RecordFiles;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.ClusterRegions;
import io.argus.master.ClusterTables;
import io.argus.master.InMemoryDocuments;
import io.argus.master.MasterNode;
import io.argus.master.regions.RegionCount;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * "Orders is slow since ten", asked half an hour later, when another master is active: from the
 * alert to cause, culprit and remedy by what the alert and then the answer say to run.
 */
class SlowSinceTest {
  private static final String SERVER = "rs1,1,1";
  private static final long MINUTE_MILLIS = 60_000;
  private static final long ROUND_MILLIS = 20_000;
  private static final long LASTED_MILLIS = 30 * MINUTE_MILLIS;
  private static final Pattern COMMAND = Pattern.compile("argus ((?:explain|tenant|slo) [^;'\"]+)");

  private static final ClusterTables TABLES =
      new ClusterTables() {
        @Override
        public Collection<TableDescription> tables() {
          return List.of(
              TableDescription.of("orders", "rows", null),
              TableDescription.of("batch", "rows", null));
        }

        @Override
        public TenantMapping.Fallback fallback() {
          return TenantMapping.Fallback.NAMESPACE;
        }
      };

  private static final ClusterRegions REGIONS =
      new ClusterRegions() {
        @Override
        public Collection<RegionCount> regions() {
          return List.of(
              new RegionCount("r1", "orders:rows", SERVER, 1),
              new RegionCount("r2", "batch:rows", SERVER, 1));
        }

        @Override
        public Set<String> servers() {
          return Set.of(SERVER);
        }
      };

  @TempDir private Path directory;

  private final InMemoryDocuments store = new InMemoryDocuments();
  private final long endMillis = System.currentTimeMillis() / MINUTE_MILLIS * MINUTE_MILLIS;
  private final long slowMillis = endMillis - LASTED_MILLIS;
  private long nowMillis = slowMillis - 2 * LASTED_MILLIS;
  private long reports;

  private MasterNode becomeActive(String master) {
    MasterNode node = new MasterNode(store, TABLES, REGIONS, Settings.defaults(), () -> nowMillis);
    node.runsOn(master, "", List.of());
    node.record(RecordFiles.directory(directory), master, Runnable::run);
    node.follow();
    return node;
  }

  private static TenantUsage usage(
      String tenant, RequestKind kind, double operations, double megabytes, int waitMillis) {
    long waitNanos = waitMillis * 1_000_000L;
    return TenantUsage.builder(TenantId.of(tenant))
        .operations(kind, operations)
        .hdfs(megabytes * (1 << 20), 0)
        .waits(0.1, operations * waitMillis / 2_000, 2)
        .handlerFraction(1)
        .queue(0, 0, waitMillis > 10 ? 1 : 0)
        .latencies(
            new Percentiles(100_000, 500_000, 1_000_000),
            new Percentiles(waitNanos / 2, waitNanos, waitNanos),
            new Percentiles(1_000_000, 2_000_000, 4_000_000))
        .windowSeconds(ROUND_MILLIS / 1e3)
        .build();
  }

  private void runUntil(MasterNode node, long untilMillis) {
    while (nowMillis < untilMillis) {
      boolean slow = nowMillis >= slowMillis;
      UsageReport report =
          new UsageReport(
              SERVER,
              nowMillis,
              ROUND_MILLIS / 1e3,
              0,
              1 << 30,
              100 << 20,
              List.of(),
              List.of(
                  usage(
                      "orders", RequestKind.GET, slow ? 800 : 2_400, slow ? 15 : 40, slow ? 60 : 2),
                  usage(
                      "batch", RequestKind.SCAN, slow ? 400 : 50, slow ? 80 : 10, slow ? 90 : 2)));
      node.report(SERVER, ReportCodec.write(NumberedReport.complete(++reports, report)));
      node.tick();
      nowMillis += ROUND_MILLIS;
    }
  }

  /** The commands that a text says to run. */
  private static List<String> commands(String text) {
    return COMMAND.matcher(text).results().map(MatchResult::group).map(String::strip).toList();
  }

  private static String alert(String name) throws IOException {
    String rules = Files.readString(Path.of("../conf/prometheus-alerts.yaml"));
    String rule = rules.substring(rules.indexOf("- alert: " + name));
    return rule.lines()
        .filter(line -> line.contains("description:"))
        .findFirst()
        .orElseThrow()
        .replace("{{ $labels.tenant }}", "orders");
  }

  private String run(String command) {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.remove(0);
      words.addAll(List.of("--dir", directory.toString()));
      assertThat(Argus.commandLine().execute(words.toArray(new String[0]))).as(command).isZero();
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theAlertLeadsToCauseCulpritAndRemedyByOneCommand() throws IOException {
    runUntil(becomeActive("m1,1,1"), slowMillis + LASTED_MILLIS / 2);
    runUntil(becomeActive("m2,1,1"), endMillis);

    String asked = commands(alert("ArgusTenantBelowGuarantee")).get(1);
    assertThat(asked).isEqualTo("argus explain orders --since TIME");
    Instant since = Instant.ofEpochMilli(slowMillis);
    String answer =
        run(
            asked.replace(
                "TIME", LocalDateTime.ofInstant(since, ZoneId.systemDefault()).toString()));

    assertThat(answer)
        .containsPattern("operations a second +2,400 +800\n")
        .contains("Limited by: its share of HDFS.")
        .contains("Who used more: batch (HDFS 80.0 MB/s, before 10.0;")
        .contains("master: m2,1,1 is the active master");
    List<String> remedies = commands(answer.substring(answer.indexOf("What would help:")));
    assertThat(remedies)
        .containsExactly(
            "argus tenant cap batch --max-ops 50",
            "argus tenant share orders=2",
            "argus slo set orders --min-ops 2400");
    for (String remedy : remedies) {
      String[] words = remedy.substring("argus ".length()).split(" ");
      assertThat(Argus.commandLine().parseArgs(words).errors()).isEmpty();
    }
  }
}
