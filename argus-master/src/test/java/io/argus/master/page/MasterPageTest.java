package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.documents.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageReply;
import io.argus.core.plan.Plan;
import io.argus.master.PageFixture;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MasterPageTest {
  private static ArgusPage page;

  @BeforeAll
  static void aShortWhileOfACluster() throws IOException {
    page = PageFixture.until(1_800_000_000_000L, 40).page();
  }

  private static PageReply get(String name, @Nullable String query) {
    return page.get("/argus/" + name, query).orElseThrow();
  }

  private static JsonObject json(String name, @Nullable String query) {
    PageReply reply = get(name, query);
    assertThat(reply.status()).isEqualTo(200);
    return JsonParser.parseString(new String(reply.body(), StandardCharsets.UTF_8))
        .getAsJsonObject();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "master.js",
        "overview.js",
        "state.js",
        "problems.js",
        "history.js",
        "scores.js",
        "plans.js",
        "what-if.js",
        "contention.js",
        "servers.js",
        "past.js",
        "period.js",
        "tenant.js",
        "usage.js",
        "page.js",
        "range.js",
        "navigation.js",
        "breadcrumb.js",
        "argus.css"
      })
  void servesThePageAndWhatItLoads(String name) {
    assertThat(get(name, null).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "status.json,",
    "history.json,",
    "history.json, span=hours",
    "plans.json,",
    "events.json,",
    "recorded.json, from=1h",
    "tables.json, tenant=search",
    "functions.json,",
    "servers.json,",
    "contention-now.json,",
    "placement.json,",
    "usage.json, fromMillis=0&toMillis=9000",
    "contention.json, fromMillis=0&toMillis=9000",
    "placement.json, moves=3",
    "capacity.json,",
    "capacity.json, 'servers=1,2'",
    "capacity.json, slo=orders:5&add=search:7",
    "capacity.json, servers=64&extrapolate",
    "what-if.json, orders=0.5/0.5"
  })
  void everyDocumentTellsItsVersion(String name, @Nullable String query) {
    assertThat(json(name, query).get("version").getAsInt()).isEqualTo(2);
  }

  @Test
  void theStatusIsWhatTheCommandLineReads() {
    ClusterStatus status = ClusterStatus.read(get("status.json", null).body());
    assertThat(status.tenants()).hasSize(5);
    assertThat(status.planVersion()).isPositive();
    assertThat(status.servers()).hasSize(2);
    assertThat(status.servers().get(1).components().get(0).isActive()).isFalse();
  }

  @Test
  void theHistoryIsOfTheBusiestTenantsOrOfTheNamedOnes() {
    assertThat(json("history.json", null).getAsJsonArray("tenants")).hasSize(5);
    JsonObject named = json("history.json", "tenants=search,orders");
    assertThat(named.getAsJsonArray("tenants")).hasSize(2);
    assertThat(named.getAsJsonArray("millis")).hasSize(40);
    JsonObject search = named.getAsJsonArray("tenants").get(0).getAsJsonObject();
    assertThat(search.get("tenant").getAsString()).isEqualTo("search");
    assertThat(search.getAsJsonArray("hitRatio")).hasSize(40);
  }

  @Test
  void aFunctionIsAGridOfThroughputs() {
    JsonObject function =
        json("functions.json", "tenant=orders")
            .getAsJsonArray("functions")
            .get(0)
            .getAsJsonObject();
    assertThat(function.getAsJsonArray("shares")).hasSize(11);
    assertThat(function.getAsJsonArray("operationsPerSecond")).hasSize(11);
    assertThat(json("functions.json", "tenant=nobody").getAsJsonArray("functions")).isEmpty();
  }

  @Test
  void whatIfTakesFromTheOthersInProportionAndChangesNothing() {
    byte[] before = get("status.json", null).body();
    JsonObject answer = json("what-if.json", "orders=0.05/0.05");
    double cache = 0;
    for (var each : answer.getAsJsonArray("tenants")) {
      cache += each.getAsJsonObject().get("cacheShareAfter").getAsDouble();
    }
    assertThat(cache).isCloseTo(1, org.assertj.core.api.Assertions.within(1e-9));
    assertThat(answer.getAsJsonArray("tenants")).hasSize(5);
    byte[] plan = answer.getAsJsonObject("plan").toString().getBytes(StandardCharsets.UTF_8);
    assertThat(WireFormat.readPlan(plan).mode()).isEqualTo(Plan.Mode.PINNED);
    assertThat(answer.getAsJsonObject("after").get("dScore").getAsDouble())
        .isNotEqualTo(answer.getAsJsonObject("before").get("dScore").getAsDouble());
    assertThat(get("status.json", null).body()).isEqualTo(before);
  }

  @Test
  void whatIfWithoutSharesPredictsWhatThePlannerWouldChoose() {
    JsonObject answer = json("what-if.json", "argus.alpha=0.25");
    assertThat(answer.get("question").getAsString()).isEqualTo("what the planner would choose");
    assertThat(answer.get("alpha").getAsDouble()).isEqualTo(0.25);
    assertThat(answer.getAsJsonArray("tenants")).hasSize(5);
    JsonObject heavier = json("what-if.json", "argus.tenant.shares=orders=3");
    assertThat(heavier.getAsJsonArray("tenants").toString()).contains("\"weight\":3.0");
  }

  @ParameterizedTest
  @CsvSource({
    "what-if.json, argus.alpha=2, argus.alpha",
    "what-if.json, argus.tenant.shares=nobody=2, are unknown",
    "what-if.json, orders@nowhere=0.5/0.5, no server is called 'nowhere'",
    "what-if.json, orders=0.5, must be TENANT=CACHE/HDFS",
    "what-if.json, orders=x/0.5, must be TENANT=CACHE/HDFS",
    "what-if.json, orders=2/0.5, must be within 0..1",
    "what-if.json, nobody=0.5/0.5, tenant nobody is not known",
    "contention.json, fromMillis=9&toMillis=3, must not be before fromMillis",
    "history.json, span=days, must be minutes or hours",
    "history.json, 'tenants=a,b,c,d,e,f,g,h,i', must be at most 8",
    "placement.json, moves=0, must be 1..50",
    "placement.json, moves=many, must be 1..50",
    "capacity.json, servers=0, must be 1..4096",
    "capacity.json, servers=64, --extrapolate",
    "capacity.json, 'servers=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1', must be at most 16",
    "capacity.json, slo=orders, is not TENANT:OPS",
    "capacity.json, slo=nobody:5, tenant nobody is unknown",
    "capacity.json, add=orders:0, must be above 0",
    "tables.json, '', tenant is missing",
    "tables.json, tenant=%3Cscript%3E, is not legal",
    "functions.json, tenant=%3Cscript%3E, is not legal"
  })
  void aBadQuestionIsAnsweredWithWhatIsWrong(String name, String query, String message) {
    PageReply reply = get(name, query);
    assertThat(reply.status()).isEqualTo(400);
    JsonObject error =
        JsonParser.parseString(new String(reply.body(), StandardCharsets.UTF_8)).getAsJsonObject();
    assertThat(error.get("error").getAsString()).contains(message);
  }

  @Test
  void usageIsAddedUpByPeriodAndTenant() {
    String day = "fromMillis=1799990000000&toMillis=1800003600000";
    JsonObject usage = json("usage.json", day + "&by=hour&zone=Europe/Berlin");
    assertThat(usage.get("isOn").getAsBoolean()).isTrue();
    assertThat(usage.get("by").getAsString()).isEqualTo("hour");
    JsonArray periods = usage.getAsJsonArray("periods");
    assertThat(periods).hasSize(1);
    JsonObject period = periods.get(0).getAsJsonObject();
    assertThat(period.get("startMillis").getAsLong() % 3_600_000).isZero();
    JsonArray tenants = period.getAsJsonArray("tenants");
    assertThat(tenants).hasSizeGreaterThanOrEqualTo(4);
    JsonObject orders = json("usage.json", day + "&tenant=orders");
    JsonArray one =
        orders.getAsJsonArray("periods").get(0).getAsJsonObject().getAsJsonArray("tenants");
    assertThat(one).hasSize(1);
    assertThat(one.get(0).getAsJsonObject().getAsJsonObject("amounts").get("gets").getAsLong())
        .isGreaterThan(100_000);
    assertThat(json("usage.json", day + "&hours=20-21").getAsJsonArray("periods")).isEmpty();
    assertThat(json("contention.json", day).getAsJsonArray("tenants")).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', fromMillis is missing",
    "fromMillis=now&toMillis=1, fromMillis is 'now'",
    "fromMillis=2&toMillis=1, must not be before",
    "fromMillis=1&toMillis=2&by=week, by is 'week'",
    "fromMillis=1&toMillis=2&zone=Mars, zone is 'Mars'",
    "fromMillis=1&toMillis=2&hours=8, hours are '8'",
    "fromMillis=1&toMillis=2&hours=0-0, hours are '0-0'",
    "fromMillis=1&toMillis=2&hours=24-24, must be two different hours",
    "fromMillis=1&toMillis=2&tenant=a/b, is not legal",
    "fromMillis=1&toMillis=1800000000000, the span is"
  })
  void aWrongQuestionAboutUsageIsAnsweredWithWhatIsWrong(String query, String message) {
    PageReply reply = get("usage.json", query);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(new String(reply.body(), StandardCharsets.UTF_8)).contains(message);
  }

  @Test
  void contentionOfASpanThatEndsBeforeItBeginsIsRefused() {
    PageReply reply = get("contention.json", "fromMillis=2&toMillis=1");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(new String(reply.body(), StandardCharsets.UTF_8)).contains("must not be before");
  }
}
