package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.gson.JsonParser;
import io.argus.core.documents.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageReply;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.metering.Metering;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TableOwners;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and messages that try to be markup, to end a string, or to fill the page. */
class HostileNamesTest {
  private static final String EVIL = "<script>alert('x')</script>\"\\&\u2028\u001b[31m";
  private static final String LONG = EVIL + "x".repeat(10_000);
  private static final String SERVER = "rs1,16020,1";
  private static final long NOW = 1_800_000_000_000L;
  private static final TenantId ALICE = TenantId.of("alice");
  private static final Settings SETTINGS =
      Settings.read(key -> key.equals("argus.tenant.rules") ? LONG : null);

  private static ArgusPage page;
  private static ClusterStatus status;

  @BeforeAll
  static void aServerReportsThem() {
    UsageReport report =
        new UsageReport(
                SERVER,
                NOW,
                2,
                1,
                1_000,
                1_000,
                List.of(
                    ComponentStatus.of("cache", ComponentStatus.State.FAILED, EVIL, EVIL),
                    ComponentStatus.of(EVIL, ComponentStatus.State.FAILED, LONG, LONG)),
                List.of(TenantUsage.builder(ALICE).operations(RequestKind.GET, 900).build()))
            .with(ServerSetup.of(SETTINGS, List.of("argus." + LONG), 10, 10, LONG));
    ReceivedReports received = ReceivedReports.of(Map.of(SERVER, WireFormat.write(report)));
    ClusterView cluster =
        new ClusterView() {
          @Override
          public ReceivedReports usageReports(long nowMillis) {
            return received;
          }

          @Override
          public Set<TenantId> tenants() {
            return Set.of(ALICE);
          }
        };
    MasterPlanner planner = new MasterPlanner(cluster, new InMemoryDocuments(), () -> SETTINGS);
    status = planner.tick(NOW).status();
    page = PageFixture.page(planner.board(), new Metering(() -> SETTINGS));
  }

  private static PageReply get(String name, String query) {
    return page.get("/argus/" + name, query).orElseThrow();
  }

  private static String body(PageReply reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  private static void requireData(PageReply reply) {
    assertThat(reply.contentType()).isEqualTo("application/json; charset=utf-8");
    assertThat(reply.headers())
        .containsEntry("X-Content-Type-Options", "nosniff")
        .containsEntry("Content-Security-Policy", "default-src 'self'; frame-ancestors 'self'");
    assertThat(JsonParser.parseString(body(reply)).isJsonObject()).isTrue();
    assertThat(body(reply)).doesNotContain("\u001b", "\u2028").hasSizeLessThan(100_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"status.json", "plans.json", "servers.json", "history.json"})
  void whatServersReportIsDataAndBounded(String document) {
    PageReply reply = get(document, null);
    assertThat(reply.status()).isEqualTo(200);
    requireData(reply);
  }

  @Test
  void problemsThatQuoteASettingAreBounded() {
    assertThat(status.problems())
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem).hasSizeLessThan(3_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "history.json?span=",
        "history.json?tenants=",
        "functions.json?tenant=",
        "servers.json?server=",
        "placement.json?moves=",
        "capacity.json?slo=",
        "slos.json?slos=",
        "recorded.json?from=",
        "recorded.json?from=1h&to=",
        "recorded.json?from=1h&zone=",
        "recorded.json?from=1h&tenant=",
        "usage.json?fromMillis=",
        "usage.json?fromMillis=0&toMillis=1&by=",
        "usage.json?fromMillis=0&toMillis=1&zone=",
        "usage.json?fromMillis=0&toMillis=1&tenant=",
        "usage.json?fromMillis=0&toMillis=1&hours=",
        "what-if.json?alice=",
        "what-if.json?"
      })
  void aQueryThatComesBackInAnAnswerIsShortened(String address) {
    int query = address.indexOf('?') + 1;
    String document = address.substring(0, query - 1);
    String evil = URLEncoder.encode(LONG, StandardCharsets.UTF_8);
    PageReply reply = get(document, address.substring(query) + evil);
    requireData(reply);
    assertThat(body(reply)).hasSizeLessThan(5_000);
  }

  @Test
  void noTenantHasSuchAName() {
    for (String name : List.of(EVIL, LONG, "x".repeat(10_000))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> TenantId.of(name))
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\u001b").hasSizeLessThan(500));
    }
    TenantMapping mapping =
        new TenantMapping(TenantRules.parse("a:*=alice"), TenantMapping.Fallback.NAMESPACE);
    TableOwners owners = TableOwners.of(List.of(TableDescription.of("a", "t", LONG)), mapping);
    assertThat(owners.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem).doesNotContain("\u001b").hasSizeLessThan(1_000));
  }

  /** The policy forbids it, and so does this: all of the page's text is set as text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "page.js",
        "charts.js",
        "time.js",
        "master.js",
        "plans.js",
        "servers.js",
        "past.js",
        "period.js",
        "tenant.js",
        "usage.js"
      })
  void thePageMakesNoMarkupOfText(String asset) {
    String text = body(get(asset, null));
    assertThat(text)
        .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
        .doesNotContain("javascript:")
        .doesNotContainPattern(Pattern.compile("<script(?![^>]*\\bsrc=)", Pattern.CASE_INSENSITIVE))
        .doesNotContainPattern(Pattern.compile("<[^>]+\\son[a-z]+\\s*=", Pattern.CASE_INSENSITIVE));
  }
}
