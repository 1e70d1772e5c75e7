package io.argus.master.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The CPU shares of tenants, in closed form: region servers divide CPU time work-conservingly in
 * proportion to guaranteed shares, so that nothing is to be searched.
 *
 * <p>On each server
 *
 * <ul>
 *   <li>the guaranteed share is g_i = max(floor_i, level x weight_i), with the level at which they
 *       sum to 1. The floor is what the tenant's SLOs need there; all floors have at most {@value
 *       #MAX_FLOORS} of the server. Without SLOs, shares are in proportion to weights. Who is
 *       demand-limited keeps its share, and others borrow it;
 *   <li>what a tenant could have is the water level over what the others need: max(1 - needs of the
 *       others, g_i / (sum of g from it upwards) x what those below it leave), in the order of need
 *       / g. It is at least g_i.
 * </ul>
 *
 * <p>The needs are those of now: what a tenant uses, and all of the CPU for one that it limits. The
 * search for shares of cache and HDFS takes what the CPU allows as a bound.
 *
 * <p>Cost: O(n log n) for n tenants on servers. Stateless; safe for use by any thread.
 */
public final class CpuShares {
  private static final double MAX_FLOORS = 0.95;

  /** A tenant on a server. */
  private static final class Entry {
    final int tenant;
    final int part;
    final double weight;
    final PartCpu cpu;
    final double need;
    double floor;
    double share;
    double available;

    Entry(TenantModel model, int tenant, int part) {
      PartModel there = model.parts().get(part);
      this.tenant = tenant;
      this.part = part;
      this.weight = model.weight();
      this.cpu = there.cpu();
      this.need = cpu.need;
      this.floor = cpu.needOf(model.sloThroughput() * there.demandShare());
    }
  }

  private CpuShares() {}

  /** Returns the same models with the CPU shares that follow from their weights, SLOs and needs. */
  public static List<TenantModel> planned(List<TenantModel> models) {
    Map<String, List<Entry>> servers = new HashMap<>();
    List<PartCpu[]> planned = new ArrayList<>();
    for (int i = 0; i < models.size(); i++) {
      TenantModel model = models.get(i);
      planned.add(new PartCpu[model.parts().size()]);
      for (int k = 0; k < model.parts().size(); k++) {
        servers
            .computeIfAbsent(model.parts().get(k).server(), s -> new ArrayList<>())
            .add(new Entry(model, i, k));
      }
    }
    for (List<Entry> there : servers.values()) {
      guarantee(there);
      leave(there);
      for (Entry each : there) {
        planned.get(each.tenant)[each.part] = each.cpu.sharing(each.share, each.available);
      }
    }
    List<TenantModel> sharing = new ArrayList<>();
    for (int i = 0; i < models.size(); i++) {
      sharing.add(models.get(i).sharing(Arrays.asList(planned.get(i))));
    }
    return Collections.unmodifiableList(sharing);
  }

  private static void guarantee(List<Entry> there) {
    double floors = 0;
    double weights = 0;
    for (Entry each : there) {
      floors += each.floor;
      weights += each.weight;
    }
    double scale = floors > MAX_FLOORS ? MAX_FLOORS / floors : 1;
    there.sort(Comparator.comparingDouble((Entry each) -> -each.floor / each.weight));
    double left = 1;
    for (Entry each : there) {
      each.share = Math.max(scale * each.floor, left * each.weight / weights);
      left -= each.share;
      weights -= each.weight;
    }
  }

  private static void leave(List<Entry> there) {
    there.sort(Comparator.comparingDouble(each -> each.need / each.share));
    double needs = 0;
    double shares = 0;
    for (Entry each : there) {
      needs += each.need;
      shares += each.share;
    }
    double left = 1;
    for (Entry each : there) {
      double level = left * each.share / shares;
      each.available = Math.min(1, Math.max(level, 1 - (needs - each.need)));
      left -= Math.min(each.need, level);
      shares -= each.share;
    }
  }
}
