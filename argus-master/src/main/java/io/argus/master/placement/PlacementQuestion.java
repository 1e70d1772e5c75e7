package io.argus.master.placement;

import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.regions.Region;
import io.argus.master.regions.ServerGroups;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The input of {@link PlacementSearch}: the tenants, their regions, the region servers, and how the
 * planner judges.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PlacementQuestion {
  final List<TenantModel> models;
  final List<Region> regions;
  final Map<String, ServerCapacity> capacities;
  final ServerGroups groups;
  final int pieces;
  final double alpha;

  /**
   * @param models of all tenants
   * @param capacities of every region server that may have regions, by its name
   * @param groups those that regions must stay in
   * @param pieces units of each resource of a server, as for the planner
   * @param alpha weight of the J-index in the D-score, 0..1
   */
  public PlacementQuestion(
      List<TenantModel> models,
      Collection<Region> regions,
      Map<String, ServerCapacity> capacities,
      ServerGroups groups,
      int pieces,
      double alpha) {
    this.models = Collections.unmodifiableList(new ArrayList<>(models));
    List<Region> sorted = new ArrayList<>(regions);
    sorted.sort((one, other) -> one.name().compareTo(other.name()));
    this.regions = Collections.unmodifiableList(sorted);
    this.capacities = Collections.unmodifiableMap(new TreeMap<>(capacities));
    this.groups = groups;
    this.pieces = pieces;
    this.alpha = alpha;
  }

  /** Every server that has anything, and every one that may, in the order of their names. */
  List<String> servers() {
    SortedSet<String> names = new TreeSet<>(capacities.keySet());
    regions.forEach(region -> names.add(region.server()));
    for (TenantModel model : models) {
      for (PartModel part : model.parts()) {
        names.add(part.server());
      }
    }
    return new ArrayList<>(names);
  }

  /** The servers of each group; none where there are no groups. */
  SortedMap<String, List<String>> serversByGroup() {
    SortedMap<String, List<String>> byGroup = new TreeMap<>();
    if (groups.exist()) {
      for (String server : servers()) {
        byGroup.computeIfAbsent(groups.ofServer(server), g -> new ArrayList<>()).add(server);
      }
    }
    return byGroup;
  }

  /**
   * Whether a region may move to a server: one of the group of its table. A server that is only
   * remembered may be gone.
   */
  boolean mayMove(Region region, String server) {
    return capacities.containsKey(server) && groups.allow(region.table(), server);
  }
}
