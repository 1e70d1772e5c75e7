package io.argus.master.regions;

import io.argus.core.tenant.TenantId;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What each region needs most, and how much of it, for HBase's own balancer.
 *
 * <p>A region's load is the part of its tenant's operations that it serves, times what the tenant
 * needs of its dominant resource: 1 server for a tenant that uses whatever it gets, what its demand
 * takes for a demand-limited one. The load does not depend on where regions are.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class RegionNeeds {
  /** Nothing is known, or Argus is off. */
  public static final RegionNeeds NONE = new RegionNeeds(Collections.emptyMap());

  private final Map<String, RegionNeed> byRegion;

  /** A region's dominant resource and load. Immutable; safe for use by any thread. */
  public static final class RegionNeed {
    private final Need need;
    private final double load;

    RegionNeed(Need need, double load) {
      this.need = need;
      this.load = load;
    }

    public Need need() {
      return need;
    }

    /** In servers, above 0. */
    public double load() {
      return load;
    }
  }

  private RegionNeeds(Map<String, RegionNeed> byRegion) {
    this.byRegion = byRegion;
  }

  /**
   * @param models of all tenants
   * @param regions of all tenants
   */
  public static RegionNeeds of(List<TenantModel> models, List<Region> regions) {
    Map<TenantId, RegionNeed> whole = new HashMap<>();
    int active = 0;
    for (TenantModel model : models) {
      active += model.isolatedThroughput() > 0 ? 1 : 0;
    }
    for (TenantModel model : models) {
      int greatest = Need.greatestPart(model);
      if (greatest >= 0 && model.isolatedThroughput() > 0) {
        PartModel part = model.parts().get(greatest);
        Need need = Need.of(part, active);
        whole.put(model.tenant(), new RegionNeed(need, need.loadOf(model, part, active)));
      }
    }
    Map<String, RegionNeed> needs = new HashMap<>();
    double[] parts = Region.parts(regions, Region::tenant);
    for (int r = 0; r < parts.length; r++) {
      RegionNeed all = whole.get(regions.get(r).tenant());
      if (all != null && all.load * parts[r] > 0) {
        needs.put(regions.get(r).name(), new RegionNeed(all.need, all.load * parts[r]));
      }
    }
    return new RegionNeeds(needs);
  }

  /** What a region needs; null if nothing is known of it. */
  public @Nullable RegionNeed of(String encodedName) {
    return byRegion.get(encodedName);
  }

  public boolean isEmpty() {
    return byRegion.isEmpty();
  }
}
