package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One server's last reports under one plan: the latest, and what counts in the mean of those before
 * it, the oldest first. Of a tenant whose workload shifts, only the reports since then count; those
 * of other tenants stay.
 *
 * <p>Not safe for use by several threads.
 */
final class Reporting {
  private static final int MAX_REPORTS = 32;

  private final Deque<PastReport> past = new ArrayDeque<>();
  private @Nullable UsageReport latest;

  /** For tenants whose workload has shifted, the first report that counts. */
  private final Map<TenantId, Integer> since = new HashMap<>();

  /** Tenants of which the last report began before their workload shifted. */
  private final Set<TenantId> shifting = new HashSet<>();

  /** Tenants of which that was so with the report before, but is not any more. */
  private final Set<TenantId> settled = new HashSet<>();

  private final Map<TenantId, TenantUsage> usualUsage = new HashMap<>();

  /** {@link PastReport#queues} of the report before the first one. */
  private @Nullable Map<TenantId, Integer> queuesBefore;

  private @Nullable UsageReport mean;

  /** Of tenants that are shifting or settled, the mean before the last report. */
  private List<TenantUsage> before = Collections.emptyList();

  private long sinceMillis;

  /** Whether the last report began under another plan. */
  private boolean mixed;

  private boolean newlyUnmixed;
  private boolean stale;

  /** Adds a report, or notes that it is still the last one. */
  void add(UsageReport report, long nowMillis, double spanSeconds) {
    UsageReport last = latest;
    settled.clear();
    newlyUnmixed = false;
    if (last != null && last.endMillis() == report.endMillis()) {
      return;
    }
    sinceMillis = nowMillis;
    UsageReport meanBefore = mean;
    if (last != null && last.planVersion() != report.planVersion()) {
      clear();
      mixed = true;
    } else if (mixed) {
      // The first window under a plan began before that.
      clear();
      mixed = false;
      newlyUnmixed = true;
    } else if (last != null) {
      findShifts(report);
    }
    before = meanBefore == null ? Collections.emptyList() : changing(meanBefore);
    retire();
    latest = report;
    trim(report.windowSeconds(), spanSeconds);
    mean = ReportMean.of(past, report, since, queuesBefore);
  }

  private List<TenantUsage> changing(UsageReport report) {
    return report.tenants().stream()
        .filter(each -> shifting.contains(each.tenant()) || settled.contains(each.tenant()))
        .collect(Collectors.toList());
  }

  private void retire() {
    if (latest != null) {
      past.add(PastReport.of(latest));
      latest = null;
    }
  }

  private void clear() {
    retire();
    queuesBefore = past.isEmpty() ? null : past.getLast().queues();
    past.clear();
    since.clear();
    shifting.clear();
  }

  private void findShifts(UsageReport report) {
    Set<TenantId> begun = new HashSet<>(shifting);
    shifting.clear();
    usualUsage.clear();
    mean().tenants().forEach(usage -> usualUsage.put(usage.tenant(), usage));
    for (TenantUsage now : report.tenants()) {
      test(now.tenant(), usualUsage.remove(now.tenant()), now, report.windowSeconds(), begun);
    }
    new ArrayList<>(usualUsage.values())
        .forEach(gone -> test(gone.tenant(), gone, null, report.windowSeconds(), begun));
  }

  private void test(
      TenantId tenant,
      @Nullable TenantUsage before,
      @Nullable TenantUsage now,
      double nowSeconds,
      Set<TenantId> begun) {
    if (begun.contains(tenant)) {
      // The first window after a shift began before that.
      since.put(tenant, past.size() + 1);
      settled.add(tenant);
    } else if (!areIdle(before, now)
        && WorkloadShift.between(before, secondsOf(tenant), now, nowSeconds)) {
      since.put(tenant, past.size() + 1);
      shifting.add(tenant);
    }
  }

  private static boolean areIdle(@Nullable TenantUsage before, @Nullable TenantUsage now) {
    return (before == null || before.isIdle()) && (now == null || now.isIdle());
  }

  private double secondsOf(TenantId tenant) {
    int first = since.getOrDefault(tenant, 0);
    double seconds = latest == null ? 0 : latest.windowSeconds();
    int k = 0;
    for (PastReport report : past) {
      seconds += k >= first ? report.windowSeconds() : 0;
      k++;
    }
    return seconds;
  }

  private void trim(double latestSeconds, double spanSeconds) {
    double seconds = latestSeconds;
    for (PastReport each : past) {
      seconds += each.windowSeconds();
    }
    while (!past.isEmpty()
        && (past.size() >= MAX_REPORTS
            || seconds - past.getFirst().windowSeconds() >= spanSeconds)) {
      PastReport dropped = past.removeFirst();
      queuesBefore = dropped.queues();
      seconds -= dropped.windowSeconds();
      since.replaceAll((tenant, first) -> first - 1);
      since.values().removeIf(first -> first <= 0);
    }
  }

  /** Notes the time; returns whether the last report is too old to count. */
  boolean isStaleAt(long nowMillis, long staleMillis) {
    stale = nowMillis - sinceMillis > staleMillis;
    return stale;
  }

  boolean isStale() {
    return stale;
  }

  long planVersion() {
    return latest == null ? 0 : latest.planVersion();
  }

  /** Whether the last report began under another plan. */
  boolean isMixed() {
    return mixed;
  }

  /** Whether the last report is the first that lies entirely under a plan. */
  boolean isNewlyUnmixed() {
    return newlyUnmixed;
  }

  /** Tenants of which the last report began before their workload shifted. */
  Set<TenantId> shifting() {
    return Collections.unmodifiableSet(shifting);
  }

  /** Tenants of which the last report is the first entirely after a shift. */
  Set<TenantId> settled() {
    return Collections.unmodifiableSet(settled);
  }

  List<UsageReport> latest() {
    return latest == null ? Collections.emptyList() : Collections.singletonList(latest);
  }

  /** What tenants that are shifting or settled did on average before the last report. */
  List<TenantUsage> before() {
    return Collections.unmodifiableList(before);
  }

  /** The mean of the reports. */
  UsageReport mean() {
    UsageReport known = mean;
    if (known == null) {
      throw new IllegalStateException("there is no report yet");
    }
    return known;
  }
}
