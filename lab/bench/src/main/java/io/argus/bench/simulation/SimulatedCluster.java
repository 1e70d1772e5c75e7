package io.argus.bench.simulation;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterView;
import io.argus.master.monitor.ReceivedReports;
import io.argus.master.plans.PlanStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The state of a simulated cluster: which tenant is on which server with which shares, and the
 * latest reports.
 *
 * <p>Used by one thread.
 */
final class SimulatedCluster implements ClusterView {
  private static final List<ComponentStatus> COMPONENTS =
      List.of(ComponentStatus.active(Component.SCHEDULER));

  private final boolean[] up;

  private final List<SimulatedTenant> tenants = new ArrayList<>();
  private final List<List<TenantOnServer>> onServer = new ArrayList<>();
  private final Map<TenantId, List<TenantOnServer>> ofTenant = new HashMap<>();
  private final Map<String, UsageReport> reports = new HashMap<>();
  private @Nullable Plan plan;

  SimulatedCluster(int servers) {
    up = new boolean[servers];
    Arrays.fill(up, true);
    for (int s = 0; s < servers; s++) {
      onServer.add(new ArrayList<>());
    }
  }

  int servers() {
    return up.length;
  }

  boolean isUp(int server) {
    return up[server];
  }

  void stop(int server) {
    reports.remove(name(server));
    up[server] = false;
  }

  static String name(int server) {
    return String.format(Locale.ROOT, "rs%04d,16020,1", server);
  }

  void add(SimulatedTenant tenant) {
    tenants.add(tenant);
  }

  void remove(SimulatedTenant tenant) {
    tenants.remove(tenant);
  }

  List<SimulatedTenant> all() {
    return Collections.unmodifiableList(tenants);
  }

  List<TenantOnServer> on(int server) {
    return Collections.unmodifiableList(onServer.get(server));
  }

  List<TenantOnServer> of(SimulatedTenant tenant) {
    return Collections.unmodifiableList(ofTenant.getOrDefault(tenant.id, List.of()));
  }

  /** Takes over where the regions are now. */
  void place() {
    ofTenant.clear();
    onServer.forEach(List::clear);
    for (SimulatedTenant tenant : tenants) {
      List<TenantOnServer> parts = new ArrayList<>();
      for (int s : tenant.servers()) {
        TenantOnServer part = new TenantOnServer(tenant, s);
        parts.add(part);
        onServer.get(s).add(part);
      }
      ofTenant.put(tenant.id, parts);
    }
    for (int s = 0; s < up.length; s++) {
      reserve(s);
    }
  }

  /** Puts a new plan in force; returns whether there is one. */
  boolean apply(ClusterDocuments documents) throws IOException {
    Optional<Plan> now = PlanStore.read(documents, new ArrayList<>());
    if (!now.isPresent() || now.get().version() == planVersion()) {
      return false;
    }
    plan = now.get();
    for (int s = 0; s < up.length; s++) {
      reserve(s);
    }
    return true;
  }

  long planVersion() {
    return plan == null ? 0 : plan.version();
  }

  private void reserve(int server) {
    if (plan == null) {
      return;
    }
    Plan there = plan.on(isUp(server) ? plan.servers().get(name(server)) : null);
    List<TenantOnServer> parts = onServer.get(server);
    for (TenantOnServer part : parts) {
      double mean = 1.0 / Math.max(1, there.reservations().size());
      part.reserve(
          there
              .reservation(part.tenant.id)
              .orElseGet(() -> Reservation.of(part.tenant.id, mean, mean)));
    }
    double[] guaranteed = parts.stream().mapToDouble(part -> part.guaranteedCache).toArray();
    double[] needs = parts.stream().mapToDouble(TenantOnServer::fullShare).toArray();
    double[] shares = Sharing.divide(1, guaranteed, needs);
    for (int k = 0; k < shares.length; k++) {
      parts.get(k).cacheShare = shares[k];
    }
  }

  /** Each server reports what its tenants did since the last time. */
  void report(double seconds, long nowMillis, Serving serving) {
    for (int s = 0; s < up.length; s++) {
      List<TenantUsage> usages = new ArrayList<>();
      for (TenantOnServer part : onServer.get(s)) {
        usages.add(part.report(seconds));
      }
      if (isUp(s)) {
        reports.put(
            name(s),
            new UsageReport(
                name(s),
                nowMillis,
                seconds,
                planVersion(),
                SimulatedHardware.CACHE_BYTES,
                serving.hdfsCapacity(s),
                COMPONENTS,
                usages));
      }
    }
  }

  /** The throughput that the tenant would reach alone, its regions where they are. */
  double isolatedThroughput(SimulatedTenant tenant) {
    double least = tenant.clients / SimulatedHardware.ROUND_TRIP_SECONDS;
    for (TenantOnServer part : of(tenant)) {
      least = Math.min(least, part.most(1, 1) / part.demand);
    }
    return least;
  }

  @Override
  public ReceivedReports usageReports(long nowMillis) {
    return ReceivedReports.ofRead(new HashMap<>(reports));
  }

  @Override
  public Set<TenantId> tenants() {
    Set<TenantId> ids = new TreeSet<>();
    tenants.forEach(tenant -> ids.add(tenant.id));
    return ids;
  }
}
