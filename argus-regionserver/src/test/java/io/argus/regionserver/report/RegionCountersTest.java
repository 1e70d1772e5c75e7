package io.argus.regionserver.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import io.argus.regionserver.tenants.TableDirectory;
import io.argus.regionserver.tenants.TableTenants;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RegionCountersTest {
  private static final class Region {
    final String table;
    long read;
    long written;
    long stored;

    Region(String table) {
      this.table = table;
    }
  }

  private static final RegionCounters.Reader<Region, String> READER =
      new RegionCounters.Reader<>() {
        @Override
        public String table(Region region) {
          return region.table;
        }

        @Override
        public long rowsRead(Region region) {
          return region.read;
        }

        @Override
        public long rowsWritten(Region region) {
          return region.written;
        }

        @Override
        public long storedBytes(Region region) {
          return region.stored;
        }
      };

  private static final TableDirectory<String> TABLES =
      new TableDirectory<>() {
        @Override
        public TableDescription describe(String table) {
          return TableDescription.of(table.split(":")[0], table.split(":")[1], null);
        }

        @Override
        public TenantMapping.Fallback fallback() {
          return TenantMapping.Fallback.NAMESPACE;
        }
      };

  private final RegionCounters<String> counters =
      new RegionCounters<>(
          new TableTenants<>(TABLES, TenantRules.parse(""), new ComponentRegistry(status -> {})));
  private final RunningTotals totals = new RunningTotals();
  private final Region one = new Region("alice:a");
  private final Region two = new Region("alice:b");
  private final Region meta = new Region("hbase:meta");
  private final Region usage = new Region("argus:usage");

  private Map<String, UsageCounters> report() {
    Map<TenantId, TenantUsage.Builder> window = new TreeMap<>();
    counters.addTo(tenant -> window.computeIfAbsent(tenant, TenantUsage::builder), 2);
    totals.addTo(window);
    Map<String, UsageCounters> reported = new TreeMap<>();
    window.forEach((tenant, built) -> reported.put(tenant.name(), built.build().totals()));
    return reported;
  }

  @Test
  void aTenantHasWhatItsRegionsServedAndStore() {
    one.read = 5;
    one.stored = 100;
    two.written = 7;
    two.stored = 10;
    meta.read = 1_000;
    usage.written = 1_000;
    counters.poll(List.of(one, two, meta, usage), READER);
    assertThat(report().keySet()).containsExactly("alice");
    one.read = 9;
    counters.poll(List.of(one, two, meta, usage), READER);
    counters.poll(List.of(one, two, meta, usage), READER);
    UsageCounters alice = report().get("alice");
    assertThat(alice.get(UsageCounter.ROWS_READ)).isEqualTo(9);
    assertThat(alice.get(UsageCounter.ROWS_WRITTEN)).isEqualTo(7);
    assertThat(alice.get(UsageCounter.STORED_BYTE_SECONDS)).isEqualTo(2 * 2 * 110);
  }

  @Test
  void whatARegionServedBeforeItWasClosedCounts() {
    counters.poll(List.of(one), READER);
    one.read = 3;
    counters.poll(List.of(one), READER);
    one.read = 10;
    counters.poll(List.of(), READER); // closed
    one.read = 1_000;
    counters.poll(List.of(), READER);
    Region again = new Region("alice:a");
    again.read = 4;
    counters.poll(List.of(again), READER);
    assertThat(report().get("alice").get(UsageCounter.ROWS_READ)).isEqualTo(14);
    counters.poll(List.of(), READER);
    assertThat(report().get("alice").get(UsageCounter.STORED_BYTE_SECONDS)).isZero();
    assertThat(report()).isEmpty();
  }
}
