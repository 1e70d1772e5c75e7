package io.argus.core.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Reservation.ClassShares;
import io.argus.core.plan.Resource;
import io.argus.core.plan.ServerShares;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Figure;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.Reason;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireFormatTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");

  private static Plan plan() {
    PlanExplanation explanation =
        new PlanExplanation(
            "because <it> is \"better\"",
            new PlanExplanation.Score(0.8, 0.4, 0.6),
            new PlanExplanation.Score(1, 0.4, 0.7),
            List.of("cache: 2 of 20 units from bob to alice"),
            List.of(new PlanExplanation.Assumption(ALICE, "Hot", "closest type", 1411, 600, 0.9)));
    return Plan.of(
        7,
        Plan.Mode.AUTO,
        1_234,
        false,
        List.of(
            Reservation.of(ALICE, 2, 0.4, 0.3).withCpuShare(0.8),
            Reservation.of(BOB, 0.6, 0.7).withCpuShare(0.2)),
        explanation);
  }

  private static UsageReport report() {
    TenantUsage usage =
        TenantUsage.builder(ALICE)
            .operations(RequestKind.GET, 100.5)
            .operations(RequestKind.SCAN, 2)
            .keyRepeatRatio(0.3)
            .cache(10, 20, 30, 40)
            .hdfs(50, 60)
            .handlerFraction(0.7)
            .cpuFraction(0.3)
            .waits(1.5, 2.5, 3.5)
            .queue(8, 9, 0.5)
            .latencies(new Percentiles(1, 2, 3), new Percentiles(4, 5, 6), new Percentiles(7, 8, 9))
            .set(Figure.GET_RESPONSE_P99, 10)
            .set(Figure.RESPONSE_P99, 13)
            .build();
    return new UsageReport(
        "rs,1,2",
        99,
        2,
        7,
        1 << 30,
        5e7,
        List.of(
            ComponentStatus.active(Component.CACHE),
            ComponentStatus.of(Component.SCHEDULER, Reason.SETTING, "not set")),
        List.of(usage));
  }

  private static byte[] bytes(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aPlanSurvivesTheWay() {
    Plan read = WireFormat.readPlan(WireFormat.write(plan()));
    assertThat(read).usingRecursiveComparison().isEqualTo(plan());
  }

  @Test
  void aReportSurvivesTheWay() {
    UsageReport read = WireFormat.readUsageReport(WireFormat.write(report()));
    assertThat(read).usingRecursiveComparison().isEqualTo(report());
    assertThat(read.tenants().get(0).hitRatio()).isEqualTo(30 / 70.0);
  }

  @Test
  void aReportSaysWhatItsCpuDoes() {
    UsageReport said = report().with(new ServerCpu(2, 1.9, 1.1, 0.2));
    UsageReport read = WireFormat.readUsageReport(WireFormat.write(said));
    assertThat(read).usingRecursiveComparison().isEqualTo(said);
    assertThat(read.cpu().isBusy()).isTrue();
    assertThat(read.cpu().busy()).isEqualTo(1.9);
    assertThat(report().cpu().isKnown()).as("of a version that did not say").isFalse();
    byte[] wrong =
        new String(WireFormat.write(said), StandardCharsets.UTF_8)
            .replace("1.9", "-1.9")
            .getBytes(StandardCharsets.UTF_8);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WireFormat.readUsageReport(wrong))
        .withMessageContaining("cpu.machineBusy -1.9");
  }

  @Test
  void aReportSaysHowItsServerIsSetUp() {
    Settings settings = Settings.read(key -> key.equals("argus.alpha") ? "7" : null);
    ServerSetup setup = ServerSetup.of(settings, List.of("argus.alhpa"), 30, 16, "LruBlockCache");
    ServerSetup read = WireFormat.readUsageReport(WireFormat.write(report().with(setup))).setup();
    assertThat(read).usingRecursiveComparison().isEqualTo(setup);
    assertThat(read.pluginVersion()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(read.unusableValues()).hasSize(1);
    assertThat(read.ioConcurrencyLimit()).isEqualTo(16);
    assertThat(read.blockCache()).isEqualTo("LruBlockCache");
    assertThat(WireFormat.readUsageReport(WireFormat.write(report())).setup().pluginVersion())
        .as("of a version that did not say")
        .isEmpty();
  }

  @Test
  void whatANewerVersionWroteInANewFormatIsRefusedWithTheReason() {
    String plan = new String(WireFormat.write(plan()), StandardCharsets.UTF_8);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                WireFormat.readPlan(
                    plan.replace("\"format\":2", "\"format\":3").getBytes(StandardCharsets.UTF_8)))
        .withMessage(
            "plan has format 3, written by a newer Argus: this one reads formats up to 2; upgrade"
                + " this server, or take the other one back");
    String report = new String(WireFormat.write(report()), StandardCharsets.UTF_8);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                WireFormat.readUsageReport(
                    report
                        .replace("\"version\":2", "\"version\":9")
                        .getBytes(StandardCharsets.UTF_8)))
        .withMessageContaining("usage report has format 9, written by a newer Argus");
    assertThat(
            WireFormat.readPlan(plan.replace("\"format\":2,", "").getBytes(StandardCharsets.UTF_8))
                .version())
        .as("of a version that had no formats")
        .isEqualTo(7);
  }

  @Test
  void unknownMembersAreIgnoredSoThatTwoVersionsCanTalk() {
    Plan read =
        WireFormat.readPlan(
            bytes(
                "{'version':3,'mode':'AUTO','colour':{'a':[1]},'reservations':["
                    + "{'tenant':'alice','shares':{'cache':1,'hdfs':1},'taste':2}]}"));
    assertThat(read.version()).isEqualTo(3);
    assertThat(read.borrowing()).isTrue();
    assertThat(read.explanation().reason()).isEqualTo("no explanation given");
  }

  private static Plan planOfOne(String members) {
    return WireFormat.readPlan(
        bytes("{'version':1,'mode':'AUTO','reservations':[{'tenant':'a'," + members + "}]}"));
  }

  @Test
  void resourcesThatOnlyANewerMasterPlansAreIgnored() {
    for (String log : List.of("7", "0.2", "null", "'most'", "{'disks':[2]}")) {
      Plan read = planOfOne("'shares':{'log':" + log + ",'hdfs':1,'cache':1}");
      assertThat(read.reservations()).containsExactly(Reservation.of(TenantId.of("a"), 1, 1));
    }
  }

  @Test
  void aPlanOfAnEarlierVersionDividesTheCpuByWeight() {
    Plan read =
        WireFormat.readPlan(
            bytes(
                "{'version':1,'mode':'AUTO','reservations':["
                    + "{'tenant':'alice','weight':3,'shares':{'cache':0.5,'hdfs':0.5}},"
                    + "{'tenant':'bob','shares':{'cache':0.5,'hdfs':0.5}}]}"));
    assertThat(read.cpuShare(ALICE)).isEqualTo(0.75);
    assertThat(read.cpuShare(BOB, "rs")).isEqualTo(0.25);
    assertThat(plan().cpuShare(ALICE)).isEqualTo(0.8);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'cpu':1} | 'cache'",
        "{'cache':1,'hdfs':1,'cpu':'all'} | 'cpu'",
        "{'cache':1,'hdfs':1,'cpu':1.5} | cpu share of tenant a is 1.5",
        "{'cache':1} | 'hdfs'",
        "{'cache':null,'hdfs':1} | 'cache'",
        "{'cache':1,'hdfs':'all'} | 'hdfs'",
        "{'cache':1,'hdfs':NaN} | 'hdfs'",
        "{'cache':1,'hdfs':1e999} | hdfs share of tenant a is Infinity",
        "null | 'cache'",
      })
  void aMissingResourceIsNamed(String shares, String named) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> planOfOne("'shares':" + shares))
        .withMessageContaining("tenant a")
        .withMessageContaining(named);
  }

  private static Reservation withClasses(Reservation reservation) {
    return reservation.withClasses(
        List.of(
            ClassShares.of("interactive", resource -> 0.7),
            ClassShares.of("batch", resource -> resource == Resource.CACHE ? 0.3 : 0.1)));
  }

  @Test
  void classesSurviveTheWayOfPlansAndOfSharesOfServers() {
    List<Reservation> reservations =
        List.of(
            withClasses(Reservation.of(ALICE, 2, 0.4, 0.3).withCpuShare(0.8)),
            Reservation.of(BOB, 0.6, 0.7).withCpuShare(0.2));
    Plan plan =
        Plan.of(7, Plan.Mode.PINNED, 1, true, reservations, PlanExplanation.because("test"))
            .withServers(List.of(ServerShares.of("rs", 6, reservations)));
    Plan read = WireFormat.readPlan(WireFormat.write(plan));
    assertThat(read).usingRecursiveComparison().isEqualTo(plan);
    assertThat(read.reservationsOn("rs")).containsExactlyElementsOf(reservations);
    ServerShares own = WireFormat.readServerShares(WireFormat.write(plan.servers().get("rs")));
    assertThat(own.reservations()).containsExactlyElementsOf(reservations);
    assertThat(new String(WireFormat.write(own), StandardCharsets.UTF_8))
        .contains(
            new String(
                bytes(
                    "{'tenant':'alice','weight':2.0,'shares':{'cache':0.4,'hdfs':0.3,'cpu':0.8},"
                        + "'classes':[{'name':'interactive','shares':{'cache':0.7,'hdfs':0.7,'cpu':0.7}},"),
                StandardCharsets.UTF_8))
        .contains("\"shares\":{\"cache\":0.6,\"hdfs\":0.7,\"cpu\":0.2}}]");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "7 | plan cannot be read",
        "[null] | lacks 'name'",
        "[{'shares':{'cache':1,'hdfs':1}}] | lacks 'name'",
        "[{'name':'x/y','shares':{'cache':1,'hdfs':1}}] | class name 'x/y' is not legal",
        "[{'name':'x'}] | no number for 'cache'",
        "[{'name':'x','shares':{'cache':1}}] | no number for 'hdfs'",
        "[{'name':'x','shares':{'cache':-1,'hdfs':1}}] | cache share of class x is -1.0",
        "[{'name':'x','shares':{'cache':1,'hdfs':0.6}},"
            + "{'name':'y','shares':{'cache':0,'hdfs':0.5}}]"
            + " | hdfs shares of the classes of tenant a sum to 1.1",
        "[{'name':'x','shares':{'cache':0,'hdfs':0}},{'name':'x','shares':{'cache':0,'hdfs':0}}]"
            + " | two classes with the same name",
      })
  void refusesClassesThatCannotBe(String classes, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> planOfOne("'shares':{'cache':1,'hdfs':1},'classes':" + classes))
        .withMessageContaining(message);
  }

  @Test
  void anExplanationIsCompletedAndNeverCostsAPlan() {
    Plan read =
        WireFormat.readPlan(
            bytes(
                "{'version':3,'mode':'AUTO','reservations':[],'explanation':{'moves':[null],"
                    + "'assumptions':[{'tenant':'!'},null,{'tenant':'a','function':'f'}]}}"));
    PlanExplanation explanation = read.explanation();
    assertThat(explanation.reason()).isNotBlank();
    assertThat(explanation.before().dScore()).isZero();
    assertThat(explanation.moves()).isEmpty();
    assertThat(explanation.assumptions()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "hello",
        "{",
        "{'version':1}",
        "{'version':1,'mode':'AUTO'}",
        "{'version':1,'mode':'SOMETIMES','reservations':[]}",
        "{'mode':'AUTO','reservations':[]}",
        "{'version':-1,'mode':'AUTO','reservations':[]}",
        "{'version':9223372036854775807,'mode':'AUTO','reservations':[]}",
        "{'version':1.5,'mode':'AUTO','reservations':[]}",
        "{'version':1,'mode':'AUTO','reservations':[null]}",
        "{'version':1,'mode':'AUTO','reservations':[{}]}",
        "{'version':1,'mode':'AUTO','reservations':[{'tenant':'a'}]}",
        "{'version':1,'mode':'AUTO','reservations':[{'tenant':'a','shares':{'cache':1}}]}",
        "{'version':1,'mode':'AUTO','reservations':["
            + "{'tenant':'a/b','shares':{'cache':1,'hdfs':1}}]}",
        "{'version':1,'mode':'AUTO','reservations':["
            + "{'tenant':'a','shares':{'cache':.9,'hdfs':1}}]}",
        "{'version':1,'mode':'AUTO','reservations':["
            + "{'tenant':'a','shares':{'cache':NaN,'hdfs':1}}]}",
        "{'version':1,'mode':'AUTO','reservations':[{'tenant':'a','shares':{'cache':2,'hdfs':1}},"
            + "{'tenant':'b','shares':{'cache':-1,'hdfs':0}}]}",
        "{'version':1,'mode':'AUTO','reservations':[{'tenant':'a','shares':{'cache':.5,'hdfs':.5}},"
            + "{'tenant':'a','shares':{'cache':.5,'hdfs':.5}}]}",
        "{'version':1,'mode':'AUTO','reservations':[{'tenant':'a','weight':0,"
            + "'shares':{'cache':1,'hdfs':1}}]}",
        "{'version':1,'mode':'AUTO','reservations':[{'tenant':'a','cacheShare':1,'hdfsShare':1}]}",
        "{'version':1,'mode':'AUTO','reservations':[]} and more",
      })
  void refusesPlansThatAreNot(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> WireFormat.readPlan(bytes(text)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'server':'rs,1,2' | 'server':null | lacks 'server'",
        "'windowSeconds':2.0 | 'windowSeconds':0 | has windowSeconds 0",
        "'windowSeconds':2.0 | 'windowSeconds':NaN | has windowSeconds NaN",
        "'planVersion':7 | 'planVersion':9223372036854775807 | has planVersion 9223372036854775807",
        "'planVersion':7 | 'planVersion':-7 | has planVersion -7",
        "'cacheCapacityBytes':1073741824 | 'cacheCapacityBytes':-1 | has cacheCapacityBytes -1",
        "'hdfsCapacityBytesPerSecond':5.0E7 | 'hdfsCapacityBytesPerSecond':NaN | PerSecond NaN",
        "'tenant':'alice' | 'tenant':null | has a tenant without name",
        "'tenant':'alice' | 'tenant':'a/b' | has a tenant without name",
        "'GET':100.5 | 'GET':-1 | tenant alice has operationsPerSecond.GET -1.0",
        "'GET':100.5 | 'GET':Infinity | tenant alice has operationsPerSecond.GET Infinity",
        "'keyRepeatRatio':0.3 | 'keyRepeatRatio':NaN | tenant alice has keyRepeatRatio NaN",
        "'cacheBytes':10 | 'cacheBytes':-10 | tenant alice has cacheBytes -10",
        "'queueLength':8 | 'queueLength':-8 | tenant alice has queueLength -8",
        "'component':'cache' | 'component':null | has a component without",
        "'components':[ | 'components':[null, | has a component without",
        "'tenants':[ | 'tenants':[null, | has a tenant without",
        "'queueWait':{ | 'queueWait':7,'former':{ | usage report cannot be read",
      })
  void refusesReportsThatCannotBe(String found, String replacement, String message) {
    String sound = new String(WireFormat.write(report()), StandardCharsets.UTF_8);
    String quoted = found.replace('\'', '"');
    assertThat(sound).contains(quoted);
    byte[] broken = bytes(sound.replace(quoted, replacement));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WireFormat.readUsageReport(broken))
        .withMessageContaining(message);
  }

  @Test
  void refusesAReportThatNamesATenantTwice() {
    UsageReport sound = report();
    UsageReport twice =
        new UsageReport(
            "rs",
            1,
            2,
            3,
            4,
            5,
            List.of(),
            List.of(sound.tenants().get(0), sound.tenants().get(0)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WireFormat.readUsageReport(WireFormat.write(twice)))
        .withMessageContaining("twice");
  }

  @Test
  void whateverIsDamagedIsEitherReadOrRefusedWithAnExplanation() {
    Random random = new Random(3);
    byte[][] originals = {WireFormat.write(plan()), WireFormat.write(report())};
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged = originals[round % 2].clone();
      if (random.nextInt(4) == 0) {
        damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      }
      for (int i = random.nextInt(4); i > 0 && damaged.length > 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        if (round % 2 == 0) {
          WireFormat.readPlan(damaged).explanation().assumptions().forEach(a -> a.tenant().name());
        } else {
          WireFormat.readUsageReport(damaged).tenants().forEach(TenantUsage::hitRatio);
        }
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }

  private static Plan planWithServers() {
    return plan()
        .withServers(
            List.of(
                ServerShares.of(
                    "rs,1,2",
                    6,
                    List.of(Reservation.of(ALICE, 2, 0.9, 0.8), Reservation.of(BOB, 0.1, 0.2)))));
  }

  @Test
  void aPlanKeepsTheSharesOfItsServers() {
    Plan read = WireFormat.readPlan(WireFormat.write(planWithServers()));
    ServerShares shares = read.servers().get("rs,1,2");
    assertThat(shares.since()).isEqualTo(6);
    assertThat(read.reservation(ALICE, "rs,1,2").orElseThrow())
        .isEqualTo(Reservation.of(ALICE, 2, 0.9, 0.8));
  }

  @Test
  void theStoredPlanTellsWhichSharesOfServersBelongToIt() {
    byte[] stored = WireFormat.writeClusterWide(planWithServers());
    assertThat(WireFormat.readPlan(stored).servers()).isEmpty();
    Plan plan = WireFormat.readPlan(stored);
    ServerShares own =
        WireFormat.readServerShares(WireFormat.write(planWithServers().servers().get("rs,1,2")));
    assertThat(plan.counts(own)).isTrue();
    assertThat(plan.counts(ServerShares.of("rs,1,2", 5, own.reservations()))).isFalse();
    assertThat(plan.counts(null)).isFalse();
    assertThat(plan.on(own).reservation(ALICE).orElseThrow().cacheShare()).isEqualTo(0.9);
    Plan without = WireFormat.readPlan(WireFormat.writeClusterWide(plan()));
    assertThat(without.counts(own)).isFalse();
  }

  @Test
  void refusesSharesOfAServerThatCannotBe() {
    for (String shares :
        List.of(
            "{}",
            "{'server':'x','since':1,'reservations':[null]}",
            "{'server':'x','since':1,'reservations':[]}",
            "{'server':'x','since':1,'reservations':[{'tenant':'a','shares':{'cache':1}}]}",
            "{'format':99,'server':'x','since':1,'reservations':[]}")) {
      assertThatIllegalArgumentException()
          .as(shares)
          .isThrownBy(() -> WireFormat.readServerShares(bytes(shares)));
    }
  }
}
