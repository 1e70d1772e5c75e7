package io.argus.master.placement;

import io.argus.core.text.Text;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.regions.Need;
import java.util.ArrayList;
import java.util.List;

/**
 * Why a region should leave its server, in one sentence for operators.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Reasons {
  private static final int MAX_NAMED = 3;

  private final Placement placement;

  Reasons(Placement placement) {
    this.placement = placement;
  }

  /** Who needs the same as the region's tenant on its server. */
  String loaded(int region) {
    int tenant = placement.tenantOf[region];
    int server = placement.serverOf[region];
    String name = placement.servers.get(server);
    int sharers = 0;
    for (int i = 0; i < placement.tenants(); i++) {
      sharers += isThere(i, server) ? 1 : 0;
    }
    Need need = need(tenant, server, sharers);
    List<String> others = new ArrayList<>();
    for (int i = 0; i < placement.tenants(); i++) {
      if (i != tenant && isThere(i, server) && need(i, server, sharers) == need) {
        others.add(placement.model(i).tenant().name());
      }
    }
    String mine = placement.model(tenant).tenant().name();
    if (others.isEmpty()) {
      return Text.format(
          "%s serves %.0f %% of the operations of tenant %s, which needs %s",
          name, 100 * placement.demand(tenant, server), mine, need.word());
    }
    return "tenants " + list(mine, others) + " need " + need.word() + " on " + name;
  }

  private boolean isThere(int tenant, int server) {
    TenantModel model = placement.model(tenant);
    return model.isolatedThroughput() > 0 && placement.demand(tenant, server) > PlacedTenant.NONE;
  }

  private Need need(int tenant, int server, int sharers) {
    List<PartModel> parts = placement.model(tenant).parts();
    PartModel part = parts.get(Need.greatestPart(placement.model(tenant)));
    for (PartModel each : parts) {
      if (each.server().equals(placement.servers.get(server)) && !each.isUnlimited()) {
        part = each;
      }
    }
    return Need.of(part, sharers);
  }

  private static String list(String mine, List<String> others) {
    int named = Math.min(MAX_NAMED - 1, others.size());
    String first = mine;
    for (int k = 0; k < named - 1; k++) {
      first += ", " + others.get(k);
    }
    int more = others.size() - named;
    if (more > 0) {
      return first + ", " + others.get(named - 1) + " and " + more + " more all";
    }
    return first + " and " + others.get(named - 1) + (others.size() == 1 ? " both" : " all");
  }
}
