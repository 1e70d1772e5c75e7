package io.argus.master.regions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegionRatesTest {
  private final RegionRates rates = new RegionRates();

  private List<Region> read(long seconds, RegionCount... counts) {
    return rates.observe(
        List.of(counts),
        table -> table.equals("hbase:meta") ? null : TenantId.of(table),
        seconds * 1000);
  }

  private static RegionCount at(String server, long requests) {
    return new RegionCount("r1", "a", server, requests);
  }

  @Test
  void aRateIsTheDifferenceOfTwoReadings() {
    assertThat(read(0, at("x", 1000)).get(0).requestsPerSecond()).isZero();
    assertThat(read(10, at("x", 3000)).get(0).requestsPerSecond()).isEqualTo(200);
    assertThat(read(20, at("x", 3000)).get(0).requestsPerSecond()).isEqualTo(100);
  }

  @Test
  void whatIsLongAgoCountsNoMore() {
    double last = 0;
    for (int second = 0; second <= 200; second += 10) {
      last = read(second, at("x", Math.min(second, 100) * 50L)).get(0).requestsPerSecond();
    }
    assertThat(last).isZero();
  }

  @Test
  void aRegionThatWasMovedKeepsItsRateUntilItIsKnownThere() {
    read(0, at("x", 0));
    read(10, at("x", 500));
    assertThat(read(20, at("y", 7)).get(0).requestsPerSecond()).isEqualTo(50);
    assertThat(read(30, at("y", 207)).get(0).requestsPerSecond()).isCloseTo(20, within(1e-9));
    // Opened anew on the same server.
    assertThat(read(40, at("y", 3)).get(0).requestsPerSecond()).isCloseTo(20, within(1e-9));
  }

  @Test
  void tablesOfNobodyAndRegionsThatAreGoneAreLeftOut() {
    assertThat(read(0, at("x", 1), new RegionCount("m", "hbase:meta", "x", 9))).hasSize(1);
    assertThat(read(10)).isEmpty();
    assertThat(read(20, at("x", 100), at("y", 90))).hasSize(1);
  }
}
