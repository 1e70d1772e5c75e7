package io.argus.core.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.ComponentStatus.State;
import io.argus.core.usage.Figure;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.Reason;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import io.argus.core.usage.UsageReport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class ReportCodecTest {
  private final Random random = new Random(17);

  private TenantUsage active(String name) {
    double[] hits = new double[MissRatioCurve.STEPS];
    for (int k = 0; k < 20; k++) {
      hits[k] = 100 * random.nextDouble();
    }
    return TenantUsage.builder(TenantId.of(name))
        .operations(RequestKind.GET, 1_000 * random.nextDouble())
        .operations(RequestKind.SCAN, random.nextDouble())
        .keyRepeatRatio(random.nextDouble())
        .cache((1L << 40) + random.nextInt(), 1L << 41, 3, 4)
        .hdfs(1e8 * random.nextDouble(), 6)
        .set(Figure.IO_COST_FACTOR, 1.3)
        .handlerFraction(0.7)
        .waits(1.5, 2.5, 3.5)
        .queue(8, 9, 0.5)
        .set(Figure.DELAYED_READS, 2)
        .latencies(
            new Percentiles(1, 2, 3_000_000_000L),
            new Percentiles(4, 5, 6),
            new Percentiles(7, 8, 9))
        .missRatioCurve(MissRatioCurve.of(hits, 12, 500))
        .build();
  }

  private static TenantUsage idle(String name) {
    return TenantUsage.builder(TenantId.of(name)).cache(123_456_789_012L, 1L << 38, 0, 0).build();
  }

  private UsageReport report() {
    Settings settings = Settings.read(key -> key.equals("argus.alpha") ? "7" : null);
    return new UsageReport(
            "rs,1,2",
            99,
            2.001,
            7,
            1L << 40,
            5.123e7,
            List.of(
                ComponentStatus.active(Component.CACHE),
                ComponentStatus.of(Component.SCANS, Reason.SETTING, "not set")),
            List.of(active("alice"), idle("bob"), active("carol.of-the_long.name")))
        .with(new ServerCpu(8, 1.5, 0.5, 0.25))
        .with(ServerSetup.of(settings, List.of("argus.alhpa"), 30, 16, "LRU"))
        .withClasses(
            List.of(
                new UsageReport.ClassUsage(TenantId.of("alice"), "batch", 100.5, 2.5, 1.5)
                    .withCap(0.5, 3, 1.25),
                new UsageReport.ClassUsage(TenantId.of("alice"), "default", 900, 0.25, 3)));
  }

  private static void assertSame(UsageReport read, UsageReport written) {
    assertThat(read).usingRecursiveComparison().ignoringFields("tenants").isEqualTo(written);
    assertThat(read.tenants()).hasSameSizeAs(written.tenants());
    for (int t = 0; t < written.tenants().size(); t++) {
      TenantUsage usage = read.tenants().get(t);
      TenantUsage original = written.tenants().get(t);
      assertThat(usage.tenant()).isEqualTo(original.tenant());
      assertThat(usage.isIdle()).isEqualTo(original.isIdle());
      for (Figure figure : Figure.values()) {
        double error = Math.abs(usage.get(figure) - original.get(figure));
        assertThat(error)
            .as("%s of %s", figure, usage.tenant())
            .isLessThanOrEqualTo(1e-7 * original.get(figure));
      }
      for (int k = 0; k < MissRatioCurve.STEPS; k++) {
        assertThat(usage.missRatioCurve().hits(k)).isEqualTo(original.missRatioCurve().hits(k));
      }
      assertThat(usage.missRatioCurve().samples()).isEqualTo(original.missRatioCurve().samples());
      assertThat(usage.missRatioCurve().others()).isEqualTo(original.missRatioCurve().others());
    }
  }

  @Test
  void eachFigureHasABitOfALong() {
    assertThat(Figure.COUNT).isLessThanOrEqualTo(Long.SIZE);
  }

  @Test
  void aReportSurvivesTheWayToTheSeventhDigit() {
    UsageReport report = report();
    byte[] bytes = ReportCodec.write(NumberedReport.partial(12, 9, 480, report));
    assertThat(ReportCodec.number(bytes)).isEqualTo(12);
    assertThat(ReportCodec.completeNumber(bytes)).isEqualTo(9);
    NumberedReport read = WireFormat.readNumberedReport(bytes);
    assertThat(read.number()).isEqualTo(12);
    assertThat(read.completeNumber()).isEqualTo(9);
    assertThat(read.isComplete()).isFalse();
    assertThat(read.leftOut()).isEqualTo(480);
    assertSame(read.report(), report);
    assertSame(WireFormat.readUsageReport(bytes), report);
    assertThat(WireFormat.readNumberedReport(ReportCodec.write(NumberedReport.complete(3, report))))
        .returns(true, NumberedReport::isComplete)
        .returns(3L, NumberedReport::number);
  }

  @Test
  void aReportWithoutClassesIsAsLongAsBeforeThereWereAny() {
    UsageReport report = report().withClasses(List.of());
    byte[] bytes = ReportCodec.write(NumberedReport.complete(3, report));
    assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("serviceFraction");
    assertThat(WireFormat.readUsageReport(bytes).classes()).isEmpty();
  }

  private static UsageReport.Runaway runaway(String rule) {
    return UsageReport.Runaway.of(
            TenantId.of("alice"), rule, UsageReport.Runaway.STOPPED, RequestKind.SCAN, 77)
        .from("etl", "10.0.0.1")
        .on("alice:orders", "MyFilter")
        .used(1, 2, 3, 4);
  }

  @Test
  void runawayRequestsSurviveTheWayWithAndWithoutClasses() {
    UsageReport report = report().withRunaways(List.of(runaway("alice rows:5=stop")));
    for (UsageReport each : List.of(report, report.withClasses(List.of()))) {
      byte[] compact = ReportCodec.write(NumberedReport.complete(3, each));
      for (byte[] bytes : List.of(compact, WireFormat.write(each))) {
        assertSame(WireFormat.readUsageReport(bytes), each);
      }
    }
    assertThat(report().runaways()).isEmpty();
  }

  @Test
  void runawayRequestsThatCannotBeAreRefused() {
    UsageReport wrong = report().withRunaways(List.of(runaway("x".repeat(10_000))));
    byte[] compact = ReportCodec.write(NumberedReport.complete(3, wrong));
    for (byte[] bytes : List.of(compact, WireFormat.write(wrong))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> WireFormat.readUsageReport(bytes))
          .withMessageContaining("has a runaway request with a name that is not legal");
    }
  }

  @Test
  void classesThatCannotBeAreRefused() {
    for (UsageReport.ClassUsage each :
        List.of(
            new UsageReport.ClassUsage(TenantId.of("a"), "b/c", 1, 1, 1),
            new UsageReport.ClassUsage(TenantId.of("a"), "b", -1, 1, 1),
            new UsageReport.ClassUsage(TenantId.of("a"), "b", 1, 1, 1).withCap(-1, 0, 0),
            new UsageReport.ClassUsage(TenantId.of("a"), "b", 1, 1, 1).withCap(0, Double.NaN, 0),
            new UsageReport.ClassUsage(TenantId.of("a"), "b", 1, 1, 1).withCap(0, 0, -1),
            new UsageReport.ClassUsage(TenantId.of("a"), "b", 1, Double.MAX_VALUE * 10, 1))) {
      assertThat(each.isSound()).isFalse();
    }
    UsageReport wrong =
        report().withClasses(List.of(new UsageReport.ClassUsage(TenantId.of("a"), "b", -1, 1, 1)));
    byte[] compact = ReportCodec.write(NumberedReport.complete(3, wrong));
    for (byte[] bytes : List.of(compact, WireFormat.write(wrong))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> WireFormat.readUsageReport(bytes))
          .withMessageContaining("has a class with a name that is not legal");
    }
  }

  @Test
  void everyFigureSurvivesInEachFormat() {
    TenantUsage.Builder usage = TenantUsage.builder(TenantId.of("a"));
    for (Figure figure : Figure.values()) {
      usage.set(figure, figure.max() > 1 ? 1.0 + figure.index() : 0.5);
    }
    UsageReport sound = report().with(List.of(usage.build()));
    for (byte[] bytes :
        List.of(ReportCodec.write(NumberedReport.complete(1, sound)), WireFormat.write(sound))) {
      TenantUsage read = WireFormat.readUsageReport(bytes).tenants().get(0);
      for (Figure figure : Figure.values()) {
        assertThat(read.get(figure)).as(figure.key()).isEqualTo(usage.get(figure));
      }
    }
  }

  /** The order is the format: a new figure goes to the end. */
  @Test
  void theFirstFiguresAreThoseOfFormatTwo() {
    assertThat(Figure.values())
        .startsWith(Figure.CACHE_BYTES, Figure.CACHE_LIMIT_BYTES, Figure.IO_COST_FACTOR)
        .hasSizeGreaterThanOrEqualTo(36);
    assertThat(Figure.RESPONSE_P99.index()).isEqualTo(35);
    assertThat(Figure.of(RequestKind.OTHER)).isEqualTo(Figure.OTHERS);
  }

  @Test
  void itIsAFifthOfTheJsonAtMost() {
    List<TenantUsage> tenants = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      tenants.add(active("tenant-" + i));
    }
    UsageReport report = report().with(tenants);
    int json = WireFormat.write(report).length;
    assertThat(ReportCodec.write(NumberedReport.complete(1, report)).length).isLessThan(json / 5);
  }

  @Test
  void whatAnotherVersionWroteIsRefusedWithTheReason() {
    byte[] bytes = ReportCodec.write(NumberedReport.complete(1, report()));
    bytes[1] = 3;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WireFormat.readUsageReport(bytes))
        .withMessageContaining("usage report has format 3, written by a newer Argus");
    bytes[1] = 1;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WireFormat.readUsageReport(bytes))
        .withMessageContaining("usage report has format 1, written by an older Argus")
        .withMessageContaining("upgrade the region server");
  }

  /** What a newer version appends to the figures is left out; the rest is read. */
  @Test
  void figuresThatThisVersionDoesNotKnowAreLeftOut() {
    TenantUsage usage = active("alice");
    UsageReport report = report().with(List.of(usage));
    byte[] bytes = ReportCodec.write(NumberedReport.complete(1, report));
    int at = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("alice");
    int bits = at + "alice".length();
    int bitBytes = (Figure.COUNT + 7) / 8;
    int figures = 0;
    int length = 0;
    for (Figure figure : Figure.values()) {
      if (usage.get(figure) != 0) {
        figures++;
        length += Float.BYTES;
      }
    }
    assertThat(figures).isGreaterThan(20);
    int end = bits + bitBytes + length;
    int more = 8 * bitBytes + 1;
    ByteBuffer longer = ByteBuffer.allocate(bytes.length + 1 + Float.BYTES);
    longer.put(bytes, 0, bits + bitBytes).put((byte) 1);
    longer.put(bytes, bits + bitBytes, length).putFloat(42).put(bytes, end, bytes.length - 4 - end);
    byte[] newer = longer.array();
    newer[at - 3] = (byte) more; // number of figures, number of tenants, length of the name
    assertSame(WireFormat.readUsageReport(sealed(newer)), report);
  }

  @Test
  void theReasonOfAComponentSurvivesInEachFormat() {
    List<ComponentStatus> components = new ArrayList<>();
    for (Reason reason : Reason.values()) {
      ComponentStatus status = ComponentStatus.of(Component.CACHE, reason, "some detail");
      assertThat(status.cause()).isEqualTo(reason);
      components.add(status);
    }
    UsageReport report = with(components);
    for (byte[] bytes :
        List.of(ReportCodec.write(NumberedReport.complete(1, report)), WireFormat.write(report))) {
      assertThat(WireFormat.readUsageReport(bytes).components())
          .extracting(ComponentStatus::cause)
          .containsExactly(Reason.values());
    }
  }

  private UsageReport with(List<ComponentStatus> components) {
    return new UsageReport("rs,1,2", 99, 2, 7, 1, 5, components, List.of(active("alice")));
  }

  @Test
  void whatANewerVersionSaysOfAComponentIsReadAsText() {
    UsageReport report =
        with(List.of(ComponentStatus.of("later", State.FAILED, "for some reason", "later-code")));
    for (byte[] bytes :
        List.of(ReportCodec.write(NumberedReport.complete(1, report)), WireFormat.write(report))) {
      assertThat(WireFormat.readUsageReport(bytes).components())
          .singleElement()
          .returns(Reason.UNKNOWN, ComponentStatus::cause)
          .returns("later-code", ComponentStatus::code)
          .hasToString("later FAILED: for some reason");
    }
  }

  /** Codes are at the end, so that a version without them reads the rest and is read, too. */
  @Test
  void aReportWithoutCodesIsRead() {
    UsageReport report =
        with(
            List.of(
                ComponentStatus.active(Component.CACHE),
                ComponentStatus.of(Component.SCANS, Reason.SETTING, "not set")));
    byte[] bytes = ReportCodec.write(NumberedReport.complete(1, report));
    int codes = 1 + 1 + "setting".length();
    byte[] earlier = Arrays.copyOf(bytes, bytes.length - codes);
    byte[] json =
        new String(WireFormat.write(report), StandardCharsets.UTF_8)
            .replace(",\"code\":\"setting\"", "")
            .getBytes(StandardCharsets.UTF_8);
    for (byte[] without : List.of(sealed(earlier), json)) {
      List<ComponentStatus> read = WireFormat.readUsageReport(without).components();
      assertThat(read)
          .extracting(ComponentStatus::toString)
          .containsExactly("cache ACTIVE", "scans DISABLED: not set");
      assertThat(read)
          .extracting(ComponentStatus::cause)
          .containsExactly(Reason.NONE, Reason.UNKNOWN);
    }
  }

  private static TenantUsage counted(String name, long... totals) {
    return TenantUsage.builder(TenantId.of(name))
        .cache(100, 100, 0, 0)
        .totals(UsageCounters.of(totals))
        .build();
  }

  @Test
  void totalsSurviveExactly() {
    long[] totals = new long[UsageCounter.COUNT];
    for (int i = 0; i < totals.length; i++) {
      totals[i] = i % 4 == 0 ? 0 : random.nextLong() >>> (1 + i);
    }
    UsageReport report =
        report()
            .with(List.of(counted("a", totals), active("b"), counted("c", 1, 0, Long.MAX_VALUE)));
    for (byte[] bytes :
        List.of(ReportCodec.write(NumberedReport.complete(1, report)), WireFormat.write(report))) {
      List<TenantUsage> read = WireFormat.readUsageReport(bytes).tenants();
      assertThat(read.get(0).totals().toArray()).isEqualTo(totals);
      assertThat(read.get(1).totals().isNone()).isTrue();
      assertThat(read.get(2).totals()).isEqualTo(UsageCounters.of(1, 0, Long.MAX_VALUE));
    }
  }

  @Test
  void anIdleTenantWhoseTotalsGrewIsSent() {
    IdleTenants idle = new IdleTenants();
    idle.next(report().with(List.of(counted("a", 1), counted("b", 1))), true);
    NumberedReport next =
        idle.next(report().with(List.of(counted("a", 1), counted("b", 2))), false);
    assertThat(next.report().tenants())
        .extracting(usage -> usage.tenant().name())
        .containsExactly("b");
  }

  @Test
  void amountsAreReadAsTheyAreWritten() {
    UsageCounters amounts = UsageCounters.of(3, 0, 5);
    assertThat(amounts.toString()).isEqualTo("gets=3 scans=5");
    assertThat(UsageCounters.parse(amounts.toString())).isEqualTo(amounts);
    assertThat(UsageCounters.parse("gets=3 later=9 scans=5")).isEqualTo(amounts);
    assertThat(UsageCounters.parse("").isNone()).isTrue();
    for (String wrong : List.of("gets", "gets=", "gets=-1", "gets=1  scans=2", "gets=1e3")) {
      assertThatIllegalArgumentException().isThrownBy(() -> UsageCounters.parse(wrong));
    }
    for (UsageCounter counter : UsageCounter.values()) {
      assertThat(UsageCounter.ofKey(counter.key())).isEqualTo(counter);
    }
  }

  private static byte[] sealed(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, bytes.length - 4);
    ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());
    return bytes;
  }

  @Test
  void noDamagePassesUnnoticed() {
    byte[] good = ReportCodec.write(NumberedReport.partial(12, 9, 480, report()));
    for (int i = 0; i < 20_000; i++) {
      byte[] bad = good.clone();
      if (i % 3 == 0) {
        bad = Arrays.copyOf(bad, random.nextInt(bad.length));
      } else {
        for (int n = random.nextInt(4); n >= 0; n--) {
          bad[random.nextInt(bad.length)] ^= (byte) (1 + random.nextInt(255));
        }
      }
      if (!Arrays.equals(bad, good)) {
        byte[] damaged = bad;
        assertThatIllegalArgumentException()
            .isThrownBy(() -> WireFormat.readNumberedReport(damaged));
      }
    }
  }

  /** Of a report whose checksum is right nothing else can be trusted either. */
  @Test
  void whateverIsInAReportItIsReadOrRefusedWithTheReason() {
    byte[] good = ReportCodec.write(NumberedReport.partial(12, 9, 480, report()));
    int read = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] bad =
          i % 4 == 0 ? Arrays.copyOf(good, 22 + random.nextInt(good.length)) : good.clone();
      for (int n = random.nextInt(6); n >= 0; n--) {
        bad[2 + random.nextInt(bad.length - 2)] = (byte) random.nextInt();
      }
      try {
        WireFormat.readNumberedReport(sealed(bad));
        read++;
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
    assertThat(read).isPositive();
  }
}
