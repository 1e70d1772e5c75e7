package io.argus.cli.control;

import static io.argus.cli.live.FakeCluster.property;
import static io.argus.cli.live.FakeCluster.setup;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.FakeCluster;
import io.argus.cli.output.Output;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsChangeTest {
  private static final int ATTENTION = 3;
  private static final String ASKS = "argus.asks";

  private static final Pattern COMMAND = Pattern.compile("`argus ([^`]+)`");
  private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

  @RegisterExtension private final FakeCluster cluster = new FakeCluster();

  private static SettingsOverrides first(String key, String value) {
    Map<String, @Nullable String> change = Map.of(key, value);
    return SettingsOverrides.NONE.with(ChangeRequest.of(change), Settings.defaults(), "me", 0);
  }

  /** A master and a server that use the first change as soon as it is stored. */
  private void servers(Map<String, String> site) throws Exception {
    SettingsOverrides next = first("argus.alpha", "0.5");
    cluster.master(site, next);
    cluster.server("rs1,1,1", setup(site, next));
  }

  @Test
  void slosOfTheServersSiteFileStayWhenOneIsAdded() throws Exception {
    servers(Map.of("argus.slos", "alice:ops=5"));

    assertThat(cluster.run("slo", "set", "bob", "--min-ops", "7", "--force")).isZero();

    assertThat(cluster.overrides().values()).containsEntry("argus.slos", "alice:ops=5,bob:ops=7");
    assertThat(cluster.run("slo", "remove", "carol")).isEqualTo(1);
    assertThat(cluster.err()).contains("SLOs are alice:ops=5,bob:ops=7");
  }

  @Test
  void sharesOfTenantsThatAreNotNamedStay() throws Exception {
    servers(Map.of("argus.tenant.shares", "shop=4,batch=2"));

    assertThat(cluster.run("tenant", "share", "shop=3", "search=1.5", "batch=1")).isZero();

    assertThat(cluster.overrides().values())
        .containsExactly(Map.entry("argus.tenant.shares", "search=1.5,shop=3"));
    assertThat(cluster.run("tenant", "share")).isZero();
    assertThat(cluster.out()).isEqualTo("argus.tenant.shares: search=1.5,shop=3\n");
  }

  @Test
  void theCapOfOneTenantReplacesItsOwnAndNoOther() throws Exception {
    servers(Map.of("argus.tenant.caps", "shop:ops=5,batch:ops=7,batch:bytes=9"));

    assertThat(cluster.run("tenant", "cap", "batch", "--max-ops", "200", "--burst", "5m")).isZero();

    assertThat(cluster.overrides().values())
        .containsExactly(
            Map.entry("argus.tenant.caps", "batch:ops=200,batch:burst=300,shop:ops=5"));
    assertThat(cluster.err()).contains("nobody has used a table of tenant batch yet");
  }

  @Test
  void aCapIsRemovedAndTheOthersAreShown() throws Exception {
    servers(Map.of("argus.tenant.caps", "shop:ops=5,batch:ops=7,batch:bytes=9"));

    assertThat(cluster.run("tenant", "cap", "batch", "--remove", "--reason", "paid")).isZero();
    assertThat(cluster.run("tenant", "cap")).isZero();

    assertThat(cluster.out()).isEqualTo("argus.tenant.caps: shop:ops=5\n");
  }

  @ParameterizedTest
  @CsvSource({
    "batch --max-ops 0, ops 0 is not from 0.01 to 1000000000",
    "batch --max-ops -5, ops -5 is not from 0.01 to 1000000000",
    "batch --max-ops many, many",
    "batch --max-bytes 1e99, is not from 1 to 1000000000000000",
    "batch --burst 5m, tenant batch has a burst without a cap",
    "batch --max-ops 5 --burst 2d, burst 172800 is not from 1 to 86400",
    "batch --max-ops 5 --burst soon, 'soon' must be a time",
    "batch --max-ops 5 --remove, --remove and no other limit",
    "batch, give --max-ops or --max-bytes",
    "--max-ops 5, name the tenant",
    "a=b --max-ops 5, a=b"
  })
  void aCapThatIsNoneChangesNothing(String arguments, String complaint) throws Exception {
    servers(Map.of());

    assertThat(cluster.run(("tenant cap " + arguments).split(" "))).isIn(1, 2);

    assertThat(cluster.err()).contains(complaint);
    assertThat(cluster.overrides().values()).isEmpty();
  }

  @Test
  void rulesOnCallersAreMergedListedTestedAndRemoved() throws Exception {
    servers(Map.of("argus.tenant.callers", "user:etl_*=batch,group:staff=reports"));

    assertThat(cluster.run("tenant", "rules", "set", "user:etl_*=night", "user:etl_7=x")).isZero();
    assertThat(cluster.err())
        .contains("rule user:etl_7=x matches nobody: user:etl_*=night comes first");
    assertThat(cluster.overrides().values())
        .containsExactly(
            Map.entry("argus.tenant.callers", "user:etl_*=night,group:staff=reports,user:etl_7=x"));

    assertThat(cluster.run("tenant", "rules", "list")).isZero();
    assertThat(cluster.out())
        .isEqualTo(
            "user:etl_*=night\n"
                + "group:staff=reports\n"
                + "user:etl_7=x  (matches nobody: user:etl_*=night comes first)\n");

    assertThat(cluster.run("tenant", "rules", "test", "--user", "ann")).isZero();
    assertThat(cluster.out())
        .isEqualTo(
            "no rule matches: the tenant that owns the table\n"
                + "Rules on groups were not tried: give --group.\n");
    assertThat(cluster.run("tenant", "rules", "test", "--user", "ann", "--group", "staff"))
        .isZero();
    assertThat(cluster.out()).isEqualTo("tenant reports: rule group:staff=reports\n");

    assertThat(cluster.run("tenant", "rules", "remove", "user:etl_7", "--timeout", "0"))
        .as("stored; the servers of this cluster confirm the first change only")
        .isEqualTo(ATTENTION);
    assertThat(cluster.overrides().values())
        .containsEntry("argus.tenant.callers", "user:etl_*=night,group:staff=reports");
  }

  @Test
  void attributesOfRequestsAreTriedAndThoseThatDoNotCountAreSaidSo() throws Exception {
    servers(Map.of("argus.tenant.callers", "user:etl=batch"));

    assertThat(cluster.run("tenant", "rules", "set", "user:gateway attribute:app=shop|web_*"))
        .isZero();
    assertThat(cluster.overrides().values())
        .containsEntry(
            "argus.tenant.callers", "user:etl=batch,user:gateway attribute:app=shop|web_*");

    assertThat(cluster.run("tenant", "rules", "test", "--user", "gateway")).isZero();
    assertThat(cluster.out()).endsWith("Rules on attributes were not tried: give --attribute.\n");
    assertThat(cluster.run(test("gateway", "app=web_1"))).isZero();
    assertThat(cluster.out())
        .isEqualTo("tenant web_1: rule user:gateway attribute:app=shop|web_*\n");
    String ignored = "The attribute would be ignored, and counted: no rule lets it name that.\n";
    assertThat(cluster.run(test("gateway", "app=admin"))).isZero();
    assertThat(cluster.out())
        .isEqualTo("no rule matches: the tenant that owns the table\n" + ignored);
    assertThat(cluster.run(test("etl", "app=shop"))).isZero();
    assertThat(cluster.out()).isEqualTo("tenant batch: rule user:etl=batch\n" + ignored);
    assertThat(cluster.run(test("etl", "other=shop"))).isZero();
    assertThat(cluster.out()).isEqualTo("tenant batch: rule user:etl=batch\n");
    assertThat(cluster.run(test("gateway", "app=" + "x".repeat(10_000)))).isEqualTo(1);
    assertThat(cluster.err()).contains("--attribute is 'xxx").hasSizeLessThan(1_000);
  }

  private static String[] test(String user, String attribute) {
    return new String[] {"tenant", "rules", "test", "--user", user, "--attribute", attribute};
  }

  @Test
  void triesOfAttributesThatDidNotCountAreListed() throws Exception {
    servers(Map.of("argus.tenant.callers", "user:gateway attribute:app=shop"));
    TenantUsage orders =
        TenantUsage.builder(TenantId.of("orders"))
            .totals(
                TenantUsage.builder(TenantId.of("orders"))
                    .count(UsageCounter.IGNORED_ATTRIBUTES, 7)
                    .counted())
            .build();
    cluster.server("rs2,1,1", setup(Map.of(), SettingsOverrides.NONE), List.of(orders));

    assertThat(cluster.run("tenant", "rules", "list")).isZero();
    assertThat(cluster.out())
        .isEqualTo(
            "user:gateway attribute:app=shop\n"
                + "Requests whose attribute named a tenant that no rule lets it name, since the"
                + " servers started, by the tenant that they count for: {orders=7}\n");
    assertThat(cluster.run("tenant", "rules", "list", "-o", "json")).isZero();
    assertThat(cluster.out()).containsPattern("\"ignoredAttributes\": \\{\\s*\"orders\": 7");
  }

  @Test
  void theCapOfAClassIsListedWithIt() throws Exception {
    servers(Map.of("argus.tenant.classes", "shop kind:scan=batch"));

    assertThat(cluster.run("tenant", "cap", "shop/batch", "--max-ops", "20")).isZero();
    assertThat(cluster.run("tenant", "cap", "shop/b/c", "--max-ops", "20")).isEqualTo(1);
    assertThat(cluster.err()).contains("class name 'b/c' is not legal");
    assertThat(cluster.run("tenant", "cap", "shop/night", "--max-ops", "7", "--timeout", "0"))
        .isEqualTo(ATTENTION);

    assertThat(cluster.overrides().values())
        .containsEntry("argus.tenant.caps", "shop/batch:ops=20,shop/night:ops=7");
    assertThat(cluster.run("tenant", "class", "list")).isZero();
    assertThat(cluster.out())
        .contains("shop:batch=1  (cap: 20 ops/s)\n")
        .contains("shop:night=1  (cap: 7 ops/s; no rule puts a request into it)\n");
  }

  @Test
  void onHBase094RulesAreRefusedSinceCallsCarryNoUser() throws Exception {
    cluster.master(Map.of(), SettingsOverrides.NONE);
    cluster.oldServer("rs1,1,1");

    assertThat(cluster.run("tenant", "rules", "set", "user:etl=batch")).isEqualTo(1);
    assertThat(cluster.err())
        .contains("calls of HBase 0.94 carry no user, so that these rules have no effect there");
    assertThat(cluster.overrides().values()).isEmpty();
  }

  /** Each command that docs/installation.md names as one that works, or is refused, is run. */
  @Test
  void onHBase094EachCommandDoesWhatTheDocumentSays() throws Exception {
    cluster.master(Map.of(), SettingsOverrides.NONE);
    cluster.oldServer("rs1,1,1");
    String document = Files.readString(Path.of("../docs/installation.md"));
    String works = document.substring(document.indexOf("- Works: "));
    String refused = works.substring(works.indexOf("- Refused, "));

    List<String[]> working = commands(works.substring(0, works.length() - refused.length()));
    assertThat(working).hasSize(5);
    for (String[] command : working) {
      String before = cluster.overrides().values().toString();
      assertThat(cluster.run(command)).as(cluster.err()).isIn(0, ATTENTION);
      assertThat(cluster.overrides().values().toString()).isNotEqualTo(before);
    }
    List<String[]> others = commands(refused);
    assertThat(others).hasSize(3);
    Map<String, String> before = cluster.overrides().values();
    for (String[] command : others) {
      assertThat(cluster.run(command)).as(String.join(" ", command)).isEqualTo(1);
      assertThat(cluster.err()).contains("HBase 0.94", "have no effect there", "nothing was");
    }
    assertThat(cluster.overrides().values()).isEqualTo(before);
  }

  private static List<String[]> commands(String text) {
    return COMMAND
        .matcher(text)
        .results()
        .map(
            command ->
                WORD.matcher(command.group(1) + " --timeout 0")
                    .results()
                    .map(word -> word.group().replace("'", ""))
                    .toArray(String[]::new))
        .toList();
  }

  @Test
  void aDryRunOfRulesChangesNothing() throws Exception {
    servers(Map.of());

    assertThat(cluster.run("tenant", "rules", "set", "user:etl=batch", "--dry-run")).isZero();

    assertThat(cluster.out()).contains("(empty) -> user:etl=batch", "nothing was changed");
    assertThat(cluster.overrides().values()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "set etl=batch, a condition is user:name",
    "set user:etl, a condition is user:name",
    "set user:a*b=batch, is no name of a user",
    "set user:etl=.x, tenant name '.x' is not legal",
    "set attribute:app=batch, it has neither a user nor a group",
    "remove user:etl, no rule has the conditions 'user:etl': rules are none",
    "test --group staff, --user",
    "set, RULE"
  })
  void aRuleThatIsNoneChangesNothing(String arguments, String complaint) throws Exception {
    servers(Map.of());

    assertThat(cluster.run(("tenant rules " + arguments).split(" "))).isIn(1, 2);

    assertThat(cluster.err()).contains(complaint);
    assertThat(cluster.overrides().values()).isEmpty();
  }

  @Test
  void classesAreMergedListedAndRemoved() throws Exception {
    servers(Map.of("argus.tenant.classes", "shop:batch=2,shop user:etl_*=batch"));

    assertThat(
            cluster.run(
                "tenant", "class", "set", "shop:batch=1", "shop:night=3", "shop user:etl_7=x"))
        .isZero();
    assertThat(cluster.err())
        .contains(
            "shop:night=3: no rule puts a request into it",
            "shop user:etl_7=x: matches nobody: shop user:etl_*=batch comes first");
    assertThat(cluster.overrides().values())
        .containsExactly(
            Map.entry(
                "argus.tenant.classes",
                "shop:batch=1,shop:night=3,shop user:etl_*=batch,shop user:etl_7=x"));

    assertThat(cluster.run("tenant", "class", "list")).isZero();
    assertThat(cluster.out())
        .isEqualTo(
            "shop:batch=1\n"
                + "shop:default=1\n"
                + "shop:night=3  (no rule puts a request into it)\n"
                + "shop:x=1\n"
                + "shop user:etl_*=batch\n"
                + "shop user:etl_7=x  (matches nobody: shop user:etl_*=batch comes first)\n");

    assertThat(cluster.run("tenant", "class", "remove", "shop:x", "shop:night", "--timeout", "0"))
        .as("stored; the servers of this cluster confirm the first change only")
        .isEqualTo(ATTENTION);
    assertThat(cluster.overrides().values())
        .containsEntry("argus.tenant.classes", "shop:batch=1,shop user:etl_*=batch");
  }

  @ParameterizedTest
  @CsvSource({
    "set shop=batch, it has no condition",
    "set shop:batch=0, a weight is a number from 0.001 to 1000",
    "set shop:a/b=1, class name 'a/b' is not legal",
    "remove shop, there is no 'shop': entries are none",
    "set, ENTRY"
  })
  void aClassThatIsNoneChangesNothing(String arguments, String complaint) throws Exception {
    servers(Map.of());

    assertThat(cluster.run(("tenant class " + arguments).split(" "))).isIn(1, 2);

    assertThat(cluster.err()).contains(complaint);
    assertThat(cluster.overrides().values()).isEmpty();
  }

  @Test
  void runawayRulesAreMergedListedAndRemoved() throws Exception {
    servers(Map.of());

    assertThat(
            cluster.run(
                "tenant",
                "runaway",
                "set",
                "shop kind:scan rows:9=cool-down",
                "* rows:5=stop",
                "other cpu-ms:7=dry-run"))
        .isZero();
    assertThat(cluster.err())
        .contains(
            "rule shop kind:scan rows:9=cool-down: matches nobody: * rows:5=stop stops requests"
                + " before",
            "tenant shop has no class batch: what is cooled down gets one of weight 1",
            "argus tenant class set shop:batch=0.1")
        .doesNotContain("tenant other");
    assertThat(cluster.overrides().values())
        .containsExactly(
            Map.entry(
                "argus.runaway.rules",
                "shop kind:scan rows:9=cool-down,* rows:5=stop,other cpu-ms:7=dry-run"));

    assertThat(cluster.run("tenant", "runaway", "list")).isZero();
    assertThat(cluster.out())
        .isEqualTo(
            "shop kind:scan rows:9=cool-down  (matches nobody: * rows:5=stop stops requests"
                + " before)\n* rows:5=stop\nother cpu-ms:7=dry-run\n");
    assertThat(cluster.run("tenant", "runaway", "hits")).isZero();
    assertThat(cluster.out()).isEqualTo("no request has exceeded a limit\n");

    assertThat(
            cluster.run("tenant", "runaway", "remove", "shop", "* rows:5=stop", "--timeout", "0"))
        .as("stored; the servers of this cluster confirm the first change only")
        .isEqualTo(ATTENTION);
    assertThat(cluster.overrides().values())
        .containsEntry("argus.runaway.rules", "other cpu-ms:7=dry-run");
  }

  @ParameterizedTest
  @CsvSource({
    "set shop, it has no '='",
    "set *, it has no '='",
    "set shop=stop, it has no limit",
    "remove shop, there is no rule 'shop': rules are none",
    "hits a/b, tenant name 'a/b' is not legal",
    "set, RULE"
  })
  void aRunawayRuleThatIsNoneChangesNothing(String arguments, String complaint) throws Exception {
    servers(Map.of());

    assertThat(cluster.run(("tenant runaway " + arguments).split(" "))).isIn(1, 2);

    assertThat(cluster.err()).contains(complaint);
    assertThat(cluster.overrides().values()).isEmpty();
  }

  @Test
  void namesOfTenThousandCharactersAreRefusedShortened() throws Exception {
    servers(Map.of());
    String name = "x".repeat(10_000);

    assertThat(cluster.run("tenant", "rules", "set", "user:" + name + "=batch")).isEqualTo(1);
    assertThat(cluster.err()).contains("is no name of a user").hasSizeLessThan(1_000);
    assertThat(cluster.run("tenant", "class", "set", "shop user:" + name + "=batch")).isEqualTo(1);
    assertThat(cluster.err()).contains("is no name of a user").hasSizeLessThan(1_000);
    assertThat(cluster.run("tenant", "class", "set", "shop:" + name + "=1")).isEqualTo(1);
    assertThat(cluster.err()).contains("is not legal").hasSizeLessThan(1_000);
    assertThat(cluster.run("tenant", "runaway", "set", "shop user:" + name + " rows:1=stop"))
        .isEqualTo(1);
    assertThat(cluster.err()).contains("is no name of a user").hasSizeLessThan(1_000);
    assertThat(cluster.run("tenant", "runaway", "hits", name)).isEqualTo(1);
    assertThat(cluster.err()).contains("is not legal").hasSizeLessThan(1_000);
    assertThat(cluster.run("tenant", "rules", "test", "--user", name)).isEqualTo(1);
    assertThat(cluster.err()).contains("--user is 'xxx").hasSizeLessThan(1_000);
    assertThat(cluster.overrides().values()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "shop, 'shop' has no '='",
    "shop=0, weight 0.0 is not from 0.001 to 1000",
    "shop=NaN, weight NaN is not from 0.001 to 1000",
    "=3, ''",
    "shop=3;search=2, 3;search=2"
  })
  void aShareThatIsNoneChangesNothing(String share, String complaint) throws Exception {
    servers(Map.of());

    assertThat(cluster.run("tenant", "share", "batch=2", share)).isIn(1, 2);

    assertThat(cluster.err()).contains(complaint);
    assertThat(cluster.overrides().values()).isEmpty();
  }

  @Test
  void aRenamedKeyIsRefusedNamingTheNewOne() throws Exception {
    servers(Map.of());

    assertThat(cluster.run("set", "argus.promises=alice:ops=5", "--timeout", "0")).isEqualTo(1);

    assertThat(cluster.err()).contains("argus.promises is no setting: it is now argus.slos");
    assertThat(cluster.overrides().values()).isEmpty();
  }

  @Test
  void whatIsInForceOnTheServersIsShown() throws Exception {
    cluster.site(property("argus.mode", "enforce"));
    servers(Map.of("argus.mode", "observe"));

    assertThat(cluster.run("mode")).isZero();
    assertThat(cluster.out()).isEqualTo("argus.mode: observe\n");
    assertThat(cluster.run("settings")).isZero();
    assertThat(cluster.out()).containsPattern("argus.mode +observe +hbase-site.xml\\s");
  }

  @Test
  void withoutAMasterTheSiteFileHereCountsAndTheCommandSaysSo() throws Exception {
    cluster.site(property("argus.mode", "observe"));

    assertThat(cluster.run("mode")).isZero();
    assertThat(cluster.out()).isEqualTo("argus.mode: observe\n");
    assertThat(cluster.err()).contains("no master says its settings; taken from ");
  }

  @Test
  void onRestoresTheModeOfTheServersSiteFile() throws Exception {
    cluster.site(property("argus.mode", "off"));
    servers(Map.of("argus.mode", "observe"));
    cluster.run("off", "--timeout", "0");

    cluster.run("on", "--timeout", "0");

    assertThat(cluster.overrides().values()).isEmpty();
  }

  @Test
  void aStoredChangeIsNoFailureIfAReportCannotBeRead() throws Exception {
    servers(Map.of());
    cluster.document("usage/rs2,1,1", "{rubbish".getBytes(StandardCharsets.UTF_8));

    assertThat(cluster.run("off", "--timeout", "0")).isEqualTo(ATTENTION);

    assertThat(cluster.out()).contains("stored as settings v1, not confirmed by [rs2,1,1]");
    assertThat(cluster.overrides().values()).containsEntry("argus.mode", "off");
  }

  @Test
  void aStoredChangeIsNoFailureIfTheStatusCannotBeRead() throws Exception {
    servers(Map.of());
    cluster.document("status", "{rubbish".getBytes(StandardCharsets.UTF_8));

    assertThat(cluster.run("set", "argus.alpha=0.3", "--timeout", "0")).isEqualTo(ATTENTION);

    assertThat(cluster.out()).contains("not confirmed by [master]");
  }

  @Test
  void aLiveServerThatDoesNotReportIsNamed() throws Exception {
    servers(Map.of());
    cluster.server("rs2,1,1");

    assertThat(cluster.run("off", "--timeout", "0")).isEqualTo(ATTENTION);

    assertThat(cluster.out()).contains("not confirmed by [rs2,1,1]");
  }

  @Test
  void serversWhoseCacheWaitsForARestartAreNamedOnceForEachReason() throws Exception {
    servers(Map.of());
    ServerSetup setup = setup(Map.of(), first("argus.alpha", "0.5"));
    ComponentStatus waits =
        ComponentStatus.of(Component.CACHE, Reason.NEEDS_RESTART, "argus.mode was observe");
    cluster.server("rs2,1,1", setup, waits, ComponentStatus.active(Component.SCHEDULER));
    cluster.server("rs3,1,1", setup, waits);

    assertThat(cluster.run("mode", "enforce")).isZero();
    assertThat(cluster.out())
        .contains(
            "component cache: argus.mode was observe, when this server started; to switch it on,"
                + " restart: rs2,1,1, rs3,1,1\n");
    assertThat(cluster.run("set", "argus.alpha=0.5", "--timeout", "0")).isEqualTo(ATTENTION);
    assertThat(cluster.out()).as("another setting").doesNotContain("restart");
    assertThat(cluster.run("mode", "enforce", "--json", "--timeout", "0")).isEqualTo(ATTENTION);
    assertThat(cluster.out()).containsPattern("\"restarts\": \\{\\s+\"component cache: argus.mode");
  }

  @Test
  void allThatAreUpConfirm() throws Exception {
    servers(Map.of());

    assertThat(cluster.run("off")).isZero();

    assertThat(cluster.out()).contains("in force on every server (settings v1)");
  }

  @Test
  void aReportThatCannotBeReadDoesNotHideTheSettings() throws Exception {
    servers(Map.of());
    cluster.document("usage/rs2,1,1", "{rubbish".getBytes(StandardCharsets.UTF_8));

    assertThat(cluster.run("settings")).isZero();

    assertThat(cluster.out()).contains("PROBLEM rs2,1,1: ");
  }

  @Test
  void aDryRunStoresNothing() throws Exception {
    servers(Map.of());
    for (String command :
        List.of(
            "mode off",
            "off --for 4h",
            "set argus.alpha=0.3",
            "slo set bob --min-ops 7 --force",
            "mode off --server rs1")) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.add("--dry-run");
      assertThat(cluster.run(words.toArray(new String[0]))).as(command + cluster.err()).isZero();
      assertThat(cluster.out()).contains(" -> ", "dry run: nothing was changed");
      assertThat(cluster.err()).contains("dry run, nothing changes in the cluster of ");
      assertThat(cluster.overrides().version()).as(command).isZero();
    }
    assertThat(cluster.run("set", "argus.alhpa=1", "--dry-run")).isEqualTo(1);
    assertThat(cluster.err()).contains("argus.alhpa is no setting: did you mean argus.alpha?");
  }

  @Test
  void aChangeIsStoredWithItsReasonAndItsEnd() throws Exception {
    servers(Map.of());
    long before = System.currentTimeMillis();

    assertThat(cluster.run("off", "--for", "4h", "--reason", "too noisy")).isZero();

    assertThat(cluster.out()).contains("argus.mode: enforce -> off until ");
    SettingsOverrides stored = cluster.overrides();
    long until = stored.temporary(before).get("argus.mode").untilMillis();
    assertThat(until - before).isBetween(14_400_000L, 14_500_000L);
    assertThat(stored.values()).isEmpty();
    assertThat(cluster.run("settings", "log")).isZero();
    assertThat(cluster.out()).contains("too noisy", Output.time(until));
    assertThat(cluster.run("mode")).isZero();
    assertThat(cluster.out()).isEqualTo("argus.mode: off until " + Output.time(until) + "\n");
    cluster.run("on", "--timeout", "0");
    assertThat(cluster.overrides().temporary(before)).as("on ends it").isEmpty();
    assertThat(cluster.run("off", "--for", "tomorrow")).isEqualTo(2);
    assertThat(cluster.err()).contains("'tomorrow' must be a time from 1s to 366d");
    assertThat(cluster.run("off", "--local", "--for", "1h")).isEqualTo(2);
  }

  @Test
  void slosThatEndAreNotKeptForEverByAnotherChange() throws Exception {
    servers(Map.of("argus.slos", "alice:ops=5"));
    cluster.run("slo", "set", "bob", "--min-ops", "7", "--force", "--for", "1h", "--timeout", "0");

    assertThat(cluster.run("slo", "set", "carol", "--p99", "7", "--force")).isEqualTo(1);

    assertThat(cluster.err()).contains("a change of argus.slos with --for is in force until ");
    assertThat(cluster.overrides().values(0)).containsEntry("argus.slos", "alice:ops=5,bob:ops=7");
    assertThat(cluster.overrides().values(Long.MAX_VALUE)).isEmpty();
  }

  private int answering(String answer, String... words) {
    InputStream before = System.in;
    System.setProperty(ASKS, "true");
    System.setIn(new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)));
    try {
      return cluster.run(words);
    } finally {
      System.setIn(before);
      System.clearProperty(ASKS);
    }
  }

  @Test
  void aChangeOfAllServersIsAskedForOnATerminal() throws Exception {
    servers(Map.of());
    for (String no : List.of("", "n\n", "\n")) {
      assertThat(answering(no, "off")).isEqualTo(1);
      assertThat(cluster.err())
          .contains("argus.mode: enforce -> off, on all 1 region servers. Go on? [y/N]")
          .contains("not confirmed, nothing was changed");
    }
    assertThat(answering("", "slo", "set", "bob", "--min-ops", "7", "--force")).isEqualTo(1);
    assertThat(cluster.overrides().version()).isZero();
    assertThat(answering("", "mode", "off", "--server", "rs1", "--timeout", "0")).isNotEqualTo(1);
    assertThat(cluster.overrides().version()).as("one server").isEqualTo(1);
    assertThat(answering("y\n", "off", "--timeout", "0")).isNotEqualTo(1);
    assertThat(cluster.overrides().version()).isEqualTo(2);
    assertThat(answering("", "on", "-y", "--timeout", "0")).isNotEqualTo(1);
    assertThat(cluster.overrides().version()).isEqualTo(3);
    assertThat(cluster.err()).doesNotContain("Go on?");
  }

  @Test
  void someServersHaveAModeOfTheirOwn() throws Exception {
    servers(Map.of());
    cluster.server("rs2.example.com,16020,1");

    assertThat(
            cluster.run(
                "mode",
                "observe",
                "--server",
                "rs1,rs2.example.com:16020",
                "--guard",
                "--timeout",
                "0"))
        .isEqualTo(ATTENTION);

    assertThat(cluster.out()).contains("argus.mode on rs2.example.com:16020: enforce -> observe");
    assertThat(cluster.overrides().servers(0)).containsOnlyKeys("rs1,1", "rs2.example.com,16020");
    assertThat(cluster.overrides().serverMode("rs1,1", 0).orElseThrow().guard()).isEqualTo(2);
    assertThat(cluster.run("mode")).isZero();
    assertThat(cluster.out()).contains("argus.mode: enforce\n", "on rs1:1: observe, guarded");
    cluster.run("mode", "inherit", "--server", "rs1", "--timeout", "0");
    assertThat(cluster.overrides().servers(0)).containsOnlyKeys("rs2.example.com,16020");
    assertThat(cluster.run("mode", "off", "--server", "rs3")).isEqualTo(1);
    assertThat(cluster.err())
        .contains("no region server rs3 is up: must be one of [rs1:1, rs2.example.com:16020]");
    for (String wrong :
        List.of(
            "mode off --guard",
            "mode inherit",
            "mode --server rs1",
            "mode off --percent 0",
            "mode off --percent 101",
            "mode off --server rs1 --percent 5",
            "mode off --server rs1 --guard=0.5",
            "mode inherit --server rs1 --guard")) {
      assertThat(cluster.run(wrong.split(" "))).as(wrong).isEqualTo(2);
    }
  }

  @Test
  void aGreaterPercentageAddsServers() {
    List<String> live = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      live.add("rs" + i + ".example.com,16020," + i);
    }
    assertThat(ServerNames.percent(1, live)).hasSize(1);
    assertThat(ServerNames.percent(10, live)).hasSize(6);
    assertThat(ServerNames.percent(100, live)).hasSize(60);
    for (int percent = 1; percent < 100; percent++) {
      assertThat(ServerNames.percent(percent + 1, live))
          .containsAll(ServerNames.percent(percent, live));
    }
  }
}
