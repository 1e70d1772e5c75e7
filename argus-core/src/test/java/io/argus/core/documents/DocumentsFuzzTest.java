package io.argus.core.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.fuzz.Fuzz;
import io.argus.core.performance.CatalogueFormat;
import io.argus.core.performance.PerformanceProfile;
import io.argus.core.performance.SampleCatalogue;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Reservation.ClassShares;
import io.argus.core.plan.ServerShares;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Setting;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Figure;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.Reason;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every document that servers and tools read from ZooKeeper, damaged in many ways. */
@Tag("long")
class DocumentsFuzzTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");

  private static List<Reservation> reservations() {
    List<ClassShares> classes =
        List.of(ClassShares.of("batch", r -> 0.4), ClassShares.of("interactive", r -> 0.6));
    return List.of(
        Reservation.of(ALICE, 2, 0.25, 0.75).withClasses(classes), Reservation.of(BOB, 0.75, 0.25));
  }

  private static ServerShares shares(String server) {
    return ServerShares.of(server, 7, reservations());
  }

  private static Plan plan() {
    PlanExplanation explanation =
        new PlanExplanation(
            "predicted D 0.9",
            new PlanExplanation.Score(0.5, 0.6, 0.55),
            new PlanExplanation.Score(0.9, 0.8, 0.85),
            List.of("alice gives bob 5 % of the cache"),
            List.of(new PlanExplanation.Assumption(ALICE, "ExHot", "nearest", 900, 450, 1.1)));
    return Plan.of(
        8,
        Plan.Mode.AUTO,
        1_700_000_000_000L,
        true,
        reservations(),
        List.of(shares("rs1,16020,1"), shares("rs2,16020,1")),
        explanation);
  }

  private static UsageReport report() {
    double[] hits = new double[MissRatioCurve.STEPS];
    Arrays.fill(hits, 3.5);
    TenantUsage busy =
        TenantUsage.builder(ALICE)
            .operations(RequestKind.GET, 900)
            .operations(RequestKind.SCAN, 2)
            .keyRepeatRatio(0.4)
            .cache(1L << 30, 1L << 31, 300, 40)
            .hdfs(1e7, 600)
            .set(Figure.IO_COST_FACTOR, 1.3)
            .handlerFraction(0.7)
            .cpuFraction(0.2)
            .waits(1.5, 2.5, 3.5)
            .queue(8, 9, 0.5)
            .set(Figure.DELAYED_READS, 2)
            .latencies(new Percentiles(1, 2, 3), new Percentiles(4, 5, 6), new Percentiles(7, 8, 9))
            .set(Figure.GET_RESPONSE_P99, 10)
            .set(Figure.RESPONSE_P99, 13)
            .missRatioCurve(MissRatioCurve.of(hits, 12, 500))
            .build();
    TenantUsage idle = TenantUsage.builder(BOB).cache(1L << 20, 1L << 30, 0, 0).build();
    Settings settings = Settings.read(key -> key.equals("argus.alpha") ? "7" : null);
    return new UsageReport(
            "rs1,16020,1",
            1_700_000_000_000L,
            2.001,
            7,
            1L << 33,
            5e7,
            List.of(
                ComponentStatus.active(Component.CACHE),
                ComponentStatus.of(Component.SCANS, Reason.SETTING, "not set")),
            List.of(busy, idle))
        .with(new ServerCpu(8, 1.5, 0.5, 0.25))
        .with(ServerSetup.of(settings, List.of("argus.alhpa"), 30, 16, "LRU"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void plans() throws InterruptedException {
    Fuzz.of(
            "plan",
            WireFormat.write(plan()),
            WireFormat.writeClusterWide(plan()),
            WireFormat.write(Plan.equal(3, 5, List.of(ALICE, BOB, TenantId.DEFAULT))))
        .run(
            document -> {
              Plan read = WireFormat.readPlan(document);
              ReportChecks.requireSound(read);
              ReportChecks.requireSound(WireFormat.readPlan(WireFormat.write(read)));
            });
  }

  @Test
  void plansOfServersWithSharesOfTheirOwn() throws InterruptedException {
    ServerShares onlyAlice =
        ServerShares.of("rs1,16020,1", 8, List.of(Reservation.of(ALICE, 1, 1)));
    Fuzz.of("cluster-wide plan", WireFormat.writeClusterWide(plan()))
        .run(
            document -> {
              Plan read = WireFormat.readPlan(document);
              ReportChecks.requireSound(read.on(shares("rs1,16020,1")));
              ReportChecks.requireSound(read.on(onlyAlice));
              ReportChecks.requireSound(read.on(null));
            });
  }

  @Test
  void sharesOfSingleServers() throws InterruptedException {
    Plan plan = WireFormat.readPlan(WireFormat.writeClusterWide(plan()));
    Fuzz.of("shares", WireFormat.write(shares("rs1,16020,1")))
        .run(
            document -> {
              ServerShares read = WireFormat.readServerShares(document);
              ReportChecks.requireSound(read.reservations());
              assertThat(read.server()).matches("[\\x21-\\x7E]{1,300}").doesNotContain("/", "<");
              ReportChecks.requireSound(plan.on(read));
            });
  }

  @Test
  void usageReportsInJson() throws InterruptedException {
    Fuzz.of("usage report, JSON", WireFormat.write(report()))
        .run(document -> ReportChecks.requireSound(WireFormat.readUsageReport(document)));
  }

  @Test
  void usageReportsInTheCompactFormat() throws InterruptedException {
    byte[] complete = ReportCodec.write(NumberedReport.complete(3, report()));
    Fuzz.of(
            "usage report, compact",
            complete,
            ReportCodec.write(NumberedReport.partial(4, 3, 10, report())))
        .repairing(DocumentsFuzzTest::withChecksum)
        .run(
            document -> {
              NumberedReport read = WireFormat.readNumberedReport(document);
              ReportChecks.requireSound(read.report());
              assertThat(read.leftOut()).isNotNegative();
              assertThat(read.completeNumber()).isLessThanOrEqualTo(read.number());
              byte[] again = ReportCodec.write(read);
              ReportChecks.requireSound(WireFormat.readUsageReport(again));
            });
  }

  private static byte[] withChecksum(byte[] document) {
    int end = document.length - Integer.BYTES;
    if (end < 0) {
      return document;
    }
    CRC32 crc = new CRC32();
    crc.update(document, 0, end);
    byte[] repaired = document.clone();
    ByteBuffer.wrap(repaired).putInt(end, (int) crc.getValue());
    return repaired;
  }

  @Test
  void signsOfLife() throws InterruptedException {
    Fuzz.of("sign of life", new PlannerSign(1_700_000_000_000L, 2_000, 2_000, 30_000).toJson())
        .run(
            document -> {
              PlannerSign sign = PlannerSign.read(document);
              assertThat(sign.reportMillis()).isBetween(1L, 3_600_000L);
              assertThat(sign.zooKeeperMillis()).isBetween(1L, 3_600_000L);
              assertThat(sign.copyMillis()).isBetween(0L, 3_600_000L);
            });
  }

  @Test
  void headsOfDocumentsInParts() throws Exception {
    byte[] whole = new byte[2_500_000];
    DocumentParts parts = DocumentParts.of("plan", whole);
    Map<String, byte[]> nodes = new TreeMap<>();
    for (int i = 0; i < parts.size(); i++) {
      nodes.put(parts.partName(i), parts.part(i));
    }
    nodes.put("plan", parts.head());
    Fuzz.of("document parts", parts.head())
        .slower(4)
        .refusing(IncompleteDocumentException.class)
        .run(
            document -> {
              byte[] read = DocumentParts.whole("plan", document, name -> node(nodes, name));
              assertThat(Arrays.equals(read, whole) || Arrays.equals(read, document)).isTrue();
            });
  }

  /** ZooKeeper refuses other paths by an exception that no reader expects. */
  private static byte[] node(Map<String, byte[]> nodes, String name) throws IOException {
    assertThat(name).matches("plan|parts/plan\\.[0-9a-f]{16}\\.[0-9]{1,2}");
    return nodes.get(name);
  }

  private static SettingsOverrides changed() {
    Settings site = Settings.defaults();
    return SettingsOverrides.NONE
        .with(ChangeRequest.of(Map.of("argus.mode", "off", "argus.alpha", "0.7")), site, "alice", 5)
        .with(ChangeRequest.of(Map.of("argus.alpha", "0.2")).lasting(100), site, "bob", 6)
        .with(
            ChangeRequest.of(Map.of("argus.mode", "enforce")).on(List.of("rs1,16020"), 2),
            site,
            "carol",
            7)
        .with(ChangeRequest.of(Map.of("argus.mode", "observe")), site, "bob", 6);
  }

  @Test
  void changedSettings() throws InterruptedException {
    Settings site = Settings.defaults();
    Fuzz.of("settings", changed().toJson())
        .run(
            document -> {
              SettingsOverrides read = SettingsOverrides.read(document);
              read.values().forEach((key, text) -> assertThat(key + text).isNotNull());
              for (SettingsOverrides.Change change : read.log()) {
                assertThat(List.of(change.key(), change.before(), change.who())).isNotEmpty();
              }
              Settings applied = site.with(read, 5, List.of());
              assertThat(applied.get(Settings.ALPHA) + 0.0).isBetween(0.0, 1.0);
              assertThat(applied.problems()).allMatch(problem -> problem.length() < 6_000);
              SettingsOverrides.read(
                  read.with(ChangeRequest.of(Map.of("argus.alpha", "0.3")), site, "c", 7).toJson());
            });
  }

  /** What a server makes of changed settings, which never throws. */
  @Test
  void settingsInForce() throws InterruptedException {
    LiveSettings live = new LiveSettings(Settings.defaults());
    Fuzz.of("settings in force", changed().toJson())
        .slower(4)
        .run(
            document -> {
              live.accept(document);
              assertThat(live.get().get(Settings.MODE)).isNotNull();
              assertThat(live.problems().toString().length()).isLessThan(1_000_000);
            });
  }

  @Test
  void changesOfSettings() throws InterruptedException {
    Map<String, String> changes = new TreeMap<>(Map.of("argus.mode", "off"));
    changes.put("argus.alpha", null);
    changes.put("argus.tenant.shares", "alice=2,bob=1");
    byte[] canary =
        ChangeRequest.of(Map.of("argus.mode", "enforce"))
            .on(List.of("rs1.example.com,16020", "rs2,1"), 2)
            .lasting(1_000)
            .toJson();
    Fuzz.of(
            "settings to change",
            ChangeRequest.of(changes).because("a reason").toJson(),
            canary,
            ChangeRequest.note("plan", "auto", "pinned").toJson())
        .run(
            document ->
                SettingsOverrides.NONE.with(
                    ChangeRequest.read(document), Settings.defaults(), "alice", 5));
  }

  @Test
  void valuesOfSettings() throws InterruptedException {
    List<byte[]> texts = new ArrayList<>(List.of(bytes("alice=2, bob=0.5"), bytes("a:b*=c,*=d")));
    Settings.all().forEach(setting -> texts.add(bytes(setting.defaultText())));
    Fuzz.of("values of settings", texts.toArray(new byte[0][]))
        .run(
            document -> {
              String text = new String(document, StandardCharsets.UTF_8);
              Setting<?> one = Settings.all().get(document.length % Settings.all().size());
              Settings read =
                  Settings.read(
                      key ->
                          key.equals(one.key()) || key.startsWith("argus.tenant.") ? text : null);
              assertThat(read.problems()).allMatch(problem -> problem.length() < 2_000);
              assertThat((Object) read.get(one)).isNotNull();
            });
  }

  @Test
  void catalogues() throws InterruptedException {
    PerformanceProfile profile = SampleCatalogue.read().profiles().iterator().next();
    Fuzz.of("catalogue", CatalogueFormat.write(SampleCatalogue.read()))
        .slower(2)
        .run(
            document -> {
              CatalogueFormat.Reading reading = CatalogueFormat.read(document);
              assertThat(reading.problems()).allMatch(problem -> problem.length() < 2_000);
              for (PerformanceProfile read : reading.catalogue().profiles()) {
                double most = read.function().throughput(1, 1);
                assertThat(most).isPositive().isFinite();
                assertThat(read.function().throughput(0.3, 0.6) + 0.0).isBetween(0.0, most);
                assertThat(read.keyRepeatRatio() + 0.0).isBetween(0.0, 1.0);
                read.cliffs().forEach(cliff -> assertThat(cliff.lost() + 0.0).isBetween(0.0, 1.0));
                read.fitErrors().values().forEach(error -> assertThat(error + 0.0).isNotNegative());
                assertThat(read.name()).hasSizeLessThan(200);
              }
              CatalogueFormat.read(CatalogueFormat.with(document, profile));
              CatalogueFormat.without(document, profile.name());
            });
  }
}
