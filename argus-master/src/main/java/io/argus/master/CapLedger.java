package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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

  private final ClusterDocuments documents;
  private int roundsUnconfirmed;

  /** Null until it has been read. */
  private Caps.@Nullable Parts published;

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
      List<String> missing =
          reports.stream()
              .filter(report -> report.setup().capsVersion() != last.version())
              .map(UsageReport::server)
              .collect(Collectors.toList());
      if (missing.isEmpty() || last.version() == 0) {
        roundsUnconfirmed = 0;
        if (!reports.isEmpty()) {
          publish(last, next(last, caps, reports, demand));
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

  private static Map<String, Map<String, Double>> next(
      Caps.Parts last,
      Caps caps,
      Collection<UsageReport> reports,
      Function<TenantId, Map<String, Double>> demand) {
    SortedMap<String, Map<String, Double>> next = new TreeMap<>();
    for (TenantId tenant : caps.byTenant().keySet()) {
      Map<String, Double> asked = demand.apply(tenant);
      SortedMap<String, Double> demands = new TreeMap<>();
      for (UsageReport report : reports) {
        demands.put(report.server(), asked.getOrDefault(report.server(), 0.0));
      }
      Map<String, Double> before =
          last.byTenant().getOrDefault(tenant.name(), Collections.emptyMap());
      next.put(tenant.name(), CapSplit.next(before, CapSplit.wanted(demands)));
    }
    return next;
  }
}
