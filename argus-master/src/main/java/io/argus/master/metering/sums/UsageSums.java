package io.argus.master.metering.sums;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageAmounts;
import io.argus.master.metering.UsageRow;
import java.time.ZoneId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Adds up what tenants used, by period.
 *
 * <p>Not safe for use by several threads.
 */
public final class UsageSums {
  private final Period by;
  private final ZoneId zone;
  private final long fromMillis;
  private final SortedMap<Long, SortedMap<TenantId, UsageAmounts>> periods = new TreeMap<>();

  /**
   * @param zone in which days and months begin
   * @param fromMillis begin of the span; no period begins before
   */
  public UsageSums(Period by, ZoneId zone, long fromMillis) {
    this.by = by;
    this.zone = zone;
    this.fromMillis = fromMillis;
  }

  public void add(UsageRow row) {
    if (row.amounts().isNone()) {
      return;
    }
    long startMillis = Math.max(fromMillis, by.startMillis(row.startMillis(), zone));
    periods
        .computeIfAbsent(startMillis, start -> new TreeMap<>())
        .merge(row.tenant(), UsageAmounts.of(row.amounts()), UsageAmounts::plus);
  }

  /** Amounts by the begin of the period and by tenant. */
  public SortedMap<Long, SortedMap<TenantId, UsageAmounts>> periods() {
    return Collections.unmodifiableSortedMap(periods);
  }
}
