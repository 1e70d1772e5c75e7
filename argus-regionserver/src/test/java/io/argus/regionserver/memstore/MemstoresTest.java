package io.argus.regionserver.memstore;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;
import io.argus.regionserver.tenants.TableDirectory;
import io.argus.regionserver.tenants.TableTenants;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MemstoresTest {
  private static final TenantId A = TenantId.of("a");

  /** Regions are named as their tables. */
  private static final class FullMemstores implements MemstoreRegions<String, String> {
    final BlockingQueue<String> flushed = new LinkedBlockingQueue<>();
    volatile boolean broken;

    /** Both write all the time. */
    private long written;

    @Override
    public double pressure() {
      if (broken) {
        throw new IllegalStateException("broken");
      }
      return 0.9;
    }

    @Override
    public Collection<String> online() {
      return List.of("a:t", "b:t");
    }

    @Override
    public String table(String region) {
      return region;
    }

    @Override
    public long bytes(String region) {
      return (region.startsWith("a") ? 800 : 100) + written++;
    }

    @Override
    public void flush(String region) {
      flushed.add(region);
    }
  }

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

  private final BlockingQueue<Set<TenantId>> held = new LinkedBlockingQueue<>();
  private final BlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();
  private volatile boolean enabled = true;

  private final Memstores<String> memstores =
      new Memstores<>(
          new TableTenants<>(TABLES, TenantRules.parse(""), new ComponentRegistry(status -> {})),
          tenant -> 1,
          held::add,
          () -> enabled,
          faults::add,
          System::nanoTime);

  private void awaitHeld(Set<TenantId> tenants) throws InterruptedException {
    List<Set<TenantId>> seen = new ArrayList<>();
    while (seen.isEmpty() || !seen.get(seen.size() - 1).equals(tenants)) {
      Set<TenantId> next = held.poll(30, TimeUnit.SECONDS);
      assertThat(next).as("after %s", seen).isNotNull();
      seen.add(next);
    }
  }

  @Test
  void whoIsBeyondItsPartIsFlushedAndHeldBackWhileThatIsEnabled() throws Exception {
    FullMemstores regions = new FullMemstores();
    try (Closeable watch = memstores.watch(regions)) {
      assertThat(watch).isNotNull();
      assertThat(regions.flushed.poll(30, TimeUnit.SECONDS)).isEqualTo("a:t");
      awaitHeld(Set.of(A));
      Map<TenantId, TenantUsage.Builder> usages = new HashMap<>();
      memstores.addTo(tenant -> usages.computeIfAbsent(tenant, TenantUsage::builder));
      assertThat(usages.get(A).build().get(Figure.MEMSTORE_BYTES)).isGreaterThanOrEqualTo(800);
      assertThat(usages.get(A).build().get(Figure.MEMSTORE_SHARE_BYTES))
          .isGreaterThanOrEqualTo(425);
      enabled = false;
      awaitHeld(Set.of());
    }
  }

  @Test
  void nobodyIsHeldBackByAFault() throws Exception {
    FullMemstores regions = new FullMemstores();
    try (Closeable watch = memstores.watch(regions)) {
      assertThat(watch).isNotNull();
      awaitHeld(Set.of(A));
      regions.broken = true;
      awaitHeld(Set.of());
      assertThat(faults.poll(30, TimeUnit.SECONDS)).hasMessage("broken");
      regions.broken = false;
      awaitHeld(Set.of(A));
    }
    awaitHeld(Set.of());
  }
}
