package io.argus.master.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.performance.ResourceBoundFunction;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.capacity.OperationCost.Beyond;
import io.argus.master.model.FunctionChoice;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.regions.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapacitySearchTest {
  private static final double READS = 600;
  private static final double BLOCK = 64 << 10;
  private static final double CACHE = 200 << 20;
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");

  private final List<TenantModel> models = new ArrayList<>();
  private final List<Region> regions = new ArrayList<>();
  private final List<TenantUsage> usages = new ArrayList<>();
  private ServerCpu cpu = ServerCpu.UNKNOWN;

  /** A random reader of one server, which keeps that part of its data with all of the cache. */
  private static ResourceBoundFunction reader(double hits, double otherLimit) {
    return ResourceBoundFunction.builder()
        .otherLimit(otherLimit)
        .capacity(CACHE, READS * BLOCK)
        .hdfsBytes(BLOCK, 0)
        .misses(1, 1 - hits / 2, CACHE / 2)
        .keyRepeatRatio(0)
        .build();
  }

  private void add(TenantId tenant, double operations, double demand, double hits) {
    ResourceBoundFunction function = reader(hits, demand > 0 ? demand : 20_000);
    FunctionChoice choice = new FunctionChoice("Observed", "test", function, true);
    double most = demand > 0 ? demand : function.isolatedThroughput();
    models.add(
        new TenantModel(
            tenant,
            1,
            operations,
            demand > 0,
            most,
            1,
            choice,
            1,
            List.of(new PartModel("rs0,16020,1", 1, choice, 1, 1, 1000))));
    usages.add(
        TenantUsage.builder(tenant)
            .operations(RequestKind.GET, operations)
            .waits(0, 20, 5)
            .cpuFraction(operations * 1e-4)
            .build());
  }

  private CapacityQuestion question() {
    UsageReport report =
        new UsageReport(
                "rs0,16020,1", 1, 2, 1, (long) CACHE, READS * BLOCK, new ArrayList<>(), usages)
            .with(cpu);
    return new CapacityQuestion(
        models,
        ClusterUsage.of(List.of(report), List.of()),
        Settings.defaults(),
        regions,
        Map.of());
  }

  private static List<TenantOperations> some(String text) {
    return TenantOperations.parse(text);
  }

  @Test
  void anSloIsKeptByTheLeastNumberOfServersThatCarriesIt() {
    add(ALICE, 300, 0, 0);
    add(BOB, 300, 0, 0);
    CapacityQuestion asked = question().extrapolating(true);
    CapacityAnswer answer = CapacitySearch.answer(asked.withSlo(some("alice:1500"), List.of()));
    assertThat(answer.neededServers).as("600 reads a second each").isEqualTo(3);
    assertThat(answer.neededServersAtWorst).isBetween(3, 4);
    CapacityAnswer.Servers three = answer.on(3);
    assertThat(three.meetsSlos).isTrue();
    assertThat(three.tenant("alice").operationsPerSecond()).isCloseTo(1500, within(8.0));
    assertThat(three.tenant("bob").operationsPerSecond()).isBetween(240.0, 310.0);
    CapacityAnswer.Servers two =
        CapacitySearch.answer(asked.withSlo(some("alice:1500"), List.of()).on(List.of(2))).on(2);
    assertThat(two.meetsSlos).isFalse();
    assertThat(two.tenant("alice").operationsPerSecond()).isLessThan(1250);
  }

  @Test
  void aTenantToBeAddedTakesWhatItAsksFor() {
    add(ALICE, 600, 0, 0);
    CapacityAnswer answer =
        CapacitySearch.answer(question().withSlo(List.of(), some("alice:500,alice:300")));
    assertThat(answer.neededServers).isEqualTo(2);
    CapacityAnswer.Servers two = answer.on(2);
    assertThat(two.tenant("like-alice").operationsPerSecond()).isCloseTo(500, within(3.0));
    assertThat(two.tenant("like-alice-2").operationsPerSecond()).isCloseTo(300, within(3.0));
    assertThat(two.tenant("alice").operationsPerSecond()).isBetween(330.0, 410.0);
  }

  @Test
  void moreServersHaveMoreCache() {
    add(ALICE, 857, 0, 0.3);
    CapacityAnswer answer = CapacitySearch.answer(question());
    assertThat(answer.on(1).operationsPerSecond()).isCloseTo(857, within(9.0));
    CapacityAnswer.Tenant two = answer.on(2).tenant("alice");
    assertThat(two.operationsPerSecond()).isCloseTo(2 * 600 / 0.4, within(30.0));
    assertThat(two.least()).isLessThan(0.9 * two.operationsPerSecond());
    assertThat(two.most()).isGreaterThan(1.2 * two.operationsPerSecond());
    assertThat(two.byCurrentClients())
        .as("25 requests at once")
        .isCloseTo(two.operationsPerSecond() * 25 / 26, within(1.0));
  }

  @Test
  void aDemandLimitedTenantHasWhatItAsksForAndAMeanTime() {
    add(ALICE, 100, 125, 0);
    add(BOB, 500, 0, 0);
    CapacityAnswer.Tenant alice = CapacitySearch.answer(question()).on(2).tenant("alice");
    assertThat(alice.operationsPerSecond()).isEqualTo(100);
    JsonObject json =
        JsonParser.parseString(CapacitySearch.answer(question()).toJson(5)).getAsJsonObject();
    assertThat(json.get("takenMillis").getAsLong()).isEqualTo(5);
    JsonObject first =
        json.getAsJsonArray("outcomes")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("tenants")
            .get(0)
            .getAsJsonObject();
    assertThat(first.get("latencyMillis").getAsDouble()).isBetween(200.0, 300.0);
    assertThat(first.get("basis").getAsString()).isEqualTo("model");
  }

  @Test
  void theCpuLimitsWhatTheDiskDoesNot() {
    add(ALICE, 10_000, 0, 1);
    cpu = new ServerCpu(2, 0, 1.0, 0);
    CapacityAnswer.Servers one = CapacitySearch.answer(question()).on(1);
    assertThat(one.tenant("alice").operationsPerSecond())
        .as("what was measured corrects the model")
        .isCloseTo(10_000, within(100.0));
    CapacityAnswer withSlo =
        CapacitySearch.answer(
            question().withSlo(some("alice:40000"), List.of()).extrapolating(true));
    assertThat(withSlo.neededServers).isBetween(2, 5);
  }

  @Test
  void regionsThatAreFewOrUnevenHoldATenantUp() {
    add(ALICE, 600, 0, 0);
    for (int r = 0; r < 6; r++) {
      regions.add(new Region("r" + r, "alice:t", ALICE, "rs0,16020,1", r == 0 ? 30 : 14));
    }
    CapacityQuestion asked = question().extrapolating(true);
    CapacityAnswer answer = CapacitySearch.answer(asked.on(List.of(2, 12)));
    assertThat(answer.on(2).operationsPerSecond()).isBetween(1000.0, 1120.0);
    assertThat(answer.on(12).operationsPerSecond())
        .as("the first region has 30 %% of the operations, whatever the servers")
        .isCloseTo(2000, within(20.0));
    assertThat(answer.note).isEmpty();
    CapacityAnswer unkept = CapacitySearch.answer(asked.withSlo(some("alice:5000"), List.of()));
    assertThat(unkept.neededServers).isNull();
    assertThat(unkept.note).contains("no number of servers up to 4096 meets every SLO");
  }

  @Test
  void whatWasNotCalibratedIsRefused() {
    add(ALICE, 600, 0, 0);
    assertThatThrownBy(() -> CapacitySearch.answer(question().on(List.of(3))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 servers are beyond what this cluster was calibrated for, 1 to 2")
        .hasMessageContaining("--extrapolate");
    CapacityAnswer answer =
        CapacitySearch.answer(question().withSlo(some("alice:5000"), List.of()));
    assertThat(answer.neededServers).isNull();
    assertThat(answer.note).contains("up to 2").contains("--extrapolate");
    Map<TenantId, List<MeasuredPoint>> measured =
        Map.of(
            ALICE,
            Arrays.asList(
                new MeasuredPoint(1, 600), new MeasuredPoint(2, 1150), new MeasuredPoint(3, 1700)));
    CapacityQuestion known = question();
    CapacityQuestion seen =
        new CapacityQuestion(models, known.usage, known.settings, regions, measured);
    assertThat(CapacitySearch.answer(seen.on(List.of(6))).on(6).operationsPerSecond())
        .isBetween(3300.0, 3600.0);
  }

  @Test
  void idleTenantsNeedNothingAndCannotHaveAnSlo() {
    add(ALICE, 600, 0, 0);
    FunctionChoice none = new FunctionChoice("none", "idle", (c, h) -> 0, true);
    models.add(new TenantModel(BOB, 1, 0, true, 0, 1, none, 1, List.of()));
    CapacityAnswer answer = CapacitySearch.answer(question());
    assertThat(answer.on(2).tenant("alice").operationsPerSecond()).isCloseTo(1200, within(15.0));
    assertThat(answer.on(2).tenant("bob").operationsPerSecond()).isZero();
    assertThatThrownBy(() -> CapacitySearch.answer(question().withSlo(some("bob:5"), List.of())))
        .hasMessageContaining("too little is known of tenant bob");
  }

  @Test
  void badInputIsSaid() {
    add(ALICE, 600, 0, 0);
    assertThatThrownBy(() -> CapacitySearch.answer(question().withSlo(some("carol:5"), List.of())))
        .hasMessage("tenant carol is unknown: must be one of [alice]");
    assertThatThrownBy(() -> some("alice")).hasMessageContaining("is not TENANT:OPS");
    assertThatThrownBy(() -> some("alice:many")).hasMessageContaining("is not TENANT:OPS");
    assertThatThrownBy(() -> some("alice:-5")).hasMessageContaining("must be above 0");
    assertThatThrownBy(() -> some("alice:NaN")).hasMessageContaining("must be above 0");
    models.clear();
    assertThatThrownBy(() -> CapacitySearch.answer(question()))
        .hasMessageContaining("nothing is known of this cluster");
  }

  @Test
  void theCostOfAnOperationGoesOnAsItBends() {
    FunctionChoice uniform = new FunctionChoice("Observed", "", reader(0.3, 1e6), true);
    OperationCost cost = OperationCost.of(new PartModel("", 1, uniform, 1, 1, 0));
    assertThat(cost.at(0.5, Beyond.TREND) * READS).isCloseTo(0.85, within(0.001));
    assertThat(cost.at(1, Beyond.TREND) * READS).isCloseTo(0.7, within(0.001));
    assertThat(cost.at(2, Beyond.TREND) * READS).isCloseTo(0.4, within(0.005));
    assertThat(cost.at(2, Beyond.LESS) * READS).isCloseTo(0.55, within(0.005));
    assertThat(cost.at(9, Beyond.TREND)).isZero();
    FunctionChoice fits =
        new FunctionChoice("Observed", "", (c, h) -> c < 0.2 ? 600 * h : 20_000, true);
    OperationCost none = OperationCost.of(new PartModel("", 1, fits, 1, 1, 0));
    assertThat(none.at(3, Beyond.MORE)).isZero();
    assertThat(none.throughput(0.1, 0.5, 1, Beyond.TREND)).isCloseTo(300, within(3.0));
    assertThat(none.throughput(0.1, 0.5, 3, Beyond.TREND)).isEqualTo(20_000);
  }
}
