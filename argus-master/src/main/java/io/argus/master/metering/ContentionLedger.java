package io.argus.master.metering;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How each tenant was slowed, and slowed others, in the present hour. Rows are absolute; the first
 * master of an hour begins at 0, one that takes over at what the table has.
 *
 * <p>Pure; not safe for use by several threads.
 */
final class ContentionLedger {
  private static final double MOST_SECONDS = 120;
  private static final int MOST_GONE = 1_000;

  private final Map<String, Long> counted = new HashMap<>();
  private final Map<TenantId, ContentionHour> hours = new TreeMap<>();
  private final Set<TenantId> changed = new HashSet<>();
  private @Nullable Long hour;
  private long lookedMillis;

  /** Whether it needs the rows of an hour before it adds to it. */
  boolean needsRows(long ofHour) {
    return hour == null || hour != ofHour;
  }

  /** Begins an hour with the rows that the table has of it. */
  void enter(long ofHour, Collection<TableRow> rows, long nowMillis) {
    hours.clear();
    changed.clear();
    lookedMillis = hour == null ? nowMillis : lookedMillis;
    hour = ofHour;
    for (TableRow row : rows) {
      try {
        hours.put(ContentionHour.tenant(row), ContentionHour.read(row));
      } catch (IllegalArgumentException e) {
        // A row that is rubbish begins anew.
      }
    }
  }

  /** Adds the reports that are new, and how much tenants are slowed. */
  void add(List<UsageReport> reports, List<SlowedTenant> slowed, long nowMillis) {
    for (UsageReport report : reports) {
      Long before = counted.put(report.server(), report.endMillis());
      if (before == null || before != report.endMillis()) {
        Contention contention = Contention.of(report);
        for (TenantUsage usage : report.tenants()) {
          Map<Contention.Resource, Double> lost = contention.lostBy(usage.tenant());
          Map<Contention.Resource, Double> caused = contention.causedBy(usage.tenant());
          if (!lost.isEmpty() || !caused.isEmpty()) {
            of(usage.tenant()).add(nowMillis, lost, caused);
          }
        }
      }
    }
    if (counted.size() > 2 * reports.size() + MOST_GONE) {
      counted.clear(); // of servers that are gone
    }
    double seconds = (nowMillis - lookedMillis) / 1000.0;
    lookedMillis = nowMillis;
    if (seconds > 0 && seconds < MOST_SECONDS) {
      for (SlowedTenant tenant : slowed) {
        if (tenant.slowdown > 0 || tenant.belowPromise || hours.containsKey(tenant.tenant)) {
          ContentionHour of = of(tenant.tenant);
          of.add(nowMillis, tenant.slowdown, tenant.lostPerSecond, seconds);
          of.addBelowPromise(tenant.belowPromise ? seconds : 0);
        }
      }
    }
  }

  private ContentionHour of(TenantId tenant) {
    changed.add(tenant);
    return hours.computeIfAbsent(tenant, t -> new ContentionHour());
  }

  /** The rows that have changed since they were written. */
  List<TableRow> changed() {
    List<TableRow> rows = new ArrayList<>();
    Long present = hour;
    if (present != null) {
      hours.forEach(
          (tenant, is) -> {
            if (changed.contains(tenant) && !is.isNothing()) {
              rows.add(is.toTable(present, tenant));
            }
          });
    }
    return rows;
  }

  void written() {
    changed.clear();
  }
}
