package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.core.usage.UsageReport.ClassUsage;
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

  /** At least this part of its cap a tenant asks of a server where it waits: it may have none. */
  private static final double MIN_ASKED = 0.01;

  private final ClusterDocuments documents;
  private int roundsUnconfirmed;

  /** By whose cap it is. */
  private final Map<String, Use> uses = new HashMap<>();

  /** The reports that are in the averages already. */
  private Set<UsageReport> counted = Collections.emptySet();

  /** Null until it has been read. */
  private Caps.@Nullable Parts published;

  /** What one server does under one cap. */
  private static final class Asked {
    static final Asked NOTHING = new Asked(0, 0);

    /** Part of the cap. */
    final double used;

    /** Whether requests wait there because of the cap. */
    final boolean waits;

    Asked(double used, double waitingPerSecond) {
      this.used = used;
      this.waits = waitingPerSecond > 0;
    }

    double amount() {
      return Math.max(used, waits ? MIN_ASKED : 0);
    }
  }

  /** What the servers do under one cap, of a tenant or of a class of it. */
  private static final class Use {
    /** Part of the cap that each server uses, on average. */
    final SortedMap<String, Double> used = new TreeMap<>();

    /**
     * Which part of what the tenant asks for it asks of each server, on average while it asks for
     * anything.
     */
    final SortedMap<String, Double> demand = new TreeMap<>();

    /** The servers where the tenant waits because of its cap. */
    final Set<String> waiting = new HashSet<>();

    /** Which part of its cap the tenant uses, or would use if it were there: 0..1. */
    double ofCap() {
      double sum = used.values().stream().mapToDouble(Double::doubleValue).sum();
      return waiting.isEmpty() ? Math.min(1, sum) : 1;
    }
  }

  CapLedger(ClusterDocuments documents) {
    this.documents = documents;
  }

  /**
   * Publishes the next division, if the last one is in force everywhere and no longer fits.
   *
   * @param reports the latest one of each region server that is up
   */
  void divide(Settings settings, Collection<UsageReport> reports, List<String> problems) {
    Caps caps = settings.get(Settings.TENANT_CAPS);
    try {
      Caps.Parts last = last();
      count(last, caps, reports);
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
      } else if (++roundsUnconfirmed > MAX_ROUNDS && !last.byHolder().isEmpty()) {
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
    if (!next.equals(last.byHolder())) {
      Caps.Parts parts = Caps.Parts.of(last.version() + 1, next);
      published = null; // whoever knows whether a write that fails was made
      documents.write(ClusterDocuments.CAPS, parts.toJson());
      published = parts;
    }
  }

  private void count(Caps.Parts last, Caps caps, Collection<UsageReport> reports) {
    boolean any = !caps.byHolder().isEmpty();
    Map<UsageReport, Map<String, Asked>> usages = new HashMap<>();
    for (UsageReport report : reports) {
      usages.put(report, any ? askedOf(report) : Collections.emptyMap());
    }
    uses.keySet().retainAll(caps.byHolder().keySet());
    for (String holder : caps.byHolder().keySet()) {
      Map<UsageReport, Asked> here = new HashMap<>();
      usages.forEach(
          (report, byHolder) -> here.put(report, byHolder.getOrDefault(holder, Asked.NOTHING)));
      uses.put(holder, counted(holder, last, here));
    }
    counted = usages.keySet();
  }

  private static Map<String, Asked> askedOf(UsageReport report) {
    Map<String, Asked> asked = new HashMap<>();
    for (TenantUsage each : report.tenants()) {
      asked.put(each.tenant().name(), new Asked(each.get(Figure.CAP_USE), each.get(Figure.CAPPED)));
    }
    for (ClassUsage each : report.classes()) {
      asked.put(
          Caps.holder(TenantId.of(each.tenant()), each.name()),
          new Asked(each.capFraction(), each.cappedPerSecond()));
    }
    return asked;
  }

  private Use counted(String holder, Caps.Parts last, Map<UsageReport, Asked> asked) {
    Use before = uses.getOrDefault(holder, new Use());
    Use use = new Use();
    double askedOfAll = asked.values().stream().mapToDouble(Asked::amount).sum();
    asked.forEach(
        (report, here) -> {
          String server = report.server();
          double weight =
              counted.contains(report)
                  ? 0
                  : 1 - Math.exp(-report.windowSeconds() / AVERAGED_SECONDS);
          double had = last.part(holder, server).orElse(1.0 / asked.size());
          double usedBefore = before.used.getOrDefault(server, had);
          use.used.put(server, average(usedBefore, here.used, weight));
          double demandBefore = before.demand.getOrDefault(server, had);
          double demand = askedOfAll > 0 ? here.amount() / askedOfAll : demandBefore;
          use.demand.put(server, average(demandBefore, demand, weight));
          if (here.waits) {
            use.waiting.add(server);
          }
        });
    return use;
  }

  private static double average(double before, double now, double weight) {
    return before + weight * (now - before);
  }

  private Map<String, Map<String, Double>> next(Caps.Parts last) {
    SortedMap<String, Map<String, Double>> next = new TreeMap<>();
    uses.forEach(
        (holder, use) -> {
          Map<String, Double> before = last.byHolder().getOrDefault(holder, Collections.emptyMap());
          Map<String, Double> wanted = CapSplit.wanted(use.demand, use.ofCap());
          next.put(holder, CapSplit.next(before, wanted, use.used, use.waiting));
        });
    return next;
  }
}
