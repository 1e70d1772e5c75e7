package io.argus.experiments.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonParser;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CapacityComparisonTest {
  private static final String FORETOLD =
      """
      {"outcomes": [
        {"servers": 1, "operationsPerSecond": 640, "least": 600, "most": 700, "tenants": [
          {"tenant": "tenanta", "operationsPerSecond": 320, "least": 300, "most": 350},
          {"tenant": "tenantb", "operationsPerSecond": 320, "least": 300, "most": 350}]},
        {"servers": 2, "operationsPerSecond": 1300, "least": 1200, "most": 1400, "tenants": [
          {"tenant": "tenanta", "operationsPerSecond": 600, "least": 550, "most": 700},
          {"tenant": "tenantb", "operationsPerSecond": 700, "least": 650, "most": 700}]},
        {"servers": 3, "operationsPerSecond": 2000, "least": 1, "most": 2, "tenants": []}]}
      """;

  @Test
  void errorsAreThoseOfAllTenantsOnMoreServersThanOne() {
    SortedMap<String, Double> one = new TreeMap<>(Map.of("tenanta", 200.0, "tenantb", 200.0));
    SortedMap<String, Double> two = new TreeMap<>(Map.of("tenanta", 750.0, "tenantb", 500.0));
    CapacityComparison comparison = CapacityComparison.of(FORETOLD, Map.of(1, one, 2, two));
    assertThat(comparison.lines()).hasSize(6);
    CapacityComparison.Line first = comparison.lines().get(3);
    assertThat(first.tenant()).isEqualTo("tenanta");
    assertThat(first.error()).isCloseTo(-0.2, within(1e-9));
    assertThat(comparison.worst()).isCloseTo(0.04, within(1e-9));
    assertThat(
            JsonParser.parseString(comparison.toJson())
                .getAsJsonObject()
                .get("worstError")
                .getAsDouble())
        .isCloseTo(0.04, within(1e-9));
  }

  @Test
  void everyServerHasTheSameCacheAndClientsAndTheDataStay() {
    RunSettings one = RunSettings.defaults().withData(300_000, 6, 0.15);
    RunSettings three = CapacityRun.sized(one, 3);
    assertThat(three.blockCacheBytes()).isCloseTo(one.blockCacheBytes(), within(1L));
    assertThat(three.tenantBytes()).isEqualTo(one.tenantBytes());
    assertThat(three.regions() * three.regionServers()).isEqualTo(one.regions());
    WorkloadMix mix = CapacityRun.scaled(WorkloadMix.parse("uniform50+hot20@100"), 3);
    assertThat(mix.tenants()).extracting(TenantWorkload::threads).containsExactly(150, 60);
    assertThat(mix.tenants()).extracting(TenantWorkload::target).containsExactly(0.0, 300.0);
    assertThat(mix.tenants())
        .extracting(TenantWorkload::name)
        .containsExactly("tenanta", "tenantb");
  }
}
