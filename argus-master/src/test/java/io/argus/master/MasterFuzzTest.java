package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.fuzz.Fuzz;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageReply;
import io.argus.core.performance.CatalogueFormat;
import io.argus.core.performance.SampleCatalogue;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.metering.InMemoryTable;
import io.argus.master.metering.Metering;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.plans.ClusterCatalogue;
import io.argus.master.plans.PlanHistory;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.ServerStatus;
import io.argus.master.status.TableOwners;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The documents that only a master and the tools read, the page's queries, and whole rounds. */
@Tag("long")
class MasterFuzzTest {
  private static final long START = 1_800_000_000_000L;
  private static final String[] DOCUMENTS = {
    "status.json",
    "history.json",
    "plans.json",
    "functions.json",
    "servers.json",
    "contention-now.json",
    "placement.json",
    "capacity.json",
    "slos.json",
    "usage.json",
    "contention.json",
    "what-if.json"
  };

  /** Documents that cost a search, and a word in what they are asked. */
  private static final Map<String, String> SEARCHING =
      Map.of("placement.json", "moves", "capacity.json", "slo");

  /** A cluster of two servers that has been planned for. */
  private static InMemoryDocuments store;

  private static Map<String, byte[]> reports;
  private static ArgusPage page;

  @BeforeAll
  static void planACluster() throws IOException {
    store = new InMemoryDocuments();
    SimulatedServers cluster =
        new SimulatedServers(2)
            .with("alice", Workload.EX_HOT, 0.7, 0.3)
            .with("bob", Workload.SCAN, 0.2, 0.8)
            .with("carol", Workload.HOT.asking(900), 1, 0);
    MasterPlanner planner = new MasterPlanner(cluster, store, Settings::defaults);
    for (int i = 0; i < 30; i++) {
      cluster.advance(store, START + 2_000 * i);
      planner.tick(START + 2_000 * i);
    }
    store.write(ClusterCatalogue.DOCUMENT, CatalogueFormat.write(SampleCatalogue.read()));
    reports = new TreeMap<>();
    cluster
        .usageReports(START)
        .reports()
        .forEach((server, report) -> reports.put(server, WireFormat.write(report)));
    Metering metering = new Metering(Settings::defaults);
    metering.start(new InMemoryTable(), Runnable::run, System::nanoTime);
    page = PageFixture.page(planner.board(), metering);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void statuses() throws Exception {
    Fuzz.of("status", store.get(ClusterDocuments.STATUS))
        .run(
            document -> {
              ClusterStatus status = ClusterStatus.read(document);
              assertThat(status.master().page()).isNotNull();
              for (TenantStatus tenant : status.tenants()) {
                assertThat(tenant.tenant() + tenant.bottleneckServer()).isNotEmpty();
                tenant.servers().forEach(local -> assertThat(local.server()).isNotNull());
              }
              for (ServerStatus server : status.servers()) {
                assertThat(server.server() + server.bottleneck()).isNotNull();
                assertThat(server.components().toString()).isNotNull();
                assertThat(server.cpu().busy()).isNotNull();
              }
              status.toStore();
            });
  }

  @Test
  void ownersOfTables() throws InterruptedException {
    TenantMapping mapping =
        new TenantMapping(TenantRules.parse("a:*=alice"), TenantMapping.Fallback.NAMESPACE);
    byte[] written =
        TableOwners.of(
                List.of(
                    TableDescription.of("a", "t", null),
                    TableDescription.of("b", "u", "bob"),
                    TableDescription.of("c", "v", "not/legal")),
                mapping)
            .toJson();
    Fuzz.of("owners of tables", written)
        .run(
            document -> {
              TableOwners read = TableOwners.read(document);
              read.tables().forEach(owner -> assertThat(owner.reason()).isNotNull());
              assertThat(read.problems()).doesNotContainNull();
            });
  }

  @Test
  void planHistories() throws Exception {
    Fuzz.of("plan history", store.get(PlanHistory.DOCUMENT))
        .slower(2)
        .run(
            document -> {
              PlanHistory read = PlanHistory.read(document);
              requireJson(read.toPageJson());
              PlanHistory longer = read.with(Plan.equal(1L << 52, 5, List.of(TenantId.DEFAULT)));
              assertThat(PlanHistory.read(longer.toJson()).plans()).isNotEmpty();
            });
  }

  @Test
  void queries() throws InterruptedException {
    Fuzz.of(
            "query of the master's page",
            bytes("span=hours&tenants=alice,bob"),
            bytes("alice=0.6/0.5&bob=0.2/0.2"),
            bytes("moves=3"),
            bytes("slo=alice:500,bob:20&servers=2,4&extrapolate"),
            bytes("slo=alice:500&add=bob:20"),
            bytes("server=rs1&tenant=alice"),
            bytes("tenant=bob"),
            bytes("slos=alice:ops=500,bob:scan.p99=20"),
            bytes("fromMillis=0&toMillis=7200000&by=hour&zone=Europe/Berlin&hours=8-20"),
            bytes("fromMillis=0&toMillis=7200000&tenant=alice"))
        .slower(4)
        .atMost(20_000)
        .run(
            document -> {
              String query = new String(document, StandardCharsets.UTF_8);
              for (String name : DOCUMENTS) {
                if (query.contains(SEARCHING.getOrDefault(name, ""))) {
                  requireAnswer(page, name, query);
                }
              }
            });
  }

  @Test
  void roundsWithDamagedDocuments() throws Exception {
    String server = reports.keySet().iterator().next();
    Map<String, byte[]> kinds = new TreeMap<>();
    for (String name :
        List.of(
            ClusterDocuments.PLAN,
            ClusterDocuments.PIN,
            ClusterCatalogue.DOCUMENT,
            PlanHistory.DOCUMENT,
            ClusterDocuments.sharesOf(server),
            ClusterDocuments.usageOf(server))) {
      byte[] sound =
          name.equals(ClusterDocuments.PIN)
              ? store.get(ClusterDocuments.PLAN)
              : name.startsWith(ClusterDocuments.USAGE) ? reports.get(server) : store.read(name);
      if (sound != null) {
        kinds.put(name, sound);
      }
    }
    for (Map.Entry<String, byte[]> kind : kinds.entrySet()) {
      Fuzz.of("round with " + kind.getKey().split("/")[0], kind.getValue())
          .slower(kind.getKey().startsWith(ClusterDocuments.USAGE) ? 10 : 50)
          .atMost(2_000)
          .run(document -> round(kind.getKey(), document));
    }
  }

  /** A new master's first rounds, and what its page says then. */
  private static void round(String name, byte[] document) throws IOException {
    InMemoryDocuments documents = new InMemoryDocuments();
    for (String each :
        List.of(ClusterDocuments.PLAN, PlanHistory.DOCUMENT, ClusterCatalogue.DOCUMENT)) {
      documents.write(each, store.get(each));
    }
    documents.write(name, document);
    Map<String, byte[]> reported = new TreeMap<>(reports);
    String usage = ClusterDocuments.USAGE + "/";
    if (name.startsWith(usage)) {
      reported.put(name.substring(usage.length()), document);
    }
    ReceivedReports received = ReceivedReports.of(reported);
    ClusterView view =
        new ClusterView() {
          @Override
          public ReceivedReports usageReports(long nowMillis) {
            return received;
          }

          @Override
          public Set<TenantId> tenants() {
            return Set.of(TenantId.of("alice"), TenantId.of("bob"), TenantId.of("carol"));
          }
        };
    MasterPlanner planner = new MasterPlanner(view, documents, Settings::defaults);
    ClusterStatus status = planner.tick(START + 70_000).status();
    planner.tick(START + 90_000);
    assertThat(status.problems())
        .noneMatch(problem -> problem.startsWith("planning failed"))
        .allMatch(problem -> problem.length() < 3_000);
    assertThat(ClusterStatus.read(documents.get(ClusterDocuments.STATUS))).isNotNull();
    ArgusPage after = PageFixture.page(planner.board(), new Metering(Settings::defaults));
    for (String each : DOCUMENTS) {
      requireAnswer(after, each, each.startsWith("what-if") ? "alice=0.4/0.4" : null);
    }
  }

  private static void requireAnswer(ArgusPage of, String name, String query) throws IOException {
    PageReply reply = of.get("/argus/" + name, query).orElseThrow();
    String json = new String(reply.body(), StandardCharsets.UTF_8);
    assertThat(reply.status()).as("%s: %s", name, json).isIn(200, 400);
    assertThat(reply.contentType()).startsWith("application/json");
    assertThat(reply.headers()).containsEntry("X-Content-Type-Options", "nosniff");
    requireJson(json);
    if (reply.status() == 400) {
      String error = JsonParser.parseString(json).getAsJsonObject().get("error").getAsString();
      assertThat(error).isNotBlank().hasSizeLessThan(3_000);
    }
  }

  /** As a browser reads it: without NaN. */
  private static void requireJson(String json) throws IOException {
    JsonReader reader = new JsonReader(new StringReader(json));
    reader.setStrictness(Strictness.STRICT);
    reader.skipValue();
    assertThat(reader.peek()).isEqualTo(JsonToken.END_DOCUMENT);
  }
}
