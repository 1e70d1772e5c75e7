package io.argus.master.metering;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much throughput each tenant lost, and cost others, in the current hour, as far as this master
 * saw it. A master that takes over has rows of its own.
 *
 * <p>Pure; not safe for use by several threads.
 */
final class ContentionLedger {
  private static final double MAX_SECONDS = 120;
  private static final int MAX_GONE = 1_000;

  private final Map<String, Long> counted = new HashMap<>();
  private final Map<TenantId, ContentionHour> hours = new TreeMap<>();
  private final Set<TenantId> changed = new HashSet<>();
  private long hour;
  private long sinceMillis;
  private @Nullable Long lookedMillis;

  /** Whether a time is in another hour, so that the rows of this one must be written before. */
  boolean isOver(long nowMillis) {
    return Hours.of(nowMillis) != hour;
  }

  /** Begins the hour of a time. */
  void begin(long nowMillis) {
    hours.clear();
    changed.clear();
    hour = Hours.of(nowMillis);
    sinceMillis = nowMillis;
  }

  /** Adds the reports that are new, and the losses of the tenants. */
  void add(List<UsageReport> reports, List<TenantLoss> losses, long nowMillis) {
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
    if (counted.size() > 2 * reports.size() + MAX_GONE) {
      Set<String> there = new HashSet<>();
      reports.forEach(report -> there.add(report.server()));
      counted.keySet().retainAll(there);
    }
    double seconds = lookedMillis == null ? 0 : (nowMillis - lookedMillis) / 1000.0;
    lookedMillis = nowMillis;
    if (seconds > 0 && seconds < MAX_SECONDS) {
      for (TenantLoss tenant : losses) {
        if (tenant.loss > 0 || tenant.belowSlo || hours.containsKey(tenant.tenant)) {
          ContentionHour of = of(tenant.tenant);
          of.add(nowMillis, tenant.loss, tenant.lostPerSecond, seconds);
          of.addBelowSlo(tenant.belowSlo ? seconds : 0);
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
    hours.forEach(
        (tenant, is) -> {
          if (changed.contains(tenant) && !is.isNothing()) {
            rows.add(is.toTable(hour, tenant, sinceMillis));
          }
        });
    return rows;
  }

  void written() {
    changed.clear();
  }
}
