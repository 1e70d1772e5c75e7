package io.argus.regionserver.cache;

import io.argus.core.TenantId;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A bounded map from file names to tenants that forgets names not asked for lately.
 *
 * <p>Two generations: a name put or found is kept in the young one; when that holds half of the
 * bound it becomes the old one, and the old one is forgotten. So the last half bound of distinct
 * names is always known, without a lock or a list per access.
 *
 * <p>Safe for use by any thread.
 */
final class RecentTenants {
  private static final class Generations {
    final ConcurrentHashMap<String, TenantId> young = new ConcurrentHashMap<>();
    final ConcurrentHashMap<String, TenantId> old;

    Generations(ConcurrentHashMap<String, TenantId> old) {
      this.old = old;
    }
  }

  private final int mostYoung;
  private volatile Generations generations = new Generations(new ConcurrentHashMap<>());

  RecentTenants(int most) {
    mostYoung = Math.max(1, most / 2);
  }

  void put(String file, TenantId tenant) {
    Generations present = generations;
    if (Objects.equals(tenant, present.young.get(file))) {
      return;
    }
    present.young.put(file, tenant);
    if (present.young.mappingCount() >= mostYoung) {
      age(present);
    }
  }

  @Nullable TenantId get(String file) {
    Generations present = generations;
    TenantId tenant = present.young.get(file);
    if (tenant != null) {
      return tenant;
    }
    tenant = present.old.get(file);
    if (tenant != null) {
      put(file, tenant);
    }
    return tenant;
  }

  private synchronized void age(Generations full) {
    if (generations == full) {
      generations = new Generations(full.young);
    }
  }
}
