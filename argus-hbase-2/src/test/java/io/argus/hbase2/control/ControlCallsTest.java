package io.argus.hbase2.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.PlannerSign;
import io.argus.core.documents.ReportCodec;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.UsageReport;
import io.argus.hbase2.server.GivenMaster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.master.GivenHMaster;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the endpoint does and for whom, whichever protobuf carries it. */
class ControlCallsTest {
  private static final byte[] NOTHING = new byte[0];

  private final Configuration conf = GivenEndpoint.authorizing();
  private final GivenMaster argus = new GivenMaster(Map.of());
  private Optional<User> caller = Optional.empty();
  private final ControlCalls calls = new ControlCalls(() -> caller);

  @BeforeEach
  void serve() throws IOException {
    Superusers.initialize(conf);
    calls.serve(GivenHMaster.of(conf), argus.node());
  }

  private void as(@Nullable String user) {
    caller = Optional.ofNullable(user).map(GivenEndpoint::user);
  }

  private static byte[] report(String server) {
    UsageReport report = new UsageReport(server, 1_000, 10, 0, 1 << 20, 1e6, List.of(), List.of());
    return ReportCodec.write(NumberedReport.complete(1, report));
  }

  @ParameterizedTest
  @CsvSource({"report, 'rs,16020,1'", "ask, status.json", "change, set"})
  void aMasterThatIsNotActiveRefuses(String method, String name) {
    as(GivenHMaster.ADMINISTRATOR);
    assertThatThrownBy(() -> new ControlCalls().answer(method, name, NOTHING))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage("Argus does not run on this master");
  }

  @Test
  void aReportOfAServerIsAnsweredWithTheSignOfLife() throws IOException {
    as(GivenHMaster.ADMINISTRATOR);
    byte[] report = report(GivenHMaster.ONLINE);
    Answers.Reply reply = calls.answer("report", GivenHMaster.ONLINE, report);
    assertThat(reply.name).isEqualTo(GivenHMaster.ONLINE);
    assertThatCode(() -> PlannerSign.read(reply.value)).doesNotThrowAnyException();
  }

  @Test
  void onlyHBasesOwnUserReportsWhereHBaseAuthorizes() throws IOException {
    byte[] report = report(GivenHMaster.ONLINE);
    as("bob");
    assertThatThrownBy(() -> calls.answer("report", GivenHMaster.ONLINE, report))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("only region servers of this cluster may report to Argus, not bob");
    as(null);
    assertThatThrownBy(() -> calls.answer("report", GivenHMaster.ONLINE, report))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("not an unknown user");
    conf.setBoolean("hbase.security.authorization", false);
    assertThat(calls.answer("report", GivenHMaster.ONLINE, report).value).isNotEmpty();
  }

  @Test
  void aReportThatIsNoneIsRefused() {
    as(GivenHMaster.ADMINISTRATOR);
    assertThatThrownBy(() -> calls.answer("report", "rs,16020,2", report("rs,16020,2")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage("rs,16020,2 is no region server that is online");
    assertThatThrownBy(() -> calls.answer("report", GivenHMaster.ONLINE, new byte[100]))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anAdministratorGetsDocumentsOfThePage() throws IOException {
    as(GivenHMaster.ADMINISTRATOR);
    Answers.Reply reply = calls.answer("ask", "status.json", NOTHING);
    assertThat(reply.name).isEqualTo("200 0");
    assertThat(new String(reply.value, StandardCharsets.UTF_8)).startsWith("{");
    assertThatThrownBy(() -> calls.answer("ask", "nothing.json?a=b", NOTHING))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage("the page has no nothing.json");
  }

  @Test
  void anAdministratorChangesSettings() throws IOException {
    as(GivenHMaster.ADMINISTRATOR);
    byte[] asked = "{\"texts\": {\"argus.alpha\": \"0.25\"}}".getBytes(StandardCharsets.UTF_8);
    Answers.Reply reply = calls.answer("change", "set", asked);
    assertThat(reply.name).isEqualTo("set");
    assertThat(reply.value).isEqualTo(argus.read(ClusterDocuments.SETTINGS));
    assertThat(SettingsOverrides.read(reply.value).log())
        .singleElement()
        .satisfies(change -> assertThat(change.who()).isEqualTo(GivenHMaster.ADMINISTRATOR));
    byte[] wrong = "{\"texts\": {\"argus.alpha\": \"7\"}}".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> calls.answer("change", "set", wrong))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("must be a number from 0.0 to 1.0");
    assertThatThrownBy(() -> calls.answer("change", "format", NOTHING))
        .isInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void othersNeitherAskNorChange() {
    as("bob");
    assertThatThrownBy(() -> calls.answer("ask", "status.json", NOTHING))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("no ADMIN for argus ask");
    assertThatThrownBy(() -> calls.answer("change", "set", NOTHING))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("no ADMIN for argus set");
    assertThat(argus.read(ClusterDocuments.SETTINGS)).isNull();
  }

  @Test
  void anAdministratorReadsWhatIsStored() throws IOException {
    as(GivenHMaster.ADMINISTRATOR);
    assertThat(calls.answer("read", ClusterDocuments.SETTINGS, NOTHING).value).isEmpty();
    byte[] asked = "{\"texts\": {\"argus.alpha\": \"0.25\"}}".getBytes(StandardCharsets.UTF_8);
    byte[] written = calls.answer("change", "set", asked).value;
    assertThat(calls.answer("read", ClusterDocuments.SETTINGS, NOTHING).value).isEqualTo(written);
    assertThat(calls.answer("list", ClusterDocuments.USAGE, NOTHING).value).isEmpty();
  }

  @Test
  void othersReadNothingThatIsStored() {
    as("bob");
    for (String method : List.of("read", "list")) {
      assertThatThrownBy(() -> calls.answer(method, ClusterDocuments.STATUS, NOTHING))
          .isInstanceOf(AccessDeniedException.class)
          .hasMessage("no ADMIN for argus " + method);
    }
  }

  @Test
  void aPinNamesWhoHBaseSaysPinnedIt() throws IOException {
    as(GivenHMaster.ADMINISTRATOR);
    Plan pin =
        Plan.of(
            0,
            Plan.Mode.PINNED,
            1,
            true,
            List.of(Reservation.of(TenantId.of("gold"), 1, 1)),
            PlanExplanation.because("the quarterly report"));
    byte[] stored = calls.answer("change", "pin", WireFormat.write(pin)).value;
    assertThat(stored).isEqualTo(argus.read(ClusterDocuments.PIN));
    assertThat(WireFormat.readPlan(stored).explanation().reason())
        .isEqualTo("pinned by root: the quarterly report");
  }

  private String view(String method, String user, String document) throws IOException {
    byte[] name = document.getBytes(StandardCharsets.UTF_8);
    byte[] shown = calls.answer("view", method + " " + user, name).value;
    return new String(shown, StandardCharsets.UTF_8);
  }

  private void twoTenants() {
    argus
        .region("a", "bobs:t", GivenHMaster.ONLINE)
        .region("b", "gold:t", GivenHMaster.ONLINE)
        .diskBound("bobs", GivenHMaster.ONLINE)
        .diskBound("gold", GivenHMaster.ONLINE)
        .rounds(2);
    as(GivenHMaster.ADMINISTRATOR);
  }

  @Test
  void whoMayReadTheTablesOfATenantSeesThatTenantOnly() throws IOException {
    twoTenants();
    String status = view("read", "bob", ClusterDocuments.STATUS);
    assertThat(status)
        .contains("\"tenant\":\"bobs\"", "whose tables you may read")
        .doesNotContain("gold");
    assertThat(view("list", "bob", ClusterDocuments.USAGE)).isEqualTo(GivenHMaster.ONLINE);
    String report = view("read", "bob", ClusterDocuments.usageOf(GivenHMaster.ONLINE));
    assertThat(report).contains("bobs", "_others").doesNotContain("gold");
    assertThat(view("read", "bob", "history")).doesNotContain("gold");
    assertThatCode(() -> view("ask", "bob", "usage.json?fromMillis=0&toMillis=9"))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "read, plan",
    "read, settings",
    "list, plan",
    "ask, status.json",
    "ask, usage.json?tenant=gold",
    "ask, usage.json?tenant=bobs&tenant=gold",
    "change, set"
  })
  void aTenantSeesNothingElse(String method, String document) {
    twoTenants();
    assertThatThrownBy(() -> view(method, "bob", document))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("Insufficient permissions for user 'bob': ");
  }

  @Test
  void whoMayReadNoTenantsTablesSeesNone() {
    twoTenants();
    assertThatThrownBy(() -> view("read", "eve", ClusterDocuments.STATUS))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("there is no tenant whose tables the user may all read");
  }

  @Test
  void onlyRegionServersAskForUsers() {
    twoTenants();
    as("eve");
    assertThatThrownBy(() -> view("read", "bob", ClusterDocuments.STATUS))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("only region servers of this cluster may ask for users, not eve");
  }

  private static TableDescriptor table(@Nullable String owner) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
        .setValue(TenantMapping.TABLE_ATTRIBUTE, owner)
        .build();
  }

  @Test
  void onlyAdministratorsSayWhoseATableIs() {
    User bob = GivenEndpoint.user("bob");
    User root = GivenEndpoint.user(GivenHMaster.ADMINISTRATOR);
    assertThatThrownBy(() -> calls.requireMayOwn(bob, table(null), table("gold")))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("only administrators of HBase may set the tenant of a table");
    assertThatThrownBy(() -> calls.requireMayOwn(bob, null, table("gold")))
        .isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(() -> calls.requireMayOwn(bob, table("gold"), table(null)))
        .isInstanceOf(AccessDeniedException.class);
    assertThatCode(
            () -> {
              calls.requireMayOwn(bob, table("gold"), table("gold"));
              calls.requireMayOwn(bob, null, table(null));
              calls.requireMayOwn(root, table(null), table("gold"));
              calls.requireMayOwn(null, table(null), table("gold"));
              new ControlCalls().requireMayOwn(bob, table(null), table("gold"));
            })
        .doesNotThrowAnyException();
  }

  @Test
  void aTenantThatCannotBeCheckedIsNotSet() {
    User mallory = GivenEndpoint.user(GivenHMaster.UNKNOWABLE);
    assertThatThrownBy(() -> calls.requireMayOwn(mallory, table(null), table("gold")))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("only administrators of HBase may set the tenant of a table")
        .hasMessageContaining("the table of permissions is broken");
    assertThatCode(() -> calls.requireMayOwn(mallory, table("gold"), table("gold")))
        .as("a change that leaves the tenant")
        .doesNotThrowAnyException();

    conf.setBoolean(User.HBASE_SECURITY_AUTHORIZATION_CONF_KEY, false);
    assertThatCode(() -> calls.requireMayOwn(mallory, table(null), table("gold")))
        .as("where everybody may do everything")
        .doesNotThrowAnyException();
  }

  /** This master cannot read the current table. */
  @Test
  void whoRestoresATableWhoseTenantNobodyKnowsMustBeAnAdministrator() {
    User bob = GivenEndpoint.user("bob");
    for (TableDescriptor restored : List.of(table("gold"), table(null))) {
      assertThatThrownBy(() -> calls.requireMayRestore(bob, restored))
          .isInstanceOf(AccessDeniedException.class);
      assertThatCode(
              () -> {
                calls.requireMayRestore(GivenEndpoint.user(GivenHMaster.ADMINISTRATOR), restored);
                calls.requireMayRestore(null, restored);
              })
          .doesNotThrowAnyException();
    }
  }

  @Test
  void whoseTablesAreIsCheckedOnAMasterOnWhichArgusDoesNotStart() {
    ControlCalls alone = new ControlCalls(() -> caller);
    alone.guard(GivenHMaster.of(conf));
    assertThatThrownBy(() -> alone.requireMayOwn(GivenEndpoint.user("bob"), null, table("gold")))
        .isInstanceOf(AccessDeniedException.class);
  }
}
