package io.argus.regionserver.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.metrics.MetricRecord;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.rows.RowCache;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerMetricsTest {
  private static final UsageReport REPORT =
      new UsageReport(
          "rs1,1,1",
          1,
          2,
          3,
          100,
          100,
          List.of(),
          List.of(
              TenantUsage.builder(TenantId.of("alice")).build(),
              TenantUsage.builder(TenantId.of("bob")).build()));

  private static List<MetricRecord> records(String perServer) {
    Settings settings = Settings.defaults().with(Map.of("argus.metrics.per.server", perServer));
    return ServerMetrics.of(REPORT, List.of(), Map.of(), List.of(), settings);
  }

  private static long series(List<MetricRecord> records, String tenant) {
    return records.stream()
        .filter(record -> record.tagValues().contains(tenant))
        .mapToLong(record -> record.samples().size())
        .sum();
  }

  /** The figure is in the sizing document. */
  @Test
  void aTenantHasFiftySevenSeriesOnEachServer() {
    assertThat(series(records("true"), "alice")).isEqualTo(58);
  }

  @Test
  void aTenantWithRowsHasFourMore() {
    RowCache rows =
        new RowCache(
            new PartitionedCache<Integer, Integer>(1_000, new NoReferences()), 0, 0.5, () -> 0);
    RowCache.Region region = rows.open("region", TenantId.of("alice"), true);
    rows.open("other", TenantId.of("bob"), false);
    rows.apply(Plan.equal(1, 0, List.of(TenantId.of("alice"))));
    region.stamp(new byte[0], 0);
    List<MetricRecord> records =
        ServerMetrics.of(REPORT, List.of(), Map.of(), rows.figures(), Settings.defaults());
    assertThat(series(records, "alice")).isEqualTo(62);
    assertThat(series(records, "bob")).isEqualTo(58);
  }

  /** The figure is in the sizing document. */
  @Test
  void aClassHasFourMore() {
    UsageReport.ClassUsage batch =
        new UsageReport.ClassUsage(TenantId.of("alice"), "batch", 50, 1, 1).withCap(1, 7, 12.5);
    List<MetricRecord> records =
        ServerMetrics.of(
            REPORT.withClasses(List.of(batch)),
            List.of(),
            Map.of(),
            List.of(),
            Settings.defaults());
    assertThat(series(records, "alice")).isEqualTo(58 + 4);
    assertThat(records)
        .filteredOn(record -> record.key().equals("ArgusClass,tenant=alice,class=batch"))
        .singleElement()
        .satisfies(
            record ->
                assertThat(record.samples())
                    .extracting(MetricRecord.Sample::value)
                    .containsExactly(50.0, 7.0, 12.5, 1.0));
  }

  private static final class NoReferences implements BlockReferences<Integer, Integer> {
    @Override
    public boolean retain(Integer block) {
      return true;
    }

    @Override
    public void release(Integer block) {}

    @Override
    public long heapBytes(Integer key, Integer block) {
      return 1;
    }
  }

  @Test
  void withoutSeriesPerServerThereAreStillThoseOfTheServer() {
    List<MetricRecord> records = records("false");
    assertThat(series(records, "alice")).isZero();
    assertThat(records)
        .extracting(MetricRecord::name)
        .contains("ArgusServer", "ArgusBuild")
        .doesNotContain("ArgusTenant");
  }

  @Test
  void theLastBucketHasNoBound() {
    assertThat(records("true"))
        .extracting(MetricRecord::key)
        .contains("ArgusTenant,tenant=bob,le=0.001", "ArgusTenant,tenant=bob,le=+Inf");
  }
}
