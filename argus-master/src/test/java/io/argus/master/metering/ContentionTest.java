package io.argus.master.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentionTest {
  private static final long HOUR = 3_600_000;
  private static final long START = 500_000 * HOUR;
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");
  private static final TenantId CAROL = TenantId.of("carol");
  private static final String SERVER = "rs1,16020,1";

  private static TenantUsage.Builder usage(TenantId tenant) {
    return TenantUsage.builder(tenant);
  }

  /** A curve by which the whole cache serves that part of the lookups. */
  private static MissRatioCurve curve(double hitRatio) {
    double[] hits = new double[MissRatioCurve.STEPS];
    hits[MissRatioCurve.STEPS - 1] = 100 * hitRatio;
    return MissRatioCurve.of(hits, 100 * (1 - hitRatio), 1_000);
  }

  private static UsageReport report(long endMillis, TenantUsage.Builder... tenants) {
    List<TenantUsage> built =
        java.util.Arrays.stream(tenants).map(TenantUsage.Builder::build).toList();
    return new UsageReport(SERVER, endMillis, 2, 1, 1_000, 1_000, List.of(), built);
  }

  @Test
  void waitsForHdfsAreOfThoseThatMovedBytes() {
    Contention contention =
        Contention.of(
            report(
                1,
                usage(ALICE).waits(0, 3, 1).hdfs(100, 0),
                usage(BOB).hdfs(200, 0),
                usage(CAROL).hdfs(0, 100)));
    assertThat(contention.lostBy(ALICE)).isEqualTo(Map.of(Contention.Resource.HDFS, 2 * 3 * 0.75));
    assertThat(contention.causedBy(BOB)).isEqualTo(Map.of(Contention.Resource.HDFS, 2 * 3 * 0.5));
    assertThat(contention.causedBy(CAROL))
        .isEqualTo(Map.of(Contention.Resource.HDFS, 2 * 3 * 0.25));
    assertThat(contention.lostBy(BOB)).isEmpty();
    assertThat(contention.causedBy(ALICE)).isEmpty();
  }

  @Test
  void missesThatTheWholeCacheWouldServeAreOfThoseWhoHaveIt() {
    // 40 of 100 lookups miss; with the whole cache 10 would: three quarters are others' doing.
    TenantUsage.Builder victim =
        usage(ALICE).cache(100, 100, 60, 40).waits(0, 1, 3).hdfs(50, 0).missRatioCurve(curve(0.9));
    assertThat(Contention.missedByOthers(victim.build())).isCloseTo(0.75, within(1e-9));
    Contention contention =
        Contention.of(report(1, victim, usage(BOB).cache(300, 300, 0, 0).hdfs(50, 0)));
    assertThat(contention.lostBy(ALICE).get(Contention.Resource.CACHE))
        .as("its blocks are 3/4 of the cache; alice waits and reads 4 s/s, of which 3/4")
        .isCloseTo(2 * 4 * 0.75 * 0.75, within(1e-9));
    assertThat(contention.causedBy(BOB).get(Contention.Resource.HDFS))
        .isCloseTo(2 * 1 * 0.25 * 0.5, within(1e-9));
  }

  @Test
  void handlersAndBusyCpuAreOfThoseWhoUsedThem() {
    TenantUsage.Builder victim = usage(ALICE).waits(1, 0, 0).handlerFraction(0.5).cpuFraction(0.3);
    TenantUsage.Builder other = usage(BOB).handlerFraction(1.5).cpuFraction(1.7);
    UsageReport report = report(1, victim, other);
    assertThat(Contention.of(report).lostBy(ALICE).get(Contention.Resource.CPU))
        .isCloseTo(2 * 1 * 0.75, within(1e-9));
    UsageReport busy = report.with(new ServerCpu(2, 2, 2, 0));
    assertThat(busy.cpu().isBusy()).isTrue();
    assertThat(Contention.of(busy).lostBy(ALICE).get(Contention.Resource.CPU))
        .isCloseTo(2 * (0.75 + 0.2 * 0.85), within(1e-9));
  }

  private static JsonObject of(ContentionHour hour) {
    return hour.toJson().getAsJsonObject();
  }

  @Test
  void anHourGoesOnAfterAFailoverAndKnowsItsWorstMinutes() throws Exception {
    InMemoryTable table = new InMemoryTable();
    long now = START;
    Metering master = null;
    for (int second = 0; second < 1_200; second += 2) {
      now = START + second * 1000L;
      if (second % 600 == 0) {
        master = new Metering(Settings::defaults);
        master.start(table, Runnable::run, System::nanoTime);
      }
      boolean bad = second / 60 == 7;
      master.receive(
          List.of(
              report(
                  now,
                  usage(ALICE).waits(0, bad ? 4 : 1, 0).hdfs(1, 0),
                  usage(bad ? CAROL : BOB).hdfs(1, 0))),
          List.of(
              new TenantLoss(ALICE, bad ? 0.6 : 0.1, 100, bad), new TenantLoss(BOB, 0, 100, false)),
          now);
    }
    UsageReader reader = new UsageReader(table, List.of());
    Map<TenantId, ContentionHour> all = reader.contention(START, now);
    assertThat(all).containsOnlyKeys(ALICE, BOB, CAROL);
    JsonObject alice = of(all.get(ALICE));
    assertThat(alice.get("seconds").getAsDouble()).isBetween(1_140.0, 1_200.0);
    double loss = alice.get("lossSeconds").getAsDouble() / alice.get("seconds").getAsDouble();
    assertThat(loss).isCloseTo(0.125, within(0.003));
    assertThat(alice.get("belowSloSeconds").getAsDouble()).isCloseTo(60, within(4.0));
    JsonObject worst = alice.getAsJsonArray("worstMinutes").get(0).getAsJsonObject();
    assertThat(worst.get("startMillis").getAsLong()).isEqualTo(START + 7 * 60_000);
    assertThat(worst.getAsJsonObject("lostSeconds").get("HDFS").getAsDouble())
        .isCloseTo(60 * 4 * 0.5, within(5.0));
    assertThat(all.get(CAROL).causedSeconds()).isCloseTo(60 * 4 * 0.5, within(5.0));
    assertThat(all.get(BOB).causedSeconds()).isCloseTo(1_140 * 1 * 0.5, within(20.0));
    table.rows.put(ContentionHour.prefix(START / HOUR) + "dave", Map.of("contention", "rubbish"));
    assertThat(reader.contention(START, now)).containsOnlyKeys(ALICE, BOB, CAROL);
    assertThat(reader.unreadable()).isOne();
  }

  /** A report of tenants that all wait for everything. */
  private static UsageReport waiting(int server, int tenants) {
    List<TenantUsage> all = new ArrayList<>();
    for (int i = 0; i < tenants; i++) {
      all.add(
          usage(TenantId.of("tenant-" + i))
              .cache(100, 100, 60, 40)
              .missRatioCurve(curve(0.9))
              .waits(1, 1, 1)
              .hdfs(50, 0)
              .handlerFraction(0.5)
              .build());
    }
    return new UsageReport("rs" + server + ",16020,1", 2, 2, 1, 1_000, 1_000, List.of(), all);
  }

  @Test
  void aRowDoesNotGrowWithTheNumberOfTenants() {
    ContentionLedger ledger = new ContentionLedger();
    ledger.begin(START);
    UsageReport report = waiting(1, 500);
    List<TenantLoss> losses =
        report.tenants().stream().map(t -> new TenantLoss(t.tenant(), 0.5, 100, true)).toList();
    for (int minute = 0; minute < 60; minute++) {
      long now = START + minute * 60_000L;
      ledger.add(List.of(waiting(minute, 500)), losses, now);
    }
    List<TableRow> rows = ledger.changed();
    assertThat(rows).hasSize(500);
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.cells().get("contention").length()).isLessThan(8_000));
  }

  private static double lostToHdfs(ContentionLedger ledger) {
    String hour = ledger.changed().get(0).cells().get("contention");
    return JsonParser.parseString(hour)
        .getAsJsonObject()
        .getAsJsonObject("lostSeconds")
        .get("HDFS")
        .getAsDouble();
  }

  @Test
  void aReportCountsOnceHoweverManyServersAreGone() {
    ContentionLedger one = new ContentionLedger();
    one.begin(START);
    one.add(List.of(waiting(0, 2)), List.of(), START);
    ContentionLedger all = new ContentionLedger();
    all.begin(START);
    int gone = 1_500;
    for (int server = 1; server <= gone; server++) {
      all.add(List.of(waiting(0, 2), waiting(server, 2)), List.of(), START);
    }
    assertThat(lostToHdfs(all)).isCloseTo((gone + 1) * lostToHdfs(one), within(1e-3));
  }

  @Test
  void reportsOfAThousandServersTakeLessThanASecond() {
    List<UsageReport> reports = new ArrayList<>();
    for (int server = 0; server < 1_000; server++) {
      reports.add(waiting(server, 100));
    }
    ContentionLedger ledger = new ContentionLedger();
    ledger.begin(START);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long begin = threads.getCurrentThreadCpuTime();
    ledger.add(reports, List.of(), START);
    assertThat(threads.getCurrentThreadCpuTime() - begin).isLessThan(1_000_000_000L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{'lostSeconds':{'HDFS':null},'worstMinutes':[]}",
        "{'lostSeconds':{'HDFS':{'bob':3}},'worstMinutes':[]}",
        "{'lostSeconds':{},'causedSeconds':{'HDFS':null},'worstMinutes':[]}",
        "{'lostSeconds':{},'worstMinutes':[null]}",
        "{'lostSeconds':{},'worstMinutes':[{'lostSeconds':null}]}",
        "{'seconds':'NaN','lostSeconds':{},'worstMinutes':[]}",
        "{'seconds':1e308,'lostSeconds':{},'worstMinutes':[]}",
        "{'lossSeconds':-1,'lostSeconds':{},'worstMinutes':[]}"
      })
  void aRowThatIsNoContentionDoesNotCount(String text) throws IOException {
    InMemoryTable table = new InMemoryTable();
    String key = ContentionHour.prefix(START / HOUR) + ALICE;
    table.put(List.of(new TableRow(key, Map.of("contention", text.replace('\'', '"')))));
    UsageReader reader = new UsageReader(table, List.of());
    assertThat(reader.contention(START, START + HOUR)).isEmpty();
    assertThat(reader.unreadable()).isEqualTo(1);
  }
}
