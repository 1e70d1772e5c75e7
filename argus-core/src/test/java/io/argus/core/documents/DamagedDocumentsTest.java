package io.argus.core.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.performance.CatalogueFormat;
import io.argus.core.performance.SampleCatalogue;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The smallest documents that once made a reader throw something else, or believe them. */
class DamagedDocumentsTest {
  private static final String DEEP = "[".repeat(50_000) + "]".repeat(50_000);

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private static void assertRefused(ThrowingCallable reader, String reason) {
    assertThatThrownBy(reader)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(8_000).doesNotContain("\n"));
  }

  private static byte[] report(String server, String members, String ofTenant) {
    return bytes(
        "{'version':1,'server':'"
            + server
            + "','windowSeconds':2,'components':[]"
            + members
            + ",'tenants':[{'tenant':'a','operationsPerSecond':{},'queueWait':{},'hdfsWait':{},"
            + "'service':{}"
            + ofTenant
            + "}]}");
  }

  @Test
  void theSmallestReportIsRead() {
    assertThat(WireFormat.readUsageReport(report("rs1,16020,1", "", "")).tenants()).hasSize(1);
  }

  @Test
  void aFigureThatIsNestedDeeplyIsRefused() {
    byte[] report = report("rs1,16020,1", "", ",'queueLength':" + DEEP);
    assertRefused(() -> WireFormat.readUsageReport(report), "queueLength");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "../master", "..", "rs 1", "<script>", "rs\\u0000", "rs\\n"})
  void aServerWhoseNameNoNodeCanHaveIsRefused(String server) {
    assertRefused(() -> WireFormat.readUsageReport(report(server, "", "")), "of server '");
    String shares =
        "{'server':'"
            + server
            + "','since':1,'reservations':[{'tenant':'a','shares':{'cache':1,'hdfs':1}}]}";
    assertRefused(() -> WireFormat.readServerShares(bytes(shares)), "of server '");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "ioCostFactor, Infinity",
        "ioCostFactor, 1e300",
        "delayedReadsPerSecond, NaN",
        "cacheHitsPerSecond, 1e308",
        "keyRepeatRatio, 7",
        "queueWait, {'p50Nanos':-1}",
        "service, {'p99Nanos':-5}",
        "responses, {'scanNanos':-5}",
        "responses, {'allNanos':NaN}",
      })
  void aFigureThatNoFigureCanBeIsRefused(String member, String value) {
    byte[] document = report("rs1,16020,1", "", ",'" + member + "':" + value);
    assertRefused(() -> WireFormat.readUsageReport(document), member);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"'unknownKeys':[null]", "'unusableValues':[null]", "'settings':{'a':null}"})
  void aSetupWithNullIsRefused(String member) {
    byte[] document = report("rs1,16020,1", ",'setup':{" + member + "}", "");
    assertRefused(() -> WireFormat.readUsageReport(document), "setup");
  }

  @Test
  void aReportOfMoreTenantsThanThereCanBeIsRefused() {
    List<TenantUsage> tenants = new ArrayList<>();
    for (int i = 0; i <= 100_000; i++) {
      tenants.add(TenantUsage.builder(TenantId.of("t" + i)).build());
    }
    UsageReport report = new UsageReport("rs1", 1, 2, 1, 1, 1, List.of(), tenants);
    byte[] document = ReportCodec.write(NumberedReport.complete(1, report));
    assertRefused(() -> WireFormat.readNumberedReport(document), "100001 tenants");
  }

  @Test
  void aTextInPlaceOfANumberIsNoNumberFormatException() {
    String plan =
        "{'version':1,'mode':'AUTO','reservations':[{'tenant':'a','weight':'x',"
            + "'shares':{'cache':1,'hdfs':1}}]}";
    assertRefused(() -> WireFormat.readPlan(bytes(plan)), "plan cannot be read");
  }

  @Test
  void aScoreThatIsNoneCountsAsUnknown() {
    String plan =
        "{'version':1,'mode':'AUTO','reservations':[{'tenant':'a','shares':{'cache':1,'hdfs':1}}],"
            + "'explanation':{'before':{'jIndex':NaN},'after':{'dScore':1e300}}}";
    PlanExplanation read = WireFormat.readPlan(bytes(plan)).explanation();
    assertThat(read.before().jIndex()).isZero();
    assertThat(read.after().dScore()).isZero();
  }

  @Test
  void newcomersWithSharesNextToNothingDoNotMakeAPlanUnusable() {
    TenantId alice = TenantId.of("alice");
    List<Reservation> all =
        List.of(Reservation.of(alice, 1, 1), Reservation.of(TenantId.of("bob"), 4.9e-324, 1e-310));
    Plan plan = Plan.of(1, Plan.Mode.AUTO, 0, true, all, PlanExplanation.because("test"));
    ServerShares own = ServerShares.of("rs1", 1, List.of(Reservation.of(alice, 1, 1)));
    Plan stored = WireFormat.readPlan(WireFormat.writeClusterWide(plan.withServers(List.of(own))));
    assertThat(stored.on(own).reservation(alice)).contains(Reservation.of(alice, 1, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'reportMillis':9223372036854775807,'zooKeeperMillis':1}",
        "{'reportMillis':2000,'zooKeeperMillis':1e15}",
        "{'reportMillis':2000,'zooKeeperMillis':2000,'copyMillis':-1}",
        "{'reportMillis':'x'}"
      })
  void aSignOfLifeThatWouldEndReportsIsRefused(String sign) {
    assertRefused(() -> PlannerSign.read(bytes(sign)), "sign of life");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../hbaseid", "", "\\u0000", "0123456789abcdeg"})
  void aHeadNamesNoNodesButParts(String generation) {
    byte[] head = bytes("{'parts':1,'bytes':5,'generation':'" + generation + "'}");
    List<String> asked = new ArrayList<>();
    assertThatThrownBy(
            () ->
                DocumentParts.whole(
                    "plan",
                    head,
                    name -> {
                      asked.add(name);
                      return head;
                    }))
        .isInstanceOf(IOException.class);
    assertThat(asked).containsOnly("plan");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'version':1,'values':[[null,'off']],'log':[]}",
        "{'version':1,'values':{'argus.mode':null},'log':[]}",
        "{'version':1,'values':{},'log':[{'key':'argus.mode','before':'off'}]}",
        "{'version':1,'values':{},'log':[{'key':'argus.mode','who':'alice'}]}",
        "{'version':'x','values':{},'log':[]}"
      })
  void changedSettingsThatToolsCouldNotShowAreRefused(String json) {
    assertRefused(() -> SettingsOverrides.read(bytes(json)), "the changed settings");
    assertThat(SettingsOverrides.readOrNone(bytes(json))).isSameAs(SettingsOverrides.NONE);
  }

  @Test
  void changedSettingsThatWouldFillTheMemoryAreRefused() {
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      values.append(i == 0 ? "" : ",").append("'k").append(i).append("':'v'");
    }
    byte[] document = bytes("{'version':1,'values':{" + values + "},'log':[]}");
    assertRefused(() -> SettingsOverrides.read(document), "500 each at most");
  }

  @Test
  void aChangeThatIsNestedDeeplyIsRefused() {
    byte[] change = bytes("{'texts':{'argus.mode':" + DEEP + "}}");
    assertRefused(() -> ChangeRequest.read(change), "the changes cannot be read");
    byte[] unknown = bytes("{'texts':{},'mine':" + DEEP + "}");
    assertRefused(() -> ChangeRequest.read(unknown), "the changes cannot be read");
  }

  @Test
  void aChangeOfManyWrongKeysNamesAFew() {
    byte[] change =
        bytes(
            "{'texts':{'a':'1','b':'1','c':'1','d':'1','e':'1','" + "x".repeat(10_000) + "':'1'}}");
    ChangeRequest changes = ChangeRequest.read(change);
    assertRefused(
        () -> SettingsOverrides.NONE.with(changes, Settings.defaults(), "alice", 1),
        "3 more are wrong");
  }

  @Test
  void aCatalogueThatIsNestedDeeplyIsRefusedByAllThatChangeIt() {
    byte[] catalogue = bytes("{'format':1,'profiles':[{'name':'x','mine':" + DEEP + "}]}");
    assertThat(CatalogueFormat.read(catalogue).problems())
        .singleElement()
        .asString()
        .contains("nested");
    assertRefused(() -> CatalogueFormat.without(catalogue, "x"), "nested");
    assertRefused(
        () -> CatalogueFormat.with(catalogue, SampleCatalogue.read().profiles().iterator().next()),
        "nested");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'name':'x','fitErrors':[[null,1]]}",
        "{'name':'x','mix':'y'}",
        "{'name':'x','keyRepeatRatio':'y'}",
        "[]"
      })
  void aProfileOfAWrongTypeIsLeftOut(String profile) {
    byte[] catalogue = bytes("{'format':1,'profiles':[" + profile + "]}");
    assertThat(CatalogueFormat.read(catalogue).problems())
        .singleElement()
        .asString()
        .startsWith("performance profile 0 is left out: ");
  }

  @Test
  void aCatalogueOfManyBrokenProfilesNamesAFew() {
    byte[] catalogue = bytes("{'format':1,'profiles':[" + "{},".repeat(10_000) + "{}]}");
    assertThat(CatalogueFormat.read(catalogue).problems())
        .hasSize(21)
        .endsWith("9981 more performance profiles are left out");
  }

  @Test
  void aTenantsNameIsQuotedInShort() {
    assertRefused(() -> TenantId.of("<".repeat(10_000)), "characters)");
    assertRefused(() -> TenantId.of("a\u001b[31m\n"), "'a?[31m '");
  }
}
