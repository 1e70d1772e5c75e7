package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.PlannerSign;
import io.argus.core.documents.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.core.performance.CatalogueFormat;
import io.argus.core.performance.GridFunction;
import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.performance.PerformanceProfile;
import io.argus.core.performance.WorkloadMix;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.UsageReport;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.decision.Prediction;
import io.argus.master.decision.WhatIf;
import io.argus.master.metering.Metering;
import io.argus.master.model.FunctionChoice;
import io.argus.master.model.OneServerModel;
import io.argus.master.model.TenantModel;
import io.argus.master.plans.ClusterCatalogue;
import io.argus.master.plans.PlanHistory;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.History;
import io.argus.master.status.Round;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MasterPlannerTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");
  private static final TenantId CAROL = TenantId.of("carol");

  private final SimulatedCluster cluster = new SimulatedCluster();
  private final InMemoryDocuments store = new InMemoryDocuments();
  private final Map<String, String> keys = new HashMap<>();
  private MasterPlanner planner = newMaster();
  private ClusterStatus status = planner.tick(0).status();
  private long nowMillis = 1_000_000;

  private MasterPlanner newMaster() {
    return new MasterPlanner(cluster, store, () -> Settings.read(keys::get));
  }

  private void tick(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      nowMillis += 2_000;
      cluster.advance(store, nowMillis);
      status = planner.tick(nowMillis).status();
    }
  }

  private void threeTenants() {
    cluster
        .with("alice", Workload.EX_HOT)
        .with("bob", Workload.HOT)
        .with("carol", Workload.UNIFORM);
  }

  @Test
  void aPlanWaitsForMissRatioCurvesThatAreComing() throws IOException {
    cluster.followed = 0.06;
    threeTenants();
    tick(10);
    assertThat(stored().mode()).isEqualTo(Plan.Mode.EQUAL);
    tick(10);
    assertThat(stored().mode()).as("they are there").isEqualTo(Plan.Mode.AUTO);
  }

  @Test
  void soDoesThatOfANewMaster() throws IOException {
    threeTenants();
    tick(20);
    long version = stored().version();
    cluster.followed = 0.06;
    cluster.with("alice", Workload.UNIFORM).with("carol", Workload.EX_HOT);
    planner = newMaster();
    tick(3);
    assertThat(stored().version()).isEqualTo(version);
  }

  @Test
  void butNotWhereThereAreNone() throws IOException {
    cluster.curves = false;
    threeTenants();
    tick(10);
    assertThat(stored().mode()).isEqualTo(Plan.Mode.AUTO);
  }

  private JsonObject page(String name) {
    byte[] body =
        PageFixture.page(planner.board(), new Metering(Settings::defaults))
            .get(ArgusPage.ROOT + name, null)
            .orElseThrow()
            .body();
    return json(new String(body, StandardCharsets.UTF_8));
  }

  private static JsonObject json(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  private Plan stored() throws IOException {
    return WireFormat.readPlan(store.get(ClusterDocuments.PLAN));
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
    store.write(ClusterDocuments.PIN, WireFormat.write(pin));
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
    assertThat(cluster.throughputLoss("alice")).isLessThan(0.01);
    // Others borrow what alice does not use of HDFS, so she keeps it.
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
    assertThat(cluster.throughputLoss("alice")).isGreaterThan(0.9);
    store.delete(ClusterDocuments.PIN);
    tick(30);
    assertThat(cluster.throughputLoss("alice")).isLessThan(0.01);
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
    assertThat(cluster.throughputLoss("alice")).isGreaterThan(0.5);
    tick(5);
    assertThat(cluster.throughputLoss("alice")).isLessThan(0.01);
  }

  @Test
  @Tag("long")
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
    store.delete(ClusterDocuments.PLAN);
    planner = newMaster();
    tick(1);
    assertThat(stored().version()).isEqualTo(version + 1);
  }

  @Test
  void aCorruptPlanIsReportedAndReplacedByEqualReservation() throws IOException {
    exHotBesideUniform();
    tick(20);
    long version = stored().version();
    store.write(ClusterDocuments.PLAN, "{\"version\":".getBytes(StandardCharsets.UTF_8));
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
    assertThat(stored().borrowing()).isFalse();
    long version = stored().version();
    tick(30);
    assertThat(stored().version()).isEqualTo(version);
    assertThat(stored().reservation(ALICE).orElseThrow().cacheShare()).isEqualTo(0.75);
    planner = newMaster();
    tick(1);
    assertThat(stored().version()).isEqualTo(version);
    store.delete(ClusterDocuments.PIN);
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
    store.write(ClusterDocuments.PIN, new byte[] {1, 2, 3});
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
    status = planner.tick(nowMillis).status();
    assertThat(status.problems()).anyMatch(p -> p.contains("cannot be stored"));
    store.failsToRead = true;
    status = planner.tick(nowMillis).status();
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
    assertThat(status.tenants())
        .as("the last that was seen, not tenants that do nothing")
        .allMatch(tenant -> tenant.operationsPerSecond() > 1);
  }

  @Test
  void leavesOutCorruptAndStaleReports() throws IOException {
    exHotBesideUniform();
    cluster.extraReports.put("rs2", new byte[] {'{'});
    cluster.extraReports.put("rs3", cluster.written().get("rs1,16020,1"));
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
    assertThat(carol.isDemandLimited()).isTrue();
    assertThat(carol.throughputLoss()).isZero();
    assertThat(stored().reservation(CAROL).orElseThrow().cacheShare()).isPositive();
  }

  @Test
  void theStatusSurvivesItsJson() throws IOException {
    exHotBesideUniform();
    tick(5);
    byte[] json = store.get(ClusterDocuments.STATUS);
    ClusterStatus read = ClusterStatus.read(json);
    assertThat(read.toJson()).isEqualTo(status.toJson());
    assertThat(read.tenants()).hasSize(2);
    assertThat(read.servers().get(0).components()).hasSize(1);
  }

  @Test
  void aStoredStatusOfManyServersNamesThoseThatFailAndSaysWhatItLeavesOut() throws IOException {
    exHotBesideUniform();
    for (int i = 1; i <= 600; i++) {
      List<ComponentStatus> components =
          i == 600
              ? List.of(ComponentStatus.of(Component.CACHE, Reason.EXCEPTION, "test"))
              : List.of();
      UsageReport report = new UsageReport("x" + i, 1, 2, 0, 1, 1, components, List.of());
      cluster.extraReports.put("x" + i, WireFormat.write(report));
    }
    for (int i = 0; i < 150; i++) {
      cluster.extraReports.put("corrupt" + i, new byte[] {'x'});
    }
    tick(1);
    assertThat(status.servers()).hasSize(601);
    ClusterStatus read = ClusterStatus.read(store.get(ClusterDocuments.STATUS));
    assertThat(read.tenants()).hasSameSizeAs(status.tenants());
    assertThat(read.servers()).hasSize(500);
    assertThat(read.servers().get(0).server()).isEqualTo("x600");
    assertThat(read.problems()).hasSize(102);
    assertThat(read.problems())
        .contains(
            "101 more region servers are left out of the stored status: the master's page shows"
                + " them");
  }

  @Test
  void eachRoundGivesASignOfLife() throws IOException {
    exHotBesideUniform();
    tick(1);
    PlannerSign first = PlannerSign.read(store.get(ClusterDocuments.ALIVE));
    tick(1);
    PlannerSign second = PlannerSign.read(store.get(ClusterDocuments.ALIVE));
    assertThat(second.writtenMillis()).isGreaterThan(first.writtenMillis());
    assertThat(second.reportMillis()).isEqualTo(2_000);
    assertThat(second.zooKeeperMillis()).isEqualTo(2_000);
    assertThat(second.copyMillis()).isEqualTo(2_000);
    assertThat(second.toJson().length).isLessThan(110);
  }

  private WhatIf whatIf() {
    Round now = planner.board().last();
    return WhatIf.of(now.models(), now.plan(), now.settings());
  }

  @Test
  void answersWhatIf() throws IOException {
    exHotBesideUniform();
    tick(20);
    Prediction squeezed =
        whatIf()
            .reserving(
                List.of(Reservation.of(ALICE, 0.1, 0.5), Reservation.of(BOB, 0.9, 0.5)), Map.of());
    assertThat(squeezed.after().dScore()).isLessThan(squeezed.before().dScore());
    assertThat(squeezed.moves())
        .containsExactly("cache of alice: 50 -> 10%", "cache of bob: 50 -> 90%");
    Prediction.Tenant alice = squeezed.tenants().get(0);
    assertThat(alice.predictedBefore()).isCloseTo(27_000, within(1_500.0));
    assertThat(alice.predictedAfter()).isLessThan(2_000);
    assertThat(alice.error()).isLessThan(0.06);
    assertThat(squeezed.error().dScore()).isLessThan(0.05);
    assertThat(squeezed.toJson().toString()).contains("\"predictedAfter\"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> whatIf().reserving(List.of(Reservation.of(CAROL, 0.5, 0.5)), Map.of()))
        .withMessageContaining("must be one of [alice, bob");
  }

  @Test
  void whatIfPredictsWhatThenHappens() throws IOException {
    exHotBesideUniform();
    tick(20);
    for (double share : new double[] {0.2, 0.3, 0.6, 0.8}) {
      List<Reservation> asked =
          List.of(Reservation.of(ALICE, share, 0.5), Reservation.of(BOB, 1 - share, 0.5));
      Prediction prediction = whatIf().reserving(asked, Map.of());
      cluster.plan =
          Plan.of(9, Plan.Mode.PINNED, 0, true, asked, PlanExplanation.because("pinned"));
      for (Prediction.Tenant tenant : prediction.tenants()) {
        assertThat(tenant.predictedAfter() / cluster.operations(tenant.tenant()))
            .as("%s with %s", tenant.tenant(), share)
            .isBetween(0.8, 1.25);
      }
    }
  }

  @Test
  void whatIfTakesOtherWeightsAndAlpha() throws IOException {
    cluster.with("alice", Workload.UNIFORM).with("bob", Workload.UNIFORM);
    tick(20);
    assertThat(whatIf().planned(1).tenants().get(0).hdfsShareAfter()).isBetween(0.45, 0.55);
    Prediction heavier = whatIf().weights(Map.of(ALICE, 2.0)).planned(1);
    double alice = heavier.tenants().get(0).predictedAfter();
    double bob = heavier.tenants().get(1).predictedAfter();
    assertThat(alice / bob).isCloseTo(2, within(0.1));
    assertThat(heavier.tenants().get(0).weight()).isEqualTo(2);
    assertThat(whatIf().alpha(0).planned(1).alpha()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> whatIf().weights(Map.of(CAROL, 2.0)))
        .withMessageContaining("[carol] are unknown");
  }

  @Test
  void theHistoryOfPlansOutlivesTheMaster() throws IOException {
    exHotBesideUniform();
    tick(10);
    planner = newMaster();
    cluster.with("carol", Workload.UNIFORM);
    tick(1);
    PlanHistory history = PlanHistory.read(store.get(PlanHistory.DOCUMENT));
    assertThat(history.plans()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(history.plans()).extracting(Plan::version).isSorted().doesNotHaveDuplicates();
    assertThat(history.version(1).orElseThrow().mode()).isEqualTo(Plan.Mode.EQUAL);
    store.write(PlanHistory.DOCUMENT, new byte[] {1, 2});
    planner = newMaster();
    tick(1);
    assertThat(status.problems()).isEmpty();
    assertThat(PlanHistory.read(store.get(PlanHistory.DOCUMENT)).plans()).hasSize(1);
  }

  @Test
  void aDemandLimitedTenantGetsItsShareBackAtOnce() throws IOException {
    cluster.with("alice", Workload.UNIFORM).with("bob", Workload.UNIFORM);
    tick(30);
    double half = cluster.operations("bob");
    for (double asked : new double[] {200, 100}) {
      cluster.with("alice", Workload.UNIFORM.asking(asked));
      tick(2);
      double borrowing = cluster.operations("bob");
      assertThat(borrowing).as("beside %s ops/s", asked).isGreaterThan(1.2 * half);
      tick(30);
      assertThat(cluster.operations("bob")).isGreaterThanOrEqualTo(0.97 * borrowing);
      assertThat(cluster.operations("alice")).isGreaterThanOrEqualTo(0.99 * asked);
    }
    cluster.with("alice", Workload.UNIFORM);
    // One tick until a report says so, one until the server has the plan.
    tick(2);
    assertThat(cluster.operations("alice")).isGreaterThan(0.97 * half);
    assertThat(stored().explanation().reason()).contains("get their shares back: [alice]");
    assertThat(stored().reservation(ALICE).orElseThrow().cacheShare()).isGreaterThan(0.45);
    System.out.printf(
        "a demand-limited tenant speeds up: %.0f ops/s of %.0f after 4 s%n",
        cluster.operations("alice"), half);
  }

  /** Seconds until both have 90 % of what they settle at; a swap of patterns after 120 s. */
  private double secondsToRecover() throws IOException {
    // A working set of .7 of the cache, so that no plan suits both before and after.
    Workload hot = new Workload(RequestKind.GET, 150L << 20, 1, 1, 27_000, 0.6);
    cluster.with("alice", Workload.UNIFORM).with("bob", hot);
    tick(90);
    assertThat(cluster.throughputLoss("bob")).isLessThan(0.02);
    cluster.with("alice", hot).with("bob", Workload.UNIFORM);
    List<double[]> course = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      tick(1);
      course.add(new double[] {cluster.operations("alice"), cluster.operations("bob")});
    }
    assertThat(cluster.throughputLoss("alice")).isLessThan(0.02);
    double[] settled = course.get(course.size() - 1);
    int last = course.size();
    while (last > 0
        && course.get(last - 1)[0] >= 0.9 * settled[0]
        && course.get(last - 1)[1] >= 0.9 * settled[1]) {
      last--;
    }
    return 2.0 * (last + 1);
  }

  @Test
  void aSwapOfPatternsIsNoticedWithinTenSeconds() throws IOException {
    double seconds = secondsToRecover();
    System.out.printf("swap of Uniform and ExHot: both back at 90 %% after %.0f s%n", seconds);
    assertThat(seconds).isLessThanOrEqualTo(10);
  }

  @Test
  void profilesThatAreNotOfThisHardwareAreNamedAndThePlannerCarriesOn() throws IOException {
    exHotBesideUniform();
    PerformanceProfile elsewhere =
        PerformanceProfile.builder("Elsewhere")
            .workload(0.66, WorkloadMix.of(1, 0, 0))
            .cluster(1L << 33, 400e6)
            .build(
                GridFunction.of(
                    new double[] {0, 1}, new double[] {0, 1}, new double[][] {{1, 1}, {9, 9}}));
    String json =
        new String(
            CatalogueFormat.write(PerformanceCatalogue.of(List.of(elsewhere))),
            StandardCharsets.UTF_8);
    store.write(ClusterCatalogue.DOCUMENT, json.getBytes(StandardCharsets.UTF_8));
    tick(20);
    assertThat(status.problems())
        .singleElement()
        .asString()
        .startsWith("performance profile 'Elsewhere' was measured on other hardware (8192 MB");
    assertThat(cluster.throughputLoss("alice")).isLessThan(0.01);
    for (String[] edit :
        new String[][] {
          {"9.0", "NaN"}, {"9.0", "-9"}, {"9.0", "0"}, {"0.66", "7"}, {"8589934592", "0"}
        }) {
      store.write(
          ClusterCatalogue.DOCUMENT,
          json.replace(edit[0], edit[1]).getBytes(StandardCharsets.UTF_8));
      tick(1);
      assertThat(status.problems())
          .as("%s for %s", edit[1], edit[0])
          .singleElement()
          .asString()
          .startsWith("performance profile 0 is left out: ");
      assertThat(cluster.throughputLoss("alice")).isLessThan(0.01);
    }
  }

  @Test
  void remembersScoresAndPlansAndDrawsFunctions() throws IOException {
    exHotBesideUniform();
    tick(10);
    pin(0.75);
    tick(2);
    JsonObject history =
        json(planner.board().history().toJson(History.Span.MINUTES, List.of("alice")));
    assertThat(history.getAsJsonObject("scores").getAsJsonArray("dScore")).hasSize(13);
    assertThat(json(planner.board().last().plans().toPageJson()).getAsJsonArray("plans"))
        .hasSizeGreaterThanOrEqualTo(2);
    JsonArray maps = page("functions.json").getAsJsonArray("functions");
    JsonObject alice = maps.get(0).getAsJsonObject();
    JsonArray rows = alice.getAsJsonArray("operationsPerSecond");
    assertThat(rows).hasSize(11);
    assertThat(rows.get(10).getAsJsonArray().get(10).getAsDouble())
        .isGreaterThan(rows.get(1).getAsJsonArray().get(10).getAsDouble());
  }

  @Test
  void profilesOfTheClusterTakeThePlaceOfBuiltInOnes() throws IOException {
    exHotBesideUniform();
    store.write(ClusterCatalogue.DOCUMENT, "{\"profiles\":[{}]}".getBytes(StandardCharsets.UTF_8));
    tick(2);
    assertThat(status.problems())
        .containsExactly("performance profile 0 is left out: it lacks 'mix'");
    store.delete(ClusterCatalogue.DOCUMENT);
    tick(1);
    assertThat(status.problems()).isEmpty();
  }

  @Test
  void absurdSettingsAreReportedAndDoNoHarm() throws IOException {
    exHotBesideUniform();
    keys.put("argus.alpha", "fair");
    keys.put("argus.planner.margin", "-3");
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
  @Tag("long")
  void fortyTenantsAreNoTrouble() throws IOException {
    for (int i = 0; i < 40; i++) {
      Workload workload =
          i % 10 == 0 ? Workload.EX_HOT : i % 3 == 0 ? Workload.IDLE : Workload.UNIFORM;
      cluster.with("tenant" + i, workload);
    }
    tick(10);
    assertThat(stored().reservations()).hasSize(40);
    assertThat(status.problems()).isEmpty();
    assertThat(store.get(ClusterDocuments.STATUS).length).isLessThan(1 << 20);
    assertThat(store.get(ClusterDocuments.PLAN).length).isLessThan(1 << 19);
  }

  /** No such model is known; the status must not depend on there being none. */
  @Test
  void slosThatCannotBeCheckedStopNothingElse() throws Exception {
    keys.put("argus.slos", "alice:ops=5");
    cluster.with("alice", Workload.UNIFORM).with("bob", Workload.UNIFORM);
    tick(3);
    AtomicBoolean breaks = new AtomicBoolean();
    FunctionChoice broken =
        new FunctionChoice(
            "broken",
            "test",
            (c, h) -> {
              if (breaks.get()) {
                throw new ArithmeticException("broken");
              }
              return 10;
            },
            true);
    List<TenantModel> models =
        List.of(OneServerModel.of(ALICE, 1, 1, false, 10, 1, broken, 1).withSlo(5));
    Field field = MasterPlanner.class.getDeclaredField("models");
    field.setAccessible(true);
    breaks.set(true);
    field.set(planner, models);
    Settings settings = Settings.read(keys::get);
    Method check = MasterPlanner.class.getDeclaredMethod("slos", Settings.class, List.class);
    check.setAccessible(true);
    List<String> problems = new ArrayList<>();
    assertThat(check.invoke(planner, settings, problems)).isEqualTo(List.of());
    assertThat(problems).hasSize(1).allMatch(each -> each.contains("SLOs cannot be checked"));
  }
}
