package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.Plan;
import io.argus.core.PlanExplanation;
import io.argus.core.Reservation;
import io.argus.core.Settings;
import io.argus.core.TenantId;
import io.argus.core.WireFormat;
import io.argus.master.PlanStore.Document;
import io.argus.master.SimulatedCluster.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MasterPlannerTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");
  private static final TenantId CAROL = TenantId.of("carol");

  private final SimulatedCluster cluster = new SimulatedCluster();
  private final InMemoryPlanStore store = new InMemoryPlanStore();
  private final Map<String, String> keys = new HashMap<>();
  private MasterPlanner planner = newMaster();
  private ClusterStatus status = planner.tick(0);
  private long nowMillis = 1_000_000;

  private MasterPlanner newMaster() {
    return new MasterPlanner(cluster, store, () -> Settings.read(keys::get));
  }

  private void tick(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      nowMillis += 2_000;
      cluster.advance(store, nowMillis);
      status = planner.tick(nowMillis);
    }
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  private Plan stored() throws IOException {
    return WireFormat.readPlan(store.read(Document.PLAN).orElseThrow());
  }

  private void pin(double aliceShare) throws IOException {
    Plan pin =
        Plan.of(
            0,
            Plan.Mode.PINNED,
            nowMillis,
            false,
            List.of(
                Reservation.of(ALICE, aliceShare, aliceShare),
                Reservation.of(BOB, 1 - aliceShare, 1 - aliceShare)),
            PlanExplanation.because("trying it out"));
    store.write(Document.PIN, WireFormat.write(pin));
  }

  private void exHotBesideUniform() {
    cluster.with("alice", Workload.EX_HOT).with("bob", Workload.UNIFORM);
  }

  @Test
  void beginsWithEqualReservationAndThenGivesEachWhatItsWorkloadNeeds() throws IOException {
    exHotBesideUniform();
    cluster.with("carol", Workload.UNIFORM);
    tick(1);
    assertThat(stored().version()).isEqualTo(1);
    assertThat(stored().mode()).isEqualTo(Plan.Mode.EQUAL);
    tick(20);
    assertThat(stored().mode()).isEqualTo(Plan.Mode.AUTO);
    assertThat(cluster.violation("alice")).isLessThan(0.01);
    // What alice does not use of HDFS is lent, so she keeps it.
    assertThat(stored().reservation(ALICE).orElseThrow().hdfsShare())
        .isEqualTo(1.0 / 3, within(0.05));
    assertThat(stored().explanation().reason()).contains("predicted D-score rises");
    assertThat(status.problems()).isEmpty();
  }

  @Test
  void findsTheWorkingSetOfATenantThatWasSqueezed() throws IOException {
    exHotBesideUniform();
    pin(0.2);
    tick(2);
    assertThat(cluster.violation("alice")).isGreaterThan(0.9);
    store.delete(Document.PIN);
    tick(30);
    assertThat(cluster.violation("alice")).isLessThan(0.01);
  }

  @Test
  void followsAChangeOfAccessPatternWithinTenSeconds() throws IOException {
    cluster
        .with("alice", Workload.UNIFORM)
        .with("bob", Workload.UNIFORM)
        .with("carol", Workload.UNIFORM);
    tick(30);
    cluster.with("alice", Workload.EX_HOT);
    tick(1);
    // A third of the cache is not quite enough for her.
    assertThat(cluster.violation("alice")).isGreaterThan(0.5);
    tick(5);
    assertThat(cluster.violation("alice")).isLessThan(0.01);
  }

  @Test
  void settles() throws IOException {
    exHotBesideUniform();
    cluster.with("carol", Workload.UNIFORM);
    tick(50);
    int writes = store.planWrites;
    tick(100);
    assertThat(store.planWrites).isEqualTo(writes);
  }

  @Test
  void dividesEquallyBetweenEqualTenants() throws IOException {
    cluster.with("alice", Workload.UNIFORM).with("bob", Workload.UNIFORM);
    tick(20);
    assertThat(stored().reservation(ALICE).orElseThrow().hdfsShare()).isEqualTo(0.5);
    assertThat(status.jIndex()).isGreaterThan(0.999);
    assertThat(status.dScore()).isBetween(0.68, 0.72);
  }

  @Test
  void aNewMasterGoesOnWithTheStoredPlanAndItsVersion() throws IOException {
    exHotBesideUniform();
    tick(20);
    Plan before = stored();
    planner = newMaster();
    tick(1);
    assertThat(stored().version()).isEqualTo(before.version());
    cluster.with("carol", Workload.UNIFORM);
    tick(1);
    assertThat(stored().version()).isEqualTo(before.version() + 1);
    assertThat(stored().explanation().reason()).contains("tenants came: [carol]");
  }

  @Test
  void versionsGrowEvenIfTheStoreWasLost() throws IOException {
    exHotBesideUniform();
    tick(20);
    long version = stored().version();
    store.delete(Document.PLAN);
    planner = newMaster();
    tick(1);
    assertThat(stored().version()).isEqualTo(version + 1);
  }

  @Test
  void aCorruptPlanIsReportedAndReplacedByEqualReservation() throws IOException {
    exHotBesideUniform();
    tick(20);
    long version = stored().version();
    store.write(Document.PLAN, "{\"version\":".getBytes(StandardCharsets.UTF_8));
    planner = newMaster();
    tick(1);
    assertThat(status.problems()).anyMatch(p -> p.contains("PLAN is corrupt"));
    assertThat(stored().version()).isEqualTo(version + 1);
    assertThat(stored().mode()).isEqualTo(Plan.Mode.EQUAL);
    tick(5);
    assertThat(stored().version()).isEqualTo(version + 1);
    assertThat(status.problems()).isEmpty();
  }

  @Test
  void aPinnedPlanStaysUntilAuto() throws IOException {
    exHotBesideUniform();
    tick(10);
    pin(0.75);
    tick(1);
    assertThat(stored().mode()).isEqualTo(Plan.Mode.PINNED);
    assertThat(stored().lending()).isFalse();
    long version = stored().version();
    tick(30);
    assertThat(stored().version()).isEqualTo(version);
    assertThat(stored().reservation(ALICE).orElseThrow().cacheShare()).isEqualTo(0.75);
    planner = newMaster();
    tick(1);
    assertThat(stored().version()).isEqualTo(version);
    store.delete(Document.PIN);
    tick(1);
    assertThat(stored().mode()).isEqualTo(Plan.Mode.AUTO);
    assertThat(stored().explanation().reason()).contains("back to auto");
  }

  @Test
  void aTenantThatAppearsUnderAPinGetsOneUnit() throws IOException {
    exHotBesideUniform();
    pin(0.75);
    tick(2);
    cluster.with("carol", Workload.UNIFORM);
    tick(1);
    assertThat(stored().mode()).isEqualTo(Plan.Mode.PINNED);
    assertThat(stored().reservation(CAROL).orElseThrow().cacheShare()).isEqualTo(0.05);
    assertThat(stored().reservation(ALICE).orElseThrow().cacheShare()).isEqualTo(0.95 * 0.75);
  }

  @Test
  void aCorruptPinChangesNothing() throws IOException {
    exHotBesideUniform();
    pin(0.75);
    tick(2);
    store.write(Document.PIN, new byte[] {1, 2, 3});
    tick(3);
    assertThat(stored().mode()).isEqualTo(Plan.Mode.PINNED);
    assertThat(status.problems()).anyMatch(p -> p.contains("PIN is corrupt"));
  }

  @Test
  void aTenantThatGoesLeavesItsShares() throws IOException {
    exHotBesideUniform();
    cluster.with("carol", Workload.UNIFORM);
    tick(10);
    cluster.workloads.remove(CAROL);
    tick(1);
    assertThat(stored().reservation(CAROL)).isEmpty();
    assertThat(stored().explanation().reason()).contains("tenants went: [carol]");
  }

  @Test
  void recoversWhenTheStoreDoes() throws IOException {
    exHotBesideUniform();
    store.failsToWrite = true;
    nowMillis += 2_000;
    status = planner.tick(nowMillis);
    assertThat(status.problems()).anyMatch(p -> p.contains("cannot be stored"));
    store.failsToRead = true;
    status = planner.tick(nowMillis);
    assertThat(status.problems()).anyMatch(p -> p.contains("cannot be read"));
    store.failsToWrite = false;
    store.failsToRead = false;
    tick(1);
    assertThat(stored().version()).isEqualTo(1);
    assertThat(status.problems()).isEmpty();
  }

  @Test
  void keepsThePlanWhileTheClusterCannotBeSeen() throws IOException {
    exHotBesideUniform();
    tick(20);
    Plan before = stored();
    cluster.fails = true;
    tick(10);
    assertThat(stored().version()).isEqualTo(before.version());
    assertThat(status.problems()).hasSize(2);
  }

  @Test
  void leavesOutCorruptAndStaleReports() throws IOException {
    exHotBesideUniform();
    cluster.extraReports.put("rs2", new byte[] {'{'});
    cluster.extraReports.put("rs3", cluster.usageReports().get("rs1,16020,1"));
    tick(10);
    assertThat(status.problems())
        .anyMatch(p -> p.contains("rs2 is left out"))
        .anyMatch(p -> p.contains("rs3 has not changed"));
    assertThat(status.servers()).hasSize(1);
  }

  @Test
  void anIdleTenantIsNotHurtAndDoesNotCount() throws IOException {
    exHotBesideUniform();
    cluster.with("carol", Workload.IDLE);
    tick(20);
    TenantStatus carol = status.tenants().get(2);
    assertThat(carol.isSlow()).isTrue();
    assertThat(carol.violation()).isZero();
    assertThat(stored().reservation(CAROL).orElseThrow().cacheShare()).isPositive();
  }

  @Test
  void theStatusSurvivesItsJson() throws IOException {
    exHotBesideUniform();
    tick(5);
    byte[] json = store.read(Document.STATUS).orElseThrow();
    ClusterStatus read = ClusterStatus.read(json);
    assertThat(read.toJson()).isEqualTo(status.toJson());
    assertThat(read.tenants()).hasSize(2);
    assertThat(read.servers().get(0).hooks()).hasSize(1);
  }

  @Test
  void answersWhatIf() throws IOException {
    exHotBesideUniform();
    tick(20);
    PlanExplanation squeezed =
        planner.whatIf(List.of(Reservation.of(ALICE, 0.1, 0.5), Reservation.of(BOB, 0.9, 0.5)));
    assertThat(squeezed.after().dScore()).isLessThan(squeezed.before().dScore());
    assertThat(squeezed.moves()).containsExactly("cache: 8 of 20 units from alice to bob");
    assertThat(squeezed.assumptions().get(0).predictedThroughput()).isLessThan(2_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> planner.whatIf(List.of(Reservation.of(ALICE, 1, 1))))
        .withMessageContaining("must be for the tenants [alice, bob]");
  }

  @Test
  void remembersScoresAndPlansAndDrawsFunctions() throws IOException {
    exHotBesideUniform();
    tick(10);
    pin(0.75);
    tick(2);
    JsonObject history = json(planner.history().toJson(History.Span.MINUTES, List.of("alice")));
    assertThat(history.getAsJsonObject("scores").getAsJsonArray("dScore")).hasSize(13);
    assertThat(json(planner.history().plansJson()).getAsJsonArray("plans"))
        .hasSizeGreaterThanOrEqualTo(2);
    JsonArray maps = json(planner.functionsJson()).getAsJsonArray("functions");
    JsonObject alice = maps.get(0).getAsJsonObject();
    JsonArray rows = alice.getAsJsonArray("operationsPerSecond");
    assertThat(rows).hasSize(11);
    assertThat(rows.get(10).getAsJsonArray().get(10).getAsDouble())
        .isGreaterThan(rows.get(1).getAsJsonArray().get(10).getAsDouble());
  }

  @Test
  void profilesOfTheClusterTakeThePlaceOfBuiltInOnes() throws IOException {
    exHotBesideUniform();
    store.write(Document.CATALOGUE, "{\"profiles\":[{}]}".getBytes(StandardCharsets.UTF_8));
    tick(2);
    assertThat(status.problems())
        .containsExactly("performance profile 0 is left out: it lacks 'mix'");
    store.delete(Document.CATALOGUE);
    tick(1);
    assertThat(status.problems()).isEmpty();
  }

  @Test
  void absurdSettingsAreReportedAndDoNoHarm() throws IOException {
    exHotBesideUniform();
    keys.put("argus.alpha", "fair");
    keys.put("argus.planner.pieces", "-3");
    tick(10);
    assertThat(status.problems())
        .hasSize(2)
        .anyMatch(p -> p.startsWith("argus.alpha is 'fair': must be a number from 0.0 to 1.0"));
    assertThat(status.alpha()).isEqualTo(0.5);
    keys.clear();
    keys.put("argus.alpha", "0.25");
    tick(1);
    assertThat(status.alpha()).isEqualTo(0.25);
  }

  @Test
  void fortyTenantsAreNoTrouble() throws IOException {
    for (int i = 0; i < 40; i++) {
      Workload workload =
          i % 10 == 0 ? Workload.EX_HOT : i % 3 == 0 ? Workload.IDLE : Workload.UNIFORM;
      cluster.with("tenant" + i, workload);
    }
    tick(10);
    assertThat(stored().reservations()).hasSize(40);
    assertThat(status.problems()).isEmpty();
    assertThat(store.read(Document.STATUS).orElseThrow().length).isLessThan(1 << 20);
    assertThat(store.read(Document.PLAN).orElseThrow().length).isLessThan(1 << 19);
  }
}
