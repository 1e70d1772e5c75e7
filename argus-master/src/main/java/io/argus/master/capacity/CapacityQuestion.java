package io.argus.master.capacity;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.regions.Region;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The input of {@link CapacitySearch}: what is known of a running cluster, and what is asked of it.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class CapacityQuestion {
  final List<TenantModel> models;
  final ClusterUsage usage;
  final Settings settings;
  final Collection<Region> regions;
  final Map<TenantId, List<MeasuredPoint>> measured;
  final List<TenantOperations> slos;
  final List<TenantOperations> added;
  final List<Integer> servers;
  final boolean extrapolates;

  /** What the answer must say about what is known; empty if there is nothing. */
  final String note;

  private CapacityQuestion(
      CapacityQuestion known,
      List<TenantOperations> slos,
      List<TenantOperations> added,
      List<Integer> servers,
      boolean extrapolates,
      String note) {
    this.models = known.models;
    this.usage = known.usage;
    this.settings = known.settings;
    this.regions = known.regions;
    this.measured = known.measured;
    this.slos = slos;
    this.added = added;
    this.servers = servers;
    this.extrapolates = extrapolates;
    this.note = note;
  }

  /**
   * A question without SLOs, about the current servers.
   *
   * @param models of all tenants
   * @param usage of all servers that report
   * @param regions of all tenants; empty if they are not known
   * @param measured of each tenant, what it did on the numbers of servers of before and now
   */
  public CapacityQuestion(
      List<TenantModel> models,
      ClusterUsage usage,
      Settings settings,
      Collection<Region> regions,
      Map<TenantId, List<MeasuredPoint>> measured) {
    this.models = models;
    this.usage = usage;
    this.settings = settings;
    this.regions = regions;
    this.measured = Collections.unmodifiableMap(new HashMap<>(measured));
    this.slos = Collections.emptyList();
    this.added = Collections.emptyList();
    this.servers = Collections.emptyList();
    this.extrapolates = false;
    this.note = "";
  }

  /**
   * Asks for SLOs to be met: minimum operations per second of tenants.
   *
   * @param added tenants to be added, each like a known one, with what it asks for
   */
  public CapacityQuestion withSlo(List<TenantOperations> slos, List<TenantOperations> added) {
    return new CapacityQuestion(this, slos, added, servers, extrapolates, note);
  }

  /** Asks about numbers of servers; none: how many it takes. */
  public CapacityQuestion on(List<Integer> servers) {
    return new CapacityQuestion(this, slos, added, servers, extrapolates, note);
  }

  /** Lets the answer be about more or fewer servers than the model was calibrated for. */
  public CapacityQuestion extrapolating(boolean extrapolates) {
    return new CapacityQuestion(this, slos, added, servers, extrapolates, note);
  }

  /** Lets the answer say something about what is known; empty if there is nothing to say. */
  public CapacityQuestion noting(String text) {
    return new CapacityQuestion(this, slos, added, servers, extrapolates, text);
  }

  /** The number of region servers that report. */
  int currentServers() {
    return usage.reports().size();
  }
}
