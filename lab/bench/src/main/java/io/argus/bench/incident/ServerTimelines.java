package io.argus.bench.incident;

import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the region servers reported of the tenants during a run.
 *
 * <p>Used by one thread.
 */
final class ServerTimelines {
  private record Entry(double second, int server, UsageReport report) {
    Optional<TenantUsage> of(String tenant) {
      return report.tenants().stream()
          .filter(usage -> usage.tenant().name().equals(tenant))
          .findFirst();
    }

    double bytes() {
      return report.tenants().stream().mapToDouble(TenantUsage::hdfsChargedBytesPerSecond).sum();
    }
  }

  private final List<Entry> reports = new ArrayList<>();

  /**
   * Notes a server's last report.
   *
   * @param second after the start of the load
   * @param server which one, from 0
   */
  void add(double second, int server, UsageReport report) {
    boolean known =
        reports.stream()
            .anyMatch(
                entry ->
                    entry.server() == server && entry.report().endMillis() == report.endMillis());
    if (!known) {
      reports.add(new Entry(second, server, report));
    }
  }

  /** Operations a second of a tenant on a server, the mean of its reports in that time. */
  double operations(String tenant, int server, double from, double to) {
    return in(from, to)
        .filter(entry -> entry.server() == server)
        .mapToDouble(
            entry -> entry.of(tenant).map(TenantUsage::totalOperationsPerSecond).orElse(0.0))
        .average()
        .orElse(0);
  }

  /** A server's last report in that time; empty if there is none. */
  Optional<UsageReport> last(int server, double from, double to) {
    return in(from, to)
        .filter(entry -> entry.server() == server)
        .reduce((earlier, later) -> later)
        .map(Entry::report);
  }

  /** The full name of a server; empty if it never reported. */
  Optional<String> name(int server) {
    return last(server, 0, Double.MAX_VALUE).map(UsageReport::server);
  }

  /** The least version of the plan that one of the servers had in its last report in that time. */
  long leastPlanVersion(Collection<Integer> servers, double from, double to) {
    return servers.stream()
        .flatMap(server -> last(server, from, to).stream())
        .mapToLong(UsageReport::planVersion)
        .min()
        .orElse(0);
  }

  /**
   * A tenant's part of what a server moved from and to HDFS, beside what the plan guarantees it.
   *
   * @param server which one, from 0; -1 if the tenant has no share on any
   * @param served its part of the bytes, by cost, 0..1
   * @param guaranteed its share, 0..1
   */
  record Part(int server, double served, double guaranteed) {
    static final Part NONE = new Part(-1, 0, 0);

    /** 1 is exactly its share. */
    double ofShare() {
      return guaranteed == 0 ? 0 : served / guaranteed;
    }
  }

  /**
   * A tenant's part of that server, of several, on which it gets the most of its share. If its
   * clients spread over its keys, it asks the others for less, because this one is its bottleneck.
   */
  Part part(String tenant, Collection<Integer> servers, double from, double to, Plan plan) {
    return servers.stream()
        .map(server -> part(tenant, server, from, to, plan))
        .max(Comparator.comparingDouble(Part::ofShare))
        .orElse(Part.NONE);
  }

  private Part part(String tenant, int server, double from, double to, Plan plan) {
    double own = 0;
    double all = 0;
    double guaranteed = 0;
    for (Entry entry : in(from, to).filter(e -> e.server() == server).toList()) {
      all += entry.bytes();
      own += entry.of(tenant).map(TenantUsage::hdfsChargedBytesPerSecond).orElse(0.0);
      guaranteed = PlanTimeline.hdfs(plan, TenantId.of(tenant), entry.report().server());
    }
    return all == 0 || guaranteed == 0 ? Part.NONE : new Part(server, own / all, guaranteed);
  }

  private Stream<Entry> in(double from, double to) {
    return reports.stream().filter(entry -> entry.second() >= from && entry.second() < to);
  }
}
