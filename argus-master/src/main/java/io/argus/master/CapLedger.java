package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The division of the caps among region servers that is in force, as a document of the cluster: a
 * master that takes over goes on from it.
 *
 * <p>Not safe for use by several threads.
 */
final class CapLedger {
  /** So many rounds a server may take to confirm a division before that is a problem. */
  private static final int MAX_ROUNDS = 30;

  /**
   * Over so many seconds use and demand are averaged; at first they are the parts in force, or
   * even.
   */
  private static final double AVERAGED_SECONDS = 10;

  private final ClusterDocuments documents;
  private int roundsUnconfirmed;

  private final Map<TenantId, Use> uses = new HashMap<>();

  /** The reports that are in the averages already. */
  private Set<UsageReport> counted = Collections.emptySet();

  /** Null until it has been read. */
  private Caps.@Nullable Parts published;

  /** What the servers do under the cap of one tenant. */
  private static final class Use {
    /** Part of the cap that each server uses, on average. */
    final SortedMap<String, Double> used = new TreeMap<>();

    /** Which part of what the tenant asks for it asks of each server, on average. */
    final SortedMap<String, Double> demand = new TreeMap<>();

    /** The servers where the tenant waits because of its cap. */
    final Set<String> waiting = new HashSet<>();
  }

  CapLedger(ClusterDocuments documents) {
    this.documents = documents;
  }

  /**
   * Publishes the next division, if the last one is in force everywhere and no longer fits.
   *
   * @param reports the latest one of each region server that is up
   * @param demand which part of what a tenant asks for it asks of each server, by name; empty if
   *     nobody knows
   */
  void divide(
      Settings settings,
      Collection<UsageReport> reports,
      Function<TenantId, Map<String, Double>> demand,
      List<String> problems) {
    Caps caps = settings.get(Settings.TENANT_CAPS);
    try {
      Caps.Parts last = last();
      count(last, caps, reports, demand);
      List<String> missing =
          reports.stream()
              .filter(report -> report.setup().capsVersion() != last.version())
              .map(UsageReport::server)
              .collect(Collectors.toList());
      if (missing.isEmpty() || last.version() == 0) {
        roundsUnconfirmed = 0;
        if (!reports.isEmpty()) {
          publish(last, next(last));
        }
      } else if (++roundsUnconfirmed > MAX_ROUNDS && !last.byTenant().isEmpty()) {
        problems.add(
            "caps of tenants stay divided as they are: no confirmation from "
                + Shortened.of(String.join(", ", missing))
                + "; an older Argus knows no caps");
      }
    } catch (IOException | RuntimeException e) {
      problems.add("the caps of tenants are divided among servers as before: " + e);
    }
  }

  private Caps.Parts last() throws IOException {
    Caps.Parts last = published;
    if (last == null) {
      byte[] stored = documents.read(ClusterDocuments.CAPS);
      last = stored == null || stored.length == 0 ? Caps.Parts.NONE : Caps.Parts.read(stored);
      published = last;
    }
    return last;
  }

  private void publish(Caps.Parts last, Map<String, Map<String, Double>> next) throws IOException {
    if (!next.equals(last.byTenant())) {
      Caps.Parts parts = Caps.Parts.of(last.version() + 1, next);
      published = null; // whoever knows whether a write that fails was made
      documents.write(ClusterDocuments.CAPS, parts.toJson());
      published = parts;
    }
  }

  private void count(
      Caps.Parts last,
      Caps caps,
      Collection<UsageReport> reports,
      Function<TenantId, Map<String, Double>> demand) {
    Map<UsageReport, Map<TenantId, TenantUsage>> usages = new HashMap<>();
    for (UsageReport report : reports) {
      usages.put(
          report, report.tenants().stream().collect(Collectors.toMap(TenantUsage::tenant, u -> u)));
    }
    uses.keySet().retainAll(caps.byTenant().keySet());
    for (TenantId tenant : caps.byTenant().keySet()) {
      Use before = uses.getOrDefault(tenant, new Use());
      Map<String, Double> asked = demand.apply(tenant);
      Use use = new Use();
      usages.forEach(
          (report, byTenant) -> {
            String server = report.server();
            double weight =
                counted.contains(report)
                    ? 0
                    : 1 - Math.exp(-report.windowSeconds() / AVERAGED_SECONDS);
            TenantUsage usage = byTenant.getOrDefault(tenant, TenantUsage.builder(tenant).build());
            double had = last.part(tenant, server).orElse(1.0 / usages.size());
            double usedBefore = before.used.getOrDefault(server, had);
            use.used.put(server, average(usedBefore, usage.get(Figure.CAP_USE), weight));
            double askedBefore = before.demand.getOrDefault(server, had);
            use.demand.put(server, average(askedBefore, asked.getOrDefault(server, 0.0), weight));
            if (usage.get(Figure.CAPPED) > 0) {
              use.waiting.add(server);
            }
          });
      uses.put(tenant, use);
    }
    counted = usages.keySet();
  }

  private static double average(double before, double now, double weight) {
    return before + weight * (now - before);
  }

  private Map<String, Map<String, Double>> next(Caps.Parts last) {
    SortedMap<String, Map<String, Double>> next = new TreeMap<>();
    uses.forEach(
        (tenant, use) -> {
          Map<String, Double> before =
              last.byTenant().getOrDefault(tenant.name(), Collections.emptyMap());
          Map<String, Double> wanted = CapSplit.wanted(use.demand);
          next.put(tenant.name(), CapSplit.next(before, wanted, use.used, use.waiting));
        });
    return next;
  }
}
