package io.argus.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import io.argus.core.usage.ComponentRegistry;
import io.argus.regionserver.cache.BlockFiles;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionStatistics;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.cache.RecentFiles;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.io.IoPolicy;
import io.argus.regionserver.io.TenantThread;
import io.argus.regionserver.scheduling.Faults;
import io.argus.regionserver.tenants.TableDirectory;
import io.argus.regionserver.tenants.TableTenants;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which lookups and puts count as accesses of a tenant. */
class TenantBlockCacheTest {
  private static final TenantId TENANT = TenantId.of("acme");
  private static final int BLOCKS = 200;

  private static final class OneSize implements BlockReferences<Integer, String> {
    @Override
    public boolean retain(String block) {
      return true;
    }

    @Override
    public void release(String block) {}

    @Override
    public long heapBytes(Integer key, String block) {
      return 1_000;
    }
  }

  private static final class OneTable implements BlockFiles<Integer, String, String> {
    @Override
    public long bytes(String block) {
      return block.length();
    }

    @Override
    public String file(Integer key) {
      return "file";
    }

    @Override
    public String table(Integer key, @Nullable String block) {
      return TENANT.name();
    }
  }

  private static final class TablesAreTenants implements TableDirectory<String> {
    @Override
    public TableDescription describe(String table) {
      return TableDescription.of("default", table, null);
    }

    @Override
    public TenantMapping.Fallback fallback() {
      return TenantMapping.Fallback.TABLE;
    }
  }

  private final ComponentRegistry components = new ComponentRegistry(status -> {});
  private final IoPolicy policy = IoPolicy.of(Settings.defaults());
  private final IoAdmission io = new IoAdmission(policy, () -> 0, System::nanoTime, new Faults());
  private final TenantBlockCache<Integer, String> cache =
      new TenantBlockCache<>(
          new PartitionedCache<>(1_000_000, new OneSize()),
          new OneTable(),
          new TableTenants<>(new TablesAreTenants(), TenantRules.parse(""), components),
          new RecentFiles<>(),
          io,
          components);

  private PartitionStatistics statistics() {
    return cache.blocks().statistics().stream()
        .filter(partition -> partition.tenant().equals(TENANT))
        .findAny()
        .orElseThrow();
  }

  private double accesses() {
    return statistics().curveSince(null, 1).lookupsPerSecond();
  }

  private void read(boolean caching) {
    for (int key = 0; key < BLOCKS; key++) {
      if (cache.get(key, true, caching) == null && caching) {
        assertThat(cache.get(key, false, true)).isNull();
        cache.put(key, "block", false, false);
      }
    }
  }

  private void write() {
    for (int key = 0; key < BLOCKS; key++) {
      assertThat(cache.put(key, "block", false, false)).isTrue();
    }
  }

  @Test
  void whatRequestsReadCounts() {
    TenantThread.begin(io, policy, TENANT);
    read(true);
    read(true);
    read(false);
    assertThat(statistics().misses()).isEqualTo(BLOCKS);
    assertThat(statistics().hits()).isEqualTo(2 * BLOCKS);
    assertThat(accesses()).isCloseTo(3.0 * BLOCKS, within(0.1));
  }

  @Test
  void aRequestsMissCountsThoughItDoesNotCache() {
    TenantThread.begin(io, policy, TENANT);
    read(false);
    assertThat(statistics().misses()).isEqualTo(BLOCKS);
  }

  /** A parallel seek, and a request that HBase's own scheduler runs. */
  @Test
  void whatAnotherThreadReadsAndCachesCounts() {
    read(true);
    read(true);
    assertThat(statistics().misses()).isEqualTo(BLOCKS);
    assertThat(statistics().hits()).isEqualTo(BLOCKS);
    assertThat(accesses()).isCloseTo(2.0 * BLOCKS, within(0.1));
  }

  @Test
  void whatACompactionReadsIsFoundAndDoesNotCount() {
    read(false);
    write();
    for (int key = 0; key < BLOCKS; key++) {
      assertThat(cache.get(key, true, false)).isEqualTo("block");
    }
    assertThat(statistics().misses()).isZero();
    assertThat(statistics().hits()).isZero();
    assertThat(accesses()).isZero();
  }

  @Test
  void aBlockIsNoAccessBeforeSomebodyAsksForIt() {
    write();
    assertThat(accesses()).isZero();
    TenantThread.begin(io, policy, TENANT);
    read(true);
    assertThat(statistics().misses()).isZero();
    assertThat(accesses()).isCloseTo((double) BLOCKS, within(0.1));
  }

  @Test
  void aBlockIsAnAccessOnlyOfTheThreadThatMissedIt() {
    TenantThread.begin(io, policy, TENANT);
    assertThat(cache.get(7, true, true)).isNull();
    cache.put(8, "written by the same thread", false, false);
    assertThat(accesses()).isZero();
    assertThat(cache.readForOtherLevel(7, "block")).isTrue();
    assertThat(cache.readForOtherLevel(8, "block")).isFalse();
  }
}
