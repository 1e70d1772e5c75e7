package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.page.PageQuery;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.ServerSetup;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.plans.PlanHistory;
import io.argus.master.status.ClusterStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The view of a user who is no administrator: the tenants whose tables the user may all read. What
 * other tenants do is summed up as that of {@value #OTHERS}, so that the view says what a tenant
 * waits for, and not for whom.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class TenantView {
  static final String OTHERS = "_others";

  private final Set<String> names;

  private TenantView(Set<String> names) {
    this.names = names;
  }

  /**
   * @param tenantOf the tenant of each table
   * @param mayRead whether the user may read a table
   */
  static TenantView of(Map<String, TenantId> tenantOf, Predicate<String> mayRead) {
    Set<TenantId> tenants = new TreeSet<>(tenantOf.values());
    tenantOf.forEach(
        (table, tenant) -> {
          if (tenants.contains(tenant) && !mayRead.test(table)) {
            tenants.remove(tenant);
          }
        });
    return new TenantView(
        tenants.stream().map(TenantId::name).collect(Collectors.toCollection(TreeSet::new)));
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  /** The names of the tenants, with commas. */
  @Override
  public String toString() {
    return String.join(", ", names);
  }

  /** Whether it has something of a stored document; else only administrators see that. */
  boolean shows(String name) {
    return name.equals(ClusterDocuments.ALIVE)
        || name.equals(ClusterDocuments.STATUS)
        || name.equals(PlanHistory.DOCUMENT)
        || name.startsWith(ClusterDocuments.usageOf(""));
  }

  /**
   * Returns what the view has of a stored document that it {@link #shows}.
   *
   * @param stored not empty
   */
  byte[] of(String name, byte[] stored) {
    switch (name) {
      case ClusterDocuments.ALIVE:
        return stored;
      case ClusterDocuments.STATUS:
        return ClusterStatus.read(stored)
            .of(names, "Tenants whose tables you may read, without ADMIN: " + this);
      case PlanHistory.DOCUMENT:
        PlanHistory history = PlanHistory.EMPTY;
        for (Plan plan : PlanHistory.read(stored).plans()) {
          history = history.with(of(plan));
        }
        return history.toJson();
      default:
        return WireFormat.write(of(WireFormat.readUsageReport(stored)));
    }
  }

  private Plan of(Plan plan) {
    List<Reservation> kept = new ArrayList<>();
    List<Reservation> others = new ArrayList<>();
    plan.reservations()
        .forEach(each -> (names.contains(each.tenant().name()) ? kept : others).add(each));
    if (!others.isEmpty()) {
      kept.add(Reservation.of(TenantId.of(OTHERS), 1, resource -> resource.sum(others)));
    }
    return Plan.of(
        plan.version(),
        plan.mode(),
        plan.createdMillis(),
        plan.borrowing(),
        kept,
        PlanExplanation.because("administrators of HBase see why"));
  }

  private UsageReport of(UsageReport report) {
    List<TenantUsage> kept = new ArrayList<>();
    TenantUsage.Builder others = TenantUsage.builder(TenantId.of(OTHERS));
    for (TenantUsage usage : report.tenants()) {
      if (names.contains(usage.tenant().name())) {
        kept.add(usage);
      } else {
        add(others, Figure.HDFS_READ_BYTES, usage.hdfsChargedBytesPerSecond());
        add(others, Figure.HANDLER, usage.handlerFraction());
        add(others, Figure.CPU, usage.cpuFraction());
      }
    }
    if (kept.size() < report.tenants().size()) {
      kept.add(others.build());
    }
    return report
        .with(kept)
        .with(ServerSetup.UNKNOWN)
        .withClasses(
            report.classes().stream()
                .filter(each -> names.contains(each.tenant()))
                .collect(Collectors.toList()))
        .withRunaways(
            report.runaways().stream()
                .filter(each -> names.contains(each.tenant()))
                .collect(Collectors.toList()));
  }

  /** Adds one of the figures by which contention and CPU are attributed. */
  private static void add(TenantUsage.Builder sum, Figure figure, double more) {
    sum.set(figure, sum.get(figure) + more);
  }

  /**
   * Returns the query of {@code usage.json} that the view answers: of one of its tenants, which a
   * query without a tenant means if there is only one. Empty if it answers none.
   *
   * @param query empty without parameters
   */
  Optional<String> usageQuery(String query) {
    Optional<String> tenant = PageQuery.of(query).parameter("tenant");
    if (tenant.isPresent()) {
      return tenant.filter(names::contains).map(any -> query);
    }
    return names.size() == 1
        ? Optional.of((query.isEmpty() ? "" : query + "&") + "tenant=" + this)
        : Optional.empty();
  }
}
