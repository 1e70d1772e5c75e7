package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.ReportCodec;
import io.argus.core.documents.WireFormat;
import io.argus.core.metrics.MetricRecord;
import io.argus.core.metrics.MetricRecord.Sample;
import io.argus.core.page.PageReply;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.recorder.RecordFiles;
import io.argus.core.recorder.RecordReader;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.Component;
import io.argus.core.usage.UsageReport;
import io.argus.master.regions.RegionCount;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MasterNodeTest {
  private static final TableDescription ORDERS = TableDescription.of("shop", "orders", null);

  private static final ClusterTables TABLES =
      new ClusterTables() {
        @Override
        public Collection<TableDescription> tables() {
          return List.of(ORDERS);
        }

        @Override
        public TenantMapping.Fallback fallback() {
          return TenantMapping.Fallback.NAMESPACE;
        }
      };

  private final InMemoryDocuments store = new InMemoryDocuments();
  private boolean regionsFail;
  private long nowMillis = 1_000_000;
  private final MasterNode node =
      new MasterNode(store, TABLES, new Regions(), Settings.defaults(), () -> nowMillis);

  private List<MetricRecord> published = List.of();

  private final class Regions implements ClusterRegions {
    @Override
    public Collection<RegionCount> regions() throws IOException {
      if (regionsFail) {
        throw new IOException("no answer");
      }
      return List.of(
          new RegionCount("r1", ORDERS.toString(), "rs1,1,1", 5),
          new RegionCount("r2", "nobody's", "rs1,1,1", 5));
    }

    @Override
    public Set<String> servers() {
      return Set.of("rs1,1,1", "rs2,1,1");
    }
  }

  /** The published figures of one subject, by name. */
  private Map<String, Double> published(String key) {
    return published.stream()
        .filter(record -> record.key().equals(key))
        .flatMap(record -> record.samples().stream())
        .collect(Collectors.toMap(sample -> sample.metric().name(), Sample::value));
  }

  @Test
  void theMetricsSayWhichServersAreWithoutArgusAndWhichReleaseAndModeThereIs() {
    node.metrics(records -> published = records);
    node.runsOn("m,1,1", "", List.of());
    node.report(
        "rs1,1,1",
        ReportCodec.write(
            NumberedReport.complete(
                1, new UsageReport("rs1,1,1", nowMillis, 2, 0, 100, 100, List.of(), List.of()))));
    node.plan();
    assertThat(published("ArgusCluster"))
        .containsEntry("Servers", 1.0)
        .containsEntry("ServersWithoutArgus", 1.0)
        .containsEntry("PinAgeSeconds", 0.0);
    assertThat(published("ArgusCluster,mode=enforce")).containsEntry("Mode", 1.0);
    assertThat(published("ArgusCluster,mode=off")).containsEntry("Mode", 0.0);
    assertThat(published).anyMatch(record -> record.name().equals("ArgusBuild"));
  }

  @Test
  void theMetricsSayHowLongAPlanHasBeenPinned() throws IOException {
    node.metrics(records -> published = records);
    Plan pin =
        Plan.of(
            0,
            Plan.Mode.PINNED,
            nowMillis,
            true,
            List.of(Reservation.of(TenantId.of("shop"), 1, 1)),
            PlanExplanation.because("a test"));
    node.change(MasterNode.Operation.PIN, WireFormat.write(pin), "alice");
    node.plan();
    nowMillis += 90_000_000;
    node.plan();
    assertThat(published("ArgusCluster")).containsEntry("PinAgeSeconds", 90_000.0);
  }

  @Test
  void theMetricsOfAnSloSayWhatItRequiresAndWhatItsTenantHas() {
    node.metrics(records -> published = records);
    node.reload(Map.of("argus.slos", "shop:get.ops=5, shop:p99=20")::get);
    node.plan();
    assertThat(published("ArgusClusterSlo,tenant=shop,slo=get.ops"))
        .containsOnly(
            Map.entry("Missed", 0.0),
            Map.entry("RequiredOperationsPerSecond", 5.0),
            Map.entry("ActualOperationsPerSecond", 0.0));
    assertThat(published("ArgusClusterSlo,tenant=shop,slo=p99"))
        .containsOnly(
            Map.entry("Missed", 0.0),
            Map.entry("RequiredSeconds", 0.02),
            Map.entry("ActualSeconds", 0.0));
  }

  private Map<String, String> settings() throws IOException {
    node.plan();
    byte[] status = store.read(ClusterDocuments.STATUS);
    return ClusterStatus.read(status).master().setup().settings();
  }

  @Test
  void theStatusHasTheSettingsOfTheSiteFileThatWasReadLast() throws IOException {
    node.runsOn("m,1,1", "", List.of());
    assertThat(settings()).isEmpty();
    node.reload(Map.of("argus.slos", "alice:ops=5")::get);
    assertThat(settings()).containsEntry("argus.slos", "alice:ops=5");
  }

  @Test
  void theStatusTellsWhatTheServerLacks() throws IOException {
    node.lacks(Component.CONTROL, "this HBase lacks a.B.c()");
    settings();
    assertThat(ClusterStatus.read(store.read(ClusterDocuments.STATUS)).problems())
        .contains(
            "component control FAILED on the master: the master takes no calls of Argus: this HBase"
                + " lacks a.B.c()");
  }

  private String tablesOfTheShop() {
    PageReply reply = node.page().get("/argus/tables.json", "tenant=shop").orElseThrow();
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  @Test
  void aRoundHasTheTablesAndTheirRegionsAndKeepsThemWhileTheyCannotBeRead() {
    assertThat(tablesOfTheShop()).contains("\"tableCount\":0");
    node.plan();
    assertThat(tablesOfTheShop()).contains("\"table\":\"shop:orders\"", "\"regions\":1");
    regionsFail = true;
    nowMillis += 20_000;
    node.plan();
    assertThat(tablesOfTheShop()).contains("\"regions\":1");
  }

  /** Both think that they are active, as for some seconds of a failover. */
  @Test
  void whatTwoMastersRecordCountsOnce(@TempDir Path directory) throws IOException {
    MasterNode other =
        new MasterNode(store, TABLES, new Regions(), Settings.defaults(), () -> nowMillis);
    node.runsOn("m1,1,1", "", List.of());
    other.runsOn("m2,1,1", "", List.of());
    node.record(RecordFiles.directory(directory), "m1,1,1", Runnable::run);
    other.record(RecordFiles.directory(directory), "m2,1,1", Runnable::run);
    node.follow();
    other.follow();
    long fromMillis = nowMillis;
    for (int i = 0; i < 30; i++) {
      node.tick();
      other.tick();
      nowMillis += 10_000;
      if (i == 10) {
        byte[] change = ChangeRequest.of(Map.of("argus.alpha", "0.7")).toJson();
        other.change(MasterNode.Operation.SET, change, "carol");
      }
    }

    JsonObject history =
        JsonParser.parseString(
                new RecordReader(RecordFiles.directory(directory))
                    .json(fromMillis, nowMillis, 1, null))
            .getAsJsonObject();
    assertThat(history.getAsJsonArray("millis")).hasSizeGreaterThanOrEqualTo(4);
    assertThat(history.getAsJsonObject("scores").getAsJsonArray("servers"))
        .allSatisfy(servers -> assertThat(servers.getAsDouble()).isZero());
    assertThat(
            history.getAsJsonArray("events").asList().stream()
                .map(event -> event.getAsJsonObject().get("text").getAsString()))
        .containsOnlyOnce(
            "m1,1,1 is the active master",
            "m2,1,1 is the active master",
            "carol: key=argus.alpha, before=0.5, after=0.7");
    assertThat(history.getAsJsonArray("problems")).isEmpty();
  }
}
