package io.argus.core.documents;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Leaves idle tenants out of the reports between two complete ones. The master knows them from the
 * complete report, and their number from each one.
 *
 * <p>Not safe for use by several threads.
 */
public final class IdleTenants {
  /** Every so many reports one is complete. */
  private static final int COMPLETE_EVERY = 15;

  /** A figure of an idle tenant, such as its bytes in cache, counts as unchanged within this. */
  private static final double CHANGE = 0.05;

  private final Map<TenantId, TenantUsage> idle = new HashMap<>();
  private long number;
  private long completeNumber;

  /**
   * Returns the next report to send.
   *
   * @param complete whether it must contain all tenants
   */
  public NumberedReport next(UsageReport report, boolean complete) {
    number++;
    if (complete || completeNumber == 0 || number - completeNumber >= COMPLETE_EVERY) {
      completeNumber = number;
      idle.clear();
      for (TenantUsage usage : report.tenants()) {
        if (usage.isIdle()) {
          idle.put(usage.tenant(), usage);
        }
      }
      return NumberedReport.complete(number, report);
    }
    List<TenantUsage> sent = new ArrayList<>();
    for (TenantUsage usage : report.tenants()) {
      if (!usage.isIdle() || !isKnown(usage, idle.get(usage.tenant()))) {
        sent.add(usage);
      }
    }
    return NumberedReport.partial(
        number, completeNumber, report.tenants().size() - sent.size(), report.with(sent));
  }

  private static boolean isKnown(TenantUsage now, @Nullable TenantUsage before) {
    if (before == null || !now.totals().sameActivity(before.totals())) {
      return false;
    }
    for (Figure figure : Figure.values()) {
      double was = before.get(figure);
      double is = now.get(figure);
      if (Math.abs(is - was) > CHANGE * Math.max(Math.abs(is), Math.abs(was))) {
        return false;
      }
    }
    return true;
  }
}
